import { hash, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import type { Write } from '../db/write.ts'
import type { List } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import { readList } from '../lists/read-list.ts'
import type { Condition } from '../query/condition.ts'
import { type BodyRules, parseChanges, parseNew } from '../schema/body.ts'
import { type Field, readOnly } from '../schema/fields/fields.ts'
import type { Representation } from '../schema/present.ts'
import type { ChangedValues, Fields, NewValues, Resource, Values } from '../schema/resource.ts'
import { type Answer, many } from './answer.ts'
import { demandUnpacked, streamBody } from './body.ts'
import { goneSignal } from './connections.ts'
import { keptPages } from './kept-pages.ts'
import { namesTag } from './negotiation.ts'
import type { QueryParameters } from './query-string.ts'

/** Characters by which a page that was asked for is remembered; what is longer, by its hash. */
const longestName = 500

/** What all handlers share. */
export interface Site {
  publicUrl: string
  cursorKey: KeyObject
  /** For each kind of record: which of these ids the actor may see. */
  visibleIds: Readonly<
    Record<string, (reader: Reader, actor: Actor, ids: readonly string[]) => Promise<ReadonlySet<string>>>
  >
}

/** Of a request, what a handler can come to know. */
export type Asked = Pick<FastifyRequest, 'params' | 'headers'> & {
  raw: { url?: string | undefined; method?: string | undefined }
}

/** One request that reads: who asks for what, and the means to answer. */
export class ReadContext<P = object> {
  readonly actor: Actor
  readonly params: P
  readonly query: QueryParameters
  readonly site: Site
  readonly db: Reader
  readonly #request: Asked
  readonly #response: ServerResponse | undefined

  constructor(
    request: Asked,
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
   * Answers with a page of the list, within `parts`; `present` turns its rows into records. `also`: what other
   * parameters than the filter say in terms of it.
   */
  async page<R>(
    list: List,
    parts: readonly Restriction[],
    present: (rows: R[]) => Representation[] | Promise<Representation[]>,
    also: readonly Condition[] = [],
  ): Promise<Answer> {
    const { actor, path, query } = this
    const asked = { actor, cursorKey: this.site.cursorKey, path, query }
    const { rows, links } = await readList<R>(this.db, list, asked, parts, also)
    return many(await present(rows), links, Object.keys(list.resource.fields))
  }

  /**
   * The same for records that nothing but a write changes, not even time: whoever asks again before anybody has
   * written gets the same answer. Programs ask for the same page over and over.
   */
  async lastingPage<R>(
    list: List,
    parts: readonly Restriction[],
    present: (rows: R[]) => Representation[] | Promise<Representation[]>,
  ): Promise<Answer> {
    const pages = keptPages(this.db)
    if (pages === undefined) return this.page(list, parts, present)
    // What the caller may see is in `parts`.
    const text = JSON.stringify([this.actor.companyNo, this.path, this.query, parts])
    const asked = text.length > longestName ? hash('sha256', text, 'base64') : text
    const known = pages.get(asked)
    if (known !== undefined) return known
    const answer = await this.page(list, parts, present)
    pages.put(asked, answer)
    return answer
  }

  /** The same for one record, which `read` finds for this caller. */
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

  /** Tells that nobody waits for the answer any more; for what takes long. */
  get gone(): AbortSignal | undefined {
    return this.#response && goneSignal(this.#response)
  }

  /** As it was asked for, without the query. */
  get path(): string {
    const [path = ''] = (this.#request.raw.url ?? '').split('?')
    return path
  }

  /** A header of the request. */
  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }

  /** Whether only what an answer would say of itself is asked for. */
  get isHead(): boolean {
    return this.#request.raw.method === 'HEAD'
  }

  /** The value of a query parameter that is given at most once. */
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

/** One request whose body is content: it is read as it comes, and nothing of it is kept here. */
export class StreamContext<P = object> extends ReadContext<P> {
  readonly headers: IncomingHttpHeaders
  /** How large the body says it is; undefined where it does not. */
  readonly announced: number | undefined
  readonly body: AsyncIterable<Uint8Array>
  readonly #stopping = new AbortController()

  constructor(
    request: FastifyRequest,
    site: Site,
    actor: Actor,
    query: QueryParameters,
    db: Reader,
    idleSeconds: number,
  ) {
    super(request, site, actor, query, db)
    this.headers = request.headers
    const length = request.headers['content-length']
    this.announced = length === undefined ? undefined : Number(length)
    this.body = streamBody(request.raw, idleSeconds, this.#stopping.signal)
    demandUnpacked(request.raw)
  }

  /** Ends the body for whoever is reading it, with this reason. */
  stop(reason: Error): void {
    this.#stopping.abort(reason)
  }
}

/** One request with a body: what it says, checked against the declarations. */
export class BodyContext<P = object> extends ReadContext<P> {
  readonly #body: unknown
  readonly #rules: BodyRules

  constructor(request: Asked, site: Site, actor: Actor, query: QueryParameters, db: Reader, body: unknown) {
    super(request, site, actor, query, db)
    this.#body = body
    this.#rules = {
      lenient: actor.compatibility,
      lookUp: async (kind, ids) => {
        const find = site.visibleIds[kind]
        if (find === undefined) throw new Error(`Nobody said how to find a ${kind}`)
        return find(db, actor, ids)
      },
    }
  }

  /** The body as a new record; `given`: what the path says of it already. */
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
   * The body, which may be absent, of a method that enters a state, or changes how one is in it already. Of the
   * record that stands for it only `settable` can be chosen.
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

/** One request that changes something, in its transaction. */
export class WriteContext<P = object> extends BodyContext<P> {
  readonly tx: Write
  readonly #ifMatch: string | undefined
  readonly #ifNoneMatch: string | undefined

  constructor(request: Asked, site: Site, actor: Actor, query: QueryParameters, tx: Write, body: unknown) {
    super(request, site, actor, query, tx, body)
    this.tx = tx
    this.#ifMatch = request.headers['if-match']
    this.#ifNoneMatch = request.headers['if-none-match']
  }

  /** One operation among several in one request: by the same caller, about something of its own. */
  operation<Q>(tx: Write, params: Q, body: unknown): WriteContext<Q> {
    const asked = { params, headers: {}, raw: {} }
    return new WriteContext<Q>(asked, this.site, this.actor, this.query, tx, body)
  }

  /** "`If-Match` gives 412 when the record has moved on"; no tag, not even `*`, names one that is not there. */
  match(current: Representation | undefined): void {
    if (current === undefined) {
      if (this.#ifMatch === undefined) return
      throw problem('precondition_failed', 'There is no such record any more.')
    }
    const headers = { etag: current.etag }
    if (this.#ifMatch !== undefined && !namesTag(this.#ifMatch, current.etag, { weak: false }))
      throw problem('precondition_failed', `The ${current.kind} has changed since you read it.`, { headers })
    // RFC 9110, section 13.1.2: what is to happen only to another state, or where there is nothing yet.
    if (this.#ifNoneMatch !== undefined && namesTag(this.#ifNoneMatch, current.etag, { weak: true }))
      throw problem('precondition_failed', `The ${current.kind} is what If-None-Match names.`, { headers })
  }

  /** The body as a change of `current`, which must still be what the caller thinks it is. */
  override changes<F extends Fields>(
    resource: Resource<F>,
    current: Representation,
  ): Promise<ChangedValues<F>> {
    this.match(current)
    return super.changes(resource, current)
  }
}
