import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../base/errors.ts'
import { pathOf } from './query-string.ts'

interface KnownPath {
  shape: RegExp
  methods: Set<string>
}

/** Nobody mistypes a longer path. */
const longestHint = 500

/** Handles a request, or leaves it to others. */
export type Fallback = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply> | undefined

/** The methods of every path: for OPTIONS, and to tell a wrong method from a wrong path. */
export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>()
  readonly #optionHeaders = new Map<string, Readonly<Record<string, string>>>()
  readonly #firstSegments = new Set<string>()
  #fallback: Fallback | undefined
  #alsoFallback: ReadonlySet<string> = new Set()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const known = this.#paths.get(url) ?? { shape: shapeOf(url), methods: new Set(['OPTIONS']) }
      for (const each of [method].flat()) known.methods.add(each)
      this.#paths.set(url, known)
      this.#firstSegments.add(firstSegmentOf(url))
    })
  }

  /** Handles paths whose first segment no route has, and those in `also`: `/nope`, but never `/v1/nope`. */
  setFallback(fallback: Fallback, also: readonly string[] = []): void {
    this.#fallback = fallback
    this.#alsoFallback = new Set(also)
  }

  /** Lets a route respond as if its path did not exist. */
  readonly fallback: Fallback = (request, reply) => this.#fallback?.(request, reply)

  /** Additional headers of an OPTIONS response. */
  addOptionHeaders(path: string, headers: Readonly<Record<string, string>>): void {
    this.#optionHeaders.set(path, headers)
  }

  /**
   * The router matches the method first, and would take `PUT /v1/users/me` for a change of the user `me`. It would also
   * take `/v1/tasks/` for the task with an empty id.
   */
  isPassedBy(request: FastifyRequest): boolean {
    const path = pathOf(request.raw)
    const { url = path } = request.routeOptions
    return url !== path && (this.#paths.has(path) || (path.endsWith('/') && !url.endsWith('*')))
  }

  /** Handles requests that no route matches. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const path = pathOf(request.raw)
    const methods = this.#methodsOf(path)
    if (methods.size === 0) {
      const isReserved = this.#firstSegments.has(firstSegmentOf(path)) && !this.#alsoFallback.has(path)
      const answer = isReserved ? undefined : this.#fallback?.(request, reply)
      if (answer !== undefined) return answer
      const meant = this.#meantBy(path)
      throw problem(
        'not_found',
        meant === undefined
          ? 'This path does not exist.'
          : `This path does not exist. Did you mean ${meant}?`,
      )
    }
    const allow = [...methods].sort().join(', ')
    if (request.method === 'OPTIONS') {
      reply
        .code(204)
        .header('allow', allow)
        .headers(this.#optionHeaders.get(path) ?? {})
      if (request.headers['access-control-request-method'] !== undefined)
        reply.headers({
          'access-control-allow-methods': allow,
          'access-control-allow-headers':
            'Authorization, Content-Type, If-Match, If-None-Match, If-Range, Range, Prefer, Idempotency-Key, Content-Disposition, Content-Digest, Repr-Digest, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Checksum',
          'access-control-max-age': '86400',
        })
      return reply.send()
    }
    throw problem('method_not_allowed', `This path does not support ${request.method}, only ${allow}.`, {
      headers: { allow },
    })
  }

  /** The path that a program most likely meant by one without `/v1`, with `/api` or with a slash at its end. */
  #meantBy(path: string): string | undefined {
    if (path.length > longestHint) return undefined
    const bare = path.replace(/^\/api(?=\/)/, '').replace(/(?<=[^/])\/$/, '')
    return [bare, `/v1${bare}`].find((each) => each !== path && this.#methodsOf(each).size > 0)
  }

  /** A literal path takes precedence over one with parameters. */
  #methodsOf(path: string): ReadonlySet<string> {
    const own = this.#paths.get(path)
    if (own !== undefined) return own.methods
    const alike = [...this.#paths.values()].filter(({ shape }) => shape.test(path))
    return new Set(alike.flatMap(({ methods }) => [...methods]))
  }
}

function firstSegmentOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function shapeOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}$`)
}
