import { hash, type KeyObject } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type Actor, isCompanyAdmin, seesInternal } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { namedIfVisible } from '../db/records.ts'
import type { Write } from '../db/write.ts'
import type { List } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import { type NamesOnPage, readList } from '../lists/read-list.ts'
import type { FilterTerm } from '../query/condition.ts'
import { refusal } from '../query/refusal.ts'
import { viewerFor } from '../query/relative.ts'
import { readShape } from '../query/shape.ts'
import { type BodyRules, parseChanges, parseNew } from '../schema/body.ts'
import { type Field, readOnly } from '../schema/fields/fields.ts'
import type { Representation } from '../schema/present.ts'
import type { ChangedValues, Fields, NewValues, Resource, Values } from '../schema/resource.ts'
import { type Answer, many, type Names, one, oneNamed, type ReadNames } from './answer.ts'
import { goneSignal } from './connections.ts'
import { keptPages } from './kept-pages.ts'
import { hasVersion, namesTag } from './negotiation.ts'
import { pathOf, type QueryParameters } from './query-string.ts'

/** Longer keys of cached pages are hashed. */
const longestName = 500

/** What all handlers share. */
export interface Site {
  publicUrl: string
  cursorKey: KeyObject
  /** For each kind of record: which of these ids the actor may see. */
  visibleIds: Readonly<
    Record<string, (reader: Reader, actor: Actor, ids: readonly string[]) => Promise<ReadonlySet<string>>>
  >
  /** The names of the records that others refer to, as far as the actor may see them. */
  readNames: ReadNames
  namesOnPage: NamesOnPage
}

/** The parts of a request that handlers can read. */
type Request = Pick<FastifyRequest, 'params' | 'headers'> & {
  raw: { url?: string | undefined; method?: string | undefined }
}

/** A read request: the caller, the parameters and the means to respond. */
export class ReadContext<P = object> {
  readonly actor: Actor
  readonly params: P
  readonly query: QueryParameters
  readonly site: Site
  readonly db: Reader
  readonly #request: Request
  readonly #response: ServerResponse | undefined

  constructor(
    request: Request,
    site: Site,
    actor: Actor,
    query: QueryParameters,
    db: Reader,
    response?: ServerResponse,
  ) {
    this.#response = response
    this.actor = actor
    this.params = request.params as P
    this.query = query
    this.site = site
    this.db = db
    this.#request = request
  }

  /**
   * Responds with a page of the list, restricted by `parts`; `present` turns rows into records. `also`:
   * conditions from parameters other than the filter.
   */
  async page<R>(
    list: List,
    parts: readonly Restriction[],
    present: (rows: R[]) => Representation[] | Promise<Representation[]>,
    also: readonly FilterTerm[] = [],
  ): Promise<Answer> {
    const { actor, path, query } = this
    const asked = { ...this.site, actor, path, query }
    const { rows, links, shape, names: known } = await readList<R>(this.db, list, asked, parts, also)
    const { fields, expandNames } = shape
    const whole = await present(rows)
    const records = fields === undefined ? whole : whole.map((record) => record.only(fields))
    const names = expandNames ? await this.#namesFor(records, known) : undefined
    return many(records, links, fields ?? Object.keys(list.resource.fields), names)
  }

  /** The members of a record that `fields` selects, and the names that `expand` adds. */
  async shaped(answer: Answer, members: readonly string[]): Promise<Answer> {
    const { shape, refused } = readShape(this.parameter('fields'), this.parameter('expand'), members)
    if (refused.length > 0) throw refusal(refused)
    const { fields, expandNames } = shape
    if (answer.record === undefined || (fields === undefined && !expandNames)) return answer
    const record = fields === undefined ? answer.record : answer.record.only(fields)
    return expandNames ? oneNamed(record, await this.#namesFor([record])) : one(record)
  }

  #namesFor(records: readonly Representation[], known?: Names): Promise<Names> {
    const references = records.flatMap((record) => [...record.references()])
    return this.site.readNames(this.db, this.actor, references, known)
  }

  /**
   * The same for records that only a write changes: until the next write, the same request gets the cached response.
   * Programs often poll the same page. `parts` includes what the caller may see.
   */
  async lastingPage<R>(
    list: List,
    parts: readonly Restriction[],
    present: (rows: R[]) => Representation[] | Promise<Representation[]>,
  ): Promise<Answer> {
    const pages = keptPages(this.db)
    if (pages === undefined) return this.page(list, parts, present)
    const { companyNo, compatibility } = this.actor
    const viewer = [seesInternal(this.actor), viewerFor(this.actor, this.query['filter'])]
    const text = JSON.stringify([companyNo, compatibility, viewer, this.path, this.query, parts])
    const asked = text.length > longestName ? hash('sha256', text, 'base64') : text
    const known = pages.get(asked)
    if (known !== undefined) return known
    const answer = await this.page(list, parts, present)
    pages.put(asked, answer)
    return answer
  }

  /** The same for one record, which `read` looks up for this caller. */
  async lastingRecord(read: () => Promise<Answer>): Promise<Answer> {
    const records = keptPages(this.db)
    if (records === undefined) return read()
    const { userId, companyNo } = this.actor
    const asked = `${companyNo} ${userId} ${this.path}`
    const known = records.get(asked)
    if (known !== undefined) return known
    const answer = await read()
    records.put(asked, answer)
    return answer
  }

  /** Aborts when the client has disconnected; for slow work. */
  get gone(): AbortSignal | undefined {
    return this.#response && goneSignal(this.#response)
  }

