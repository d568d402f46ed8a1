import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, callerId } from '../base/actor.ts'
import { Problem } from '../base/errors.ts'
import type { Database } from '../db/database.ts'
import { write } from '../db/write.ts'
import { bodyBytes, pageBytes } from '../fairness/admission.ts'
import { asCaller, startArrival, startRequest } from '../fairness/scheduler.ts'
import { limitAsked } from '../query/paging.ts'
import { shapeParameters } from '../query/shape.ts'
import { actorOf } from './actor-of.ts'
import type { Answer } from './answer.ts'
import { type BodyLimits, type ContentPace, demandJson, readJsonBody, sizeOfBody } from './body.ts'
import { BodyContext, ReadContext, type Site, WriteContext } from './context.ts'
import { wholeFormat } from './csv.ts'
import type { AnyWriting, Reading, Receiving, Writing } from './handlers.ts'
import { hasAnswer, KeysInUse, onceOnly, Replay, readIdempotencyKey } from './idempotency.ts'
import { finish, InProgress } from './in-progress.ts'
import type { AnyReading, LiveHandler, Turn } from './live/live.ts'
import { RecordReaders } from './live/record-readers.ts'
import { demandAcceptable } from './negotiation.ts'
import {
  braced,
  groupOf,
  hasShape,
  isRepeatable,
  isTable,
  type Method,
  type Operation,
  type PathParameters,
  readerFor,
  type Spec,
  shownMembers,
} from './operation.ts'
import { operationIdOf } from './operation-id.ts'
import { parseQueryString, type QueryParameters } from './query-string.ts'
import { answerTypes, negotiated, send } from './sending.ts'
import { StreamContext } from './stream-context.ts'
import { demandIds, refuseMembers, refuseParameters } from './unknown-names.ts'
import { sendWholeTable } from './whole-table.ts'

interface Services {
  db: Database
  site: Site
  bodyLimits: BodyLimits
  /** How slowly content may arrive. */
  pace: ContentPace
  /** Sets the caller (`request.actor`); throws 401 or 429, and may set headers. */
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  /** Checks again that the caller still has access, during long responses. Throws 401. */
  recognize: (request: FastifyRequest) => Promise<Actor>
  /** Called with the kinds of records that a write changed, once it is durable. */
  onWritten: (kinds: ReadonlySet<string>, companyNo: number) => void
}

const listParameters = ['limit', 'paging', 'paginationhash', 'sort', 'filter']

/**
 * Where methods are mounted. Each request is authenticated and its parameters are checked; one that writes
 * runs in its own transaction, which also stores the response if the request may be repeated.
 */
export class Api {
  readonly operations: Operation[] = []
  readonly inProgress: InProgress
  readonly records: RecordReaders
  readonly #app: FastifyInstance
  readonly #services: Services
  readonly #keysInUse = new KeysInUse()
  readonly #handlers = new Map<string, AnyWriting>()

  constructor(app: FastifyInstance, services: Services) {
    this.#app = app
    this.#services = services
    this.inProgress = new InProgress(services.db)
    this.records = new RecordReaders(services)
  }

