import type { FastifyReply, FastifyRequest } from 'fastify'

const local = /^(localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/

/**
 * `__Host-` cookies bind to this host and need a secure connection; browsers take them on this machine's own
 * addresses too. On a plain address of a network there is only the unprotected kind.
 */
export function isSecureSite(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || local.test(hostname)
}

export interface CookieOptions {
  /** In seconds; 0 takes the cookie away. */
  maxAge: number
  /** `Lax` where another site leads back to us. */
  sameSite?: 'Strict' | 'Lax'
}

/** The cookies of this site. None can be read by scripts, and none is sent along from other sites. */
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