  /** The path as requested, without the query. */
  get path(): string {
    return pathOf(this.#request.raw)
  }

  /** A header of the request. */
  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  /** Whether this is a HEAD request. */
  get isHead(): boolean {
    return this.#request.raw.method === 'HEAD'
  }

  /** The value of a query parameter that may be given once. */
  parameter(name: string): string | undefined {
    const [value, ...more] = this.query[name] ?? []
    if (more.length > 0)
      throw problem('invalid_request', `The parameter ${name} is given more than once.`, {
        faults: [{ parameter: name, detail: 'is given more than once.' }],
      })
    return value
  }

  /** `true` or `false`; absent is false. */
  flag(name: string): boolean {
    const value = this.parameter(name)
    if (value === undefined || value === 'false' || value === '0') return false
    if (value === 'true' || value === '1') return true
    const detail = `The parameter ${name} must be true or false.`
    throw problem('invalid_request', detail, { faults: [{ parameter: name, detail }] })
  }
}

/** A request with a body, checked against the declarations. */
export class BodyContext<P = object> extends ReadContext<P> {
  readonly #body: unknown
  readonly #rules: BodyRules

  constructor(request: Request, site: Site, actor: Actor, query: QueryParameters, db: Reader, body: unknown) {
    super(request, site, actor, query, db)
    this.#body = body
    this.#rules = {
      lenient: actor.compatibility,
      lookUp: async (kind, ids) => {
        const find = site.visibleIds[kind]
        if (find === undefined) throw new Error(`There is no lookup for ${kind}`)
        return find(db, actor, ids)
      },
    }
  }

  /** Whether the body has this member, even if it is the default. */
  readonly gives = (name: string): boolean =>
    typeof this.#body === 'object' && this.#body !== null && Object.hasOwn(this.#body, name)

  /** The body as a new record; `given`: the fields that the path provides. */
  newRecord<F extends Fields>(
    resource: Resource<F>,
    given: Readonly<Record<string, unknown>> = {},
  ): Promise<NewValues<F>> {
    return parseNew(resource.fields, this.#body, this.#rules, given)
  }

  /** The body as a change of `current`. */
  changes<F extends Fields>(resource: Resource<F>, current: Representation): Promise<ChangedValues<F>> {
    return parseChanges(resource.fields, this.#body, current, this.#rules)
  }

  /**
   * The optional body of a method that enters or changes a state. Only the `settable` fields can be given.
   */
  async state<F extends Fields, K extends keyof Values<F, 'write'> & string>(
    { fields }: Resource<F>,
    settable: readonly K[],
    current: Representation | undefined,
  ): Promise<Partial<Pick<Values<F, 'write'>, K>>> {
    const names: readonly string[] = settable
    const chosen: Fields = Object.fromEntries(
      Object.entries<Field<unknown>>(fields).map(([name, field]) => [
        name,
        names.includes(name) ? field : readOnly(field),
      ]),
    )
    const body = this.#body ?? {}
    const values = await (current === undefined
      ? parseNew(chosen, body, this.#rules)
      : parseChanges(chosen, body, current, this.#rules))
    return values as Partial<Pick<Values<F, 'write'>, K>>
  }

  /** The body of a method that is not about a record. */
  members<const F extends Fields>(fields: F): Promise<Values<F, 'create' | 'write'>> {
    return parseNew(fields, this.#body ?? {}, this.#rules)
  }
}

/** A request that writes, in its transaction. */
export class WriteContext<P = object> extends BodyContext<P> {
  readonly tx: Write
  readonly #ifMatch: string | undefined
  readonly #ifNoneMatch: string | undefined

  constructor(request: Request, site: Site, actor: Actor, query: QueryParameters, tx: Write, body: unknown) {
    super(request, site, actor, query, tx, body)
    this.tx = tx
    this.#ifMatch = request.headers['if-match']
    this.#ifNoneMatch = request.headers['if-none-match']
  }

  /** Runs the handler. If it refuses an `externalId` as taken, the error names the record, if the caller may see it. */
  async run<T>(handler: (ctx: WriteContext<P>) => Promise<T>): Promise<T> {
    const maySee = async (kind: string, id: string): Promise<boolean> =>
      isCompanyAdmin(this.actor) ||
      ((await this.site.visibleIds[kind]?.(this.tx, this.actor, [id]))?.has(id) ?? false)
    return handler(this).catch(async (error: unknown) => Promise.reject(await namedIfVisible(error, maySee)))
  }

  /** One operation of a bulk request, by the same caller. */
  operation<Q>(tx: Write, params: Q, body: unknown): WriteContext<Q> {
    const asked = { params, headers: {}, raw: {} }
    return new WriteContext<Q>(asked, this.site, this.actor, this.query, tx, body)
  }

  /** "`If-Match` gives 412 when the record has moved on"; no tag, not even `*`, matches a missing record. */
  match(current: Representation | undefined): void {
    if (current === undefined) {
      if (this.#ifMatch === undefined) return
      throw problem('precondition_failed', 'The record no longer exists.')
    }
    const headers = { etag: current.etag }
    if (this.#ifMatch !== undefined && !hasVersion(this.#ifMatch, current.version))
      throw problem('precondition_failed', `The ${current.kind} has changed since you read it.`, { headers })
    // RFC 9110, section 13.1.2: only for another state, or if there is nothing yet.
    if (this.#ifNoneMatch !== undefined && namesTag(this.#ifNoneMatch, current.etag, { weak: true }))
      throw problem('precondition_failed', `The ${current.kind} matches If-None-Match.`, { headers })
  }

  /** The body as a change of `current`, which must still match what the caller knows. */
  override changes<F extends Fields>(
    resource: Resource<F>,
    current: Representation,
  ): Promise<ChangedValues<F>> {
    this.match(current)
    return super.changes(resource, current)
  }
}