  get<P extends string>(path: P, spec: Spec, handler: Reading<P>): void {
    this.records.add(path, spec, handler as AnyReading)
    const members = shownMembers(spec)
    this.#mount('GET', path, spec, async (request, reply, query) => {
      const actor = actorOf(request)
      const { db, site, recognize } = this.#services
      const asked = { request, reply }
      const whole = wholeFormat(spec, request, query)
      const bytes = isTable(spec) ? pageBytes(limitAsked(query)) : 0
      const contextFor = (caller: Actor, page = query): ReadContext<PathParameters<P>> =>
        new ReadContext(request, site, caller, page, readerFor(db, spec, caller), reply.raw)
      return this.inProgress.run(
        { bytes, heavy: whole !== undefined || spec.heavy },
        asked,
        async (ticket) => {
          if (whole !== undefined)
            return sendWholeTable(request, reply, query, whole, { actor, db, ticket }, async (page) =>
              handler(contextFor(await recognize(request), page)),
            )
          const context = contextFor(actor)
          const found = await this.inProgress.runHeavy(spec, asked, () => handler(context))
          const answer = members === undefined ? found : await context.shaped(found, members)
          return send(request, reply, finish(ticket, answer))
        },
      )
    })
  }

  /** GET that may wait, or never end. Only the parts in `turn` count as a request in progress. */
  live<P extends string>(path: P, spec: Spec, handler: LiveHandler<P>): void {
    this.#mount('GET', path, spec, async (request, reply, query) => {
      const { db, site } = this.#services
      const ctx = new ReadContext<PathParameters<P>>(request, site, actorOf(request), query, db, reply.raw)
      const turn: Turn = (bytes, work) => this.inProgress.turn(bytes, work)
      const answer = await handler(ctx, { request, reply, turn })
      return answer === undefined ? reply : send(request, reply, answer)
    })
  }

  post<P extends string>(path: P, spec: Spec, handler: Writing<P>): void {
    this.#mountHandler('POST', path, spec, handler)
  }

  /** POST for slow work: `first` runs before the transaction, which must not wait. */
  postPrepared<P extends string, T>(
    path: P,
    spec: Spec,
    first: (ctx: BodyContext<PathParameters<P>>) => Promise<T>,
    handler: (ctx: WriteContext<PathParameters<P>>, prepared: T) => Promise<Answer>,
  ): void {
    this.#mountWriting('POST', path, spec, async (ctx) => {
      const prepared = await first(ctx)
      return (inTransaction) => handler(inTransaction, prepared)
    })
  }

  put<P extends string>(path: P, spec: Spec, handler: Writing<P>): void {
    this.#mountHandler('PUT', path, spec, handler)
  }

  delete<P extends string>(path: P, spec: Spec, handler: Writing<P>): void {
    this.#mountHandler('DELETE', path, spec, handler)
  }

  /** The handler of a mounted method, for requests that contain several operations. */
  handlerOf(method: Method, path: string): AnyWriting {
    const handler = this.#handlers.get(`${method} ${path}`)
    if (handler === undefined) throw new Error(`${method} ${path} is not mounted yet`)
    return handler
  }

  #mountHandler<P extends string>(method: Method, path: P, spec: Spec, handler: Writing<P>): void {
    // The caller provides the parameters of the path.
    this.#handlers.set(`${method} ${path}`, handler as AnyWriting)
    this.#mountWriting(method, path, spec, async () => handler)
  }

  /** PUT on a record, and `POST {record}/updateDetails`, which is "the same as PUT" for existing clients. */
  change<P extends string>(path: P, spec: Spec, handler: Writing<P>): void {
    this.put(path, spec, handler)
    this.post(`${path}/updateDetails` as P, { ...spec, summary: `${spec.summary} The same as PUT.` }, handler)
  }

  receive<P extends string, T>(
    method: 'POST' | 'PUT' | 'PATCH',
    path: P,
    spec: Spec,
    { take, fingerprint, work, confirm }: Receiving<P, T>,
  ): void {
    const operation = { ...spec, method }
    this.#mount(method, path, spec, async (request, reply, query) => {
      const actor = actorOf(request)
      const { db, site, pace } = this.#services
      // Reject an invalid key before reading the body.
      const key = isRepeatable(operation) ? request.headers['idempotency-key'] : undefined
      const repeatable = readIdempotencyKey(key, actor, { method, url: '', body: Buffer.alloc(0) })
      const ctx = new StreamContext<PathParameters<P>>(request, site, actor, query, db, pace)
      const taken = await take(ctx, repeatable !== undefined && (await hasAnswer(db, repeatable)))
      const body = { bytes: Buffer.from(fingerprint(taken)), value: undefined }
      const confirmed = (): Promise<void> =>
        confirm(taken).catch((error: unknown) => {
          request.log.warn({ err: error }, 'Could not finish the upload; a later sweep will.')
        })
      try {
        const handler = (ctx: WriteContext<PathParameters<P>>): Promise<Answer> => work(ctx, taken)
        return await this.inProgress.run({ bytes: 0 }, { request, reply }, async (ticket) => {
          const answer = await this.#carryOut(request, reply, query, operation, body, handler)
          await confirmed()
          return send(request, reply, finish(ticket, answer))
        })
      } catch (error) {
        if (error instanceof Problem) await confirmed()
        throw error
      }
    })
  }

  #mountWriting<P extends string>(
    method: Method,
    path: P,
    spec: Spec,
    prepare: (ctx: BodyContext<PathParameters<P>>) => Promise<Writing<P>>,
  ): void {
    const operation = { ...spec, method }
    this.#mount(method, path, spec, async (request, reply, query) => {
      const { db, site, bodyLimits } = this.#services
      const actor = actorOf(request)
      demandJson(request.raw)
      const cost = { bytes: bodyBytes(sizeOfBody(request.raw, bodyLimits)), heavy: spec.heavy }
      return this.inProgress.run(cost, { request, reply }, async (ticket) => {
        const body = await readJsonBody(request.raw, bodyLimits)
        ticket.resize(bodyBytes(body.bytes.length))
        if (spec.body === undefined && body.value !== undefined && !actor.compatibility)
          refuseMembers(body.value)
        const handler = await prepare(new BodyContext(request, site, actor, query, db, body.value))
        const answer = await this.#carryOut(request, reply, query, operation, body, handler)
        return send(request, reply, finish(ticket, answer))
      })
    })
  }

  /** The transaction of a request; with an Idempotency-Key it runs once, and its response is replayed. */
  async #carryOut<P>(
    request: FastifyRequest,
    reply: FastifyReply,
    query: QueryParameters,
    operation: Spec & { method: Method },
    { bytes, value }: { bytes: Buffer; value: unknown },
    handler: (ctx: WriteContext<P>) => Promise<Answer>,
  ): Promise<Answer> {
    const actor = actorOf(request)
    const { db, site, onWritten } = this.#services
    const kinds = new Set<string>()
    const repeatable = isRepeatable(operation)
      ? readIdempotencyKey(request.headers['idempotency-key'], actor, {
          method: operation.method,
          url: request.raw.url ?? '',
          body: bytes,
        })
      : undefined
    const now = (): Promise<Answer> =>
      write(db, actor, async (tx) => {
        const log: typeof tx.log = (change) => {
          kinds.add(change.kind)
          tx.log(change)
        }
        const ctx = new WriteContext<P>(request, site, actor, query, { ...tx, log }, value)
        const work = async () => negotiated(request, await ctx.run(handler))
        return repeatable === undefined ? await work() : await onceOnly(tx, repeatable, work)
      })
    const run = (): Promise<Answer> => this.inProgress.runHeavy(operation, { request, reply }, now)
    try {
      const answer = await (repeatable === undefined ? run() : this.#keysInUse.hold(repeatable, run))
      // The work that this starts does not count as the caller's.
      asCaller('', () => onWritten(kinds, actor.companyNo))
      return answer
    } catch (error) {
      if (error instanceof Replay) return error.answer
      throw error
    }
  }

  #mount(
    method: Method,
    path: string,
    spec: Spec,
    handler: (request: FastifyRequest, reply: FastifyReply, query: QueryParameters) => Promise<FastifyReply>,
  ): void {
    this.operations.push({
      ...spec,
      method,
      path: braced(path),
      group: groupOf(path),
      operationId: operationIdOf(method, path),
    })
    const list = typeof spec.answer === 'object' && 'list' in spec.answer ? spec.answer.list : undefined
    const known = new Set([
      ...Object.keys(spec.query ?? {}),
      ...(list === undefined ? [] : listParameters),
      ...(hasShape({ ...spec, method }) ? shapeParameters : []),
    ])
    const members = method === 'GET' ? shownMembers(spec) : undefined
    const types = answerTypes(spec)
    this.#app.route({
      method,
      url: path,
      onRequest: async (request, reply) => {
        const turn = startArrival()
        if (turn !== undefined) await turn
        await this.#services.authenticate(request, reply)
      },
      handler: (request, reply) =>
        asCaller(callerId(actorOf(request)), async () => {
          const turn = startRequest()
          if (turn !== undefined) await turn
          demandIds(request.params as Record<string, string>)
          demandAcceptable(request.headers.accept, types)
          const query = parseQueryString(request.raw.url ?? '')
          if (!actorOf(request).compatibility) refuseParameters(query, known, list, members)
          return handler(request, reply, query)
        }),
    })
  }
}
