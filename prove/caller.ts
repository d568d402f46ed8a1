import type { Credential } from '../src/auth/client-keys.ts'
import { assertionOf, jwtBearer } from '../test/support/signer.ts'

/** The answer. */
export interface Reply {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what the service answers is what proofs look into.
  body: any
}

/** Sends requests as an integration does. Throws if the connection breaks: then the outcome is unknown. */
export class Caller {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** With a new token: long work outlives one. */
  static async of(url: string, credential: Credential): Promise<Caller> {
    const asked = { grant_type: jwtBearer, assertion: assertionOf(credential) }
    const { body } = await new Caller(url, '').ok('POST', '/oauth2/token', asked)
    return new Caller(url, body.access_token)
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply> {
    const isContent = body instanceof Uint8Array
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && !isContent && { 'content-type': 'application/json' }),
      ...more,
    }
    const sent = isContent ? new Uint8Array(body) : JSON.stringify(body)
    const reply = await fetch(this.#url + path, {
      method,
      headers,
      ...(body !== undefined && { body: sent }),
    })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json') === true
    return {
      status: reply.status,
      headers: reply.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }

  /** The same for a request that must succeed. */
  async ok(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Reply> {
    const reply = await this.send(method, path, body, more)
    if (reply.status >= 300)
      throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply
  }

  async bytes(path: string): Promise<{ status: number; bytes: Uint8Array }> {
    const reply = await fetch(this.#url + path, { headers: { authorization: `Bearer ${this.#token}` } })
    return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) }
  }

  /** All records of a list, page by page. */
  async all(path: string): Promise<{ id: string; details: Record<string, unknown> }[]> {
    const found = []
    for (let next: string | undefined = path; next !== undefined; ) {
      const { body } = await this.ok('GET', next)
      found.push(...body.items)
      next = body.links.next
    }
    return found
  }
}
