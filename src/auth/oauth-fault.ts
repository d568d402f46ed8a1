import type { FastifyReply } from 'fastify'

const statuses = {
  invalid_request: 400,
  unsupported_grant_type: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_client: 401,
  invalid_token: 401,
  temporarily_unavailable: 429,
  unsupported_media_type: 415,
  too_large: 413,
} as const

/** An error of the token endpoint: RFC 6749 section 5.2. Only `description` is sent; `reason` is for the log. */
export class OAuthFault extends Error {
  readonly error: keyof typeof statuses
  readonly description: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    error: keyof typeof statuses,
    description: string,
    { reason = description, headers = {} }: { reason?: string; headers?: Record<string, string> } = {},
  ) {
    super(reason)
    this.name = 'OAuthFault'
    this.error = error
    this.description = description
    this.headers = headers
  }

  get status(): number {
    return statuses[this.error]
  }

  send(reply: FastifyReply): FastifyReply {
    // RFC 6749 has no code for errors that occur before the parameters are read.
    const error = this.status === 413 || this.status === 415 ? 'invalid_request' : this.error
    return reply
      .code(this.status)
      .headers({ ...this.headers, 'cache-control': 'no-store', pragma: 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error, error_description: this.description }))
  }
}

export function invalidGrant(description: string, reason?: string): OAuthFault {
  return new OAuthFault('invalid_grant', description, reason === undefined ? {} : { reason })
}
