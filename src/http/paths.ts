import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../errors.ts'

interface KnownPath {
  shape: RegExp
  methods: Set<string>
}

/** Which paths exist with which methods: for OPTIONS, and to tell a wrong method from a wrong path. */
export class KnownPaths {
  readonly #paths = new Map<string, KnownPath>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const known = this.#paths.get(url) ?? { shape: shapeOf(url), methods: new Set(['OPTIONS']) }
      for (const each of [method].flat()) known.methods.add(each)
      this.#paths.set(url, known)
    })
  }

  /** Answers what no route does. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const [path = ''] = (request.raw.url ?? '').split('?')
    const methods = new Set(
      [...this.#paths.values()]
        .filter(({ shape }) => shape.test(path))
        .flatMap((known) => [...known.methods]),
    )
    if (methods.size === 0) throw problem('not_found', 'There is no such path.')
    const allow = [...methods].sort().join(', ')
    if (request.method === 'OPTIONS') {
      reply.code(204).header('allow', allow)
      if (request.headers['access-control-request-method'] !== undefined)
        reply.headers({
          'access-control-allow-methods': allow,
          'access-control-allow-headers':
            'Authorization, Content-Type, If-Match, If-None-Match, If-Range, Range, Prefer, Idempotency-Key, Content-Disposition, Content-Digest, Repr-Digest',
          'access-control-max-age': '86400',
        })
      return reply.send()
    }
    throw problem('method_not_allowed', `This path does not take ${request.method}; it takes ${allow}.`, {
      headers: { allow },
    })
  }
}

function shapeOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*'
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('/')}$`)
}
