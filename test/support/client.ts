import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { noteCovered } from './covered.ts'
import type { ResponseChecker } from './response-checker.ts'

export interface Reply {
  status: number
  headers: Record<string, string | undefined>
  text: string
  bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses whose shape was already checked against the description.
  body: any
}

export interface Listed {
  items: Reply['body'][]
  links: { first?: string; last?: string; previous?: string; next?: string }
}

/** Sends requests to the service, and checks every response against the description. */
export class Client {
  readonly #server: FastifyInstance
  readonly #checker: ResponseChecker
  readonly #token: string | undefined

  constructor(server: FastifyInstance, checker: ResponseChecker, token: string | undefined) {
    this.#server = server
    this.#checker = checker
    this.#token = token
  }

  async send(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const raw = typeof body === 'string' || Buffer.isBuffer(body)
    const { 'content-type': type = 'application/json', ...others } = headers
    const response = await this.#server.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        // An empty type means no header.
        ...(body !== undefined && type !== '' && { 'content-type': type }),
        ...others,
      },
      ...(body !== undefined && { payload: raw ? body : JSON.stringify(body) }),
    })
    const { statusCode: status } = response
    const bytes = unpacked(response.rawPayload, response.headers['content-encoding'])
    const text = bytes.toString()
    noteCovered(this.#checker.nameOf(method, url), status)
    const faults = this.#checker.check(method, url, status, response.headers, text)
    if (faults.length > 0)
      expect(faults, `${method} ${url} answered ${status}: ${text.slice(0, 500)}`).toEqual([])
    const isJson = /json/.test(String(response.headers['content-type']))
    return {
      status,
      headers: response.headers as Record<string, string | undefined>,
      text,
      bytes,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }

  get(url: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send('GET', url, undefined, headers)
  }

  /** Sends a request that must succeed. */
  async ok(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    const reply = await this.send(method, url, body, headers)
    expect(reply.status, `${method} ${url}: ${reply.text}`).toBeLessThan(300)
    return reply
  }

  /** Creates a record and returns it. */
  async create(url: string, body: unknown): Promise<Reply['body']> {
    const reply = await this.send('POST', url, body)
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }

  /** Uploads content and returns the deferred asset. */
  async upload(
    fileName: string,
    content: Buffer | string,
    headers: Record<string, string> = {},
  ): Promise<Reply['body']> {
    const reply = await this.send('POST', '/v1/files/upload', Buffer.from(content), {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      ...headers,
    })
    expect(reply.status, reply.text).toBe(201)
    return reply.body
  }

  /** Creates a file in a workspace, folder, task or milestone (its path), and returns its id. */
  async file(place: string, fileName: string, content: Buffer | string = fileName): Promise<string> {
    const { id } = await this.upload(fileName, content)
    const reply = await this.ok('POST', `${place}/files`, { deferredAssetIds: [id] })
    const [{ status, body }] = reply.body.responses
    expect(status, body).toBe(201)
    return body
  }

  async list(url: string): Promise<Listed> {
    const reply = await this.get(url)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }

  /** All items of a list, page by page. */
  async all(url: string): Promise<Reply['body'][]> {
    const items: Reply['body'][] = []
    for (let next: string | undefined = url; next !== undefined; ) {
      const page: Listed = await this.list(next)
      items.push(...page.items)
      next = page.links.next
    }
    return items
  }
}

function unpacked(bytes: Buffer, encoding: unknown): Buffer {
  if (encoding === undefined || bytes.length === 0) return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}
