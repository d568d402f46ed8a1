import type { FastifyReply, FastifyRequest } from 'fastify'

const local = /^(localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/

/**
 * `__Host-` cookies are bound to this host and need HTTPS; browsers also accept them on localhost. A plain HTTP
 * address needs cookies without that prefix.
 */
export function isSecureSite(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || local.test(hostname)
}

interface CookieOptions {
  /** In seconds; 0 removes the cookie. */
  maxAge: number
  /** Use `Lax` where another site redirects back. */
  sameSite?: 'Strict' | 'Lax'
}

/** The cookies of this site. Scripts cannot read them, and requests from other sites do not carry them. */
export class Cookies {
  readonly #secure: boolean

  constructor(publicUrl: string) {
    this.#secure = isSecureSite(publicUrl)
  }

  read(request: FastifyRequest, name: string): string | undefined {
    const full = this.#nameOf(name)
    for (const part of (request.headers.cookie ?? '').split(';')) {
      const at = part.indexOf('=')
      if (at > 0 && part.slice(0, at).trim() === full) return part.slice(at + 1).trim()
    }
    return undefined
  }

  set(
    reply: FastifyReply,
    name: string,
    value: string,
    { maxAge, sameSite = 'Strict' }: CookieOptions,
  ): void {
    const parts = [`${this.#nameOf(name)}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'HttpOnly']
    if (this.#secure) parts.push('Secure')
    reply.header('set-cookie', [...parts, `SameSite=${sameSite}`].join('; '))
  }

  clear(reply: FastifyReply, name: string): void {
    this.set(reply, name, '', { maxAge: 0 })
  }

  #nameOf(name: string): string {
    return this.#secure ? `__Host-atrium-${name}` : `atrium-${name}`
  }
}
