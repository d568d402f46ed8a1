import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../base/actor.ts'
import type { Reader } from '../db/database.ts'
import { type ContentPace, demandUnpacked, streamBody } from './body.ts'
import { ReadContext, type Site } from './context.ts'
import type { QueryParameters } from './query-string.ts'

/** A request whose body is content, read as a stream. */
export class StreamContext<P = object> extends ReadContext<P> {
  readonly headers: IncomingHttpHeaders
  /** The announced size of the body; undefined if unknown. */
  readonly announced: number | undefined
  readonly body: AsyncIterable<Uint8Array>
  readonly #stopping = new AbortController()

  constructor(
    request: FastifyRequest,
    site: Site,
    actor: Actor,
    query: QueryParameters,
    db: Reader,
    pace: ContentPace,
  ) {
    super(request, site, actor, query, db)
    this.headers = request.headers
    const length = request.headers['content-length']
    this.announced = length === undefined ? undefined : Number(length)
    this.body = streamBody(request.raw, pace, this.#stopping.signal)
    demandUnpacked(request.raw)
  }

  /** Ends the body for its reader, with this reason. */
  stop(reason: Error): void {
    this.#stopping.abort(reason)
  }
}
