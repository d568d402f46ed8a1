import { expect } from 'vitest'
import type { Client, Reply } from './client.ts'

/** A password that is hard to guess. */
export const goodPassword = 'violet harbour stapler 42'

/** A browser with a page of the service open: keeps cookies, and sends the headers that a page would. */
export class Browser {
  readonly #client: Client
  readonly #origin: string
  readonly cookies = new Map<string, string>()
  csrfToken: string | undefined

  constructor(client: Client, origin: string) {
    this.#client = client
    this.#origin = origin
  }

  async send(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await this.#client.send(method, url, body, {
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' && { origin: this.#origin }),
      ...(this.cookies.size > 0 && { cookie: this.cookieHeader() }),
      ...(this.csrfToken !== undefined && { 'x-csrf-token': this.csrfToken }),
      ...headers,
    })
    this.#keep(reply.headers['set-cookie'])
    if (reply.status === 200 && typeof reply.body?.csrfToken === 'string')
      this.csrfToken = reply.body.csrfToken
    return reply
  }

  get(url: string): Promise<Reply> {
    return this.send('GET', url)
  }

  post(url: string, body: unknown = {}, headers?: Record<string, string>): Promise<Reply> {
    return this.send('POST', url, body, headers)
  }

  /** Sends a request that must succeed. */
  async ok(url: string, body: unknown = {}): Promise<Reply['body']> {
    const reply = await this.post(url, body)
    expect(reply.status, `${url}: ${reply.text}`).toBeLessThan(300)
    return reply.body
  }

  signIn(email: string, password = goodPassword): Promise<Reply> {
    return this.post('/auth/sign-in', { email, password })
  }

  /** A token for `/v1`. */
  async token(): Promise<string> {
    return (await this.ok('/auth/token')).access_token
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(header: unknown): void {
    for (const line of [header ?? []].flat() as string[]) {
      const [pair = '', ...attributes] = line.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
}

/** The part of a link after the `#`. */
export function tokenIn(link: string): string {
  return new URL(link).hash.slice(1)
}

/** Sets a password through a link; the browser is signed in afterwards. */
export async function acceptLink(browser: Browser, link: string, password = goodPassword): Promise<Reply> {
  return browser.post('/auth/invitations/accept', { token: tokenIn(link), password })
}
