import type { Reply as Answered } from '../caller.ts'
import type { Canaries } from './canaries.ts'
import type { Heard } from './heard.ts'

interface Reply extends Pick<Answered, 'status' | 'body'> {
  /** The target of the redirect, if any. */
  location: string | undefined
}

/** A user with a browser or a program; records all answers, and the secrets that each may contain. */
export class Visitor {
  readonly #url: string
  readonly #heard: Heard
  readonly #canaries: Canaries
  readonly #cookies = new Map<string, string>()
  #csrfToken: string | undefined
  #count = 0
  readonly #name: string
  /** For `/v1`. */
  token: string | undefined

  constructor(name: string, url: string, heard: Heard, canaries: Canaries) {
    this.#name = name
    this.#url = url
    this.#heard = heard
    this.#canaries = canaries
  }

  /** `mayContain`: the secrets that the response may contain, by name, with their place in the body. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    mayContain: Record<string, (body: Reply['body']) => string> = {},
  ): Promise<Reply> {
    const reply = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(path.startsWith('/auth/') && { origin: 'http://localhost', cookie: this.#cookieHeader() }),
        ...(this.#csrfToken !== undefined && { 'x-csrf-token': this.#csrfToken }),
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    const said = this.#heard.note(
      `The answer to ${method} ${path.slice(0, 60)} (${reply.status})`,
      `${[...reply.headers].join('\n')}\n\n${text}`,
    )
    for (const cookie of reply.headers.getSetCookie()) said.mayContain.push(...this.#keep(cookie))
    const isJson = reply.headers.get('content-type')?.includes('json') === true
    const parsed = isJson && text !== '' ? JSON.parse(text) : text
    if (typeof parsed?.csrfToken === 'string') this.#csrfToken = parsed.csrfToken
    for (const [name, find] of Object.entries(mayContain)) {
      this.#canaries.add(name, find(parsed))
      said.mayContain.push(name)
    }
    return { status: reply.status, body: parsed, location: reply.headers.get('location') ?? undefined }
  }

  /** The same for a request that must succeed. */
  async ok(...given: Parameters<Visitor['send']>): Promise<Reply['body']> {
    const { status, body } = await this.send(...given)
    if (status >= 300) throw new Error(`${given[0]} ${given[1]} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** Gets a token for `/v1`, as pages do. */
  async getToken(): Promise<void> {
    this.token = undefined
    const name = `access token of ${this.#name}`
    const mayContain = { [name]: (body: Reply['body']) => String(body.access_token) }
    this.token = (await this.ok('POST', '/auth/token', undefined, {}, mayContain)).access_token
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(cookie: string): string[] {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    const value = pair.slice(at + 1)
    this.#cookies.set(pair.slice(0, at), value)
    if (value === '') return []
    this.#count += 1
    const name = `cookie ${pair.slice(0, at)} ${this.#count} of ${this.#name}`
    this.#canaries.add(name, value)
    return [name]
  }
}
