import type { FastifyInstance } from 'fastify'
import { clock } from '../../base/clock.ts'

/** One user of the sample company, calling the service over HTTP like any other. */
export class Caller {
  readonly id: string
  readonly #server: FastifyInstance
  readonly #token: string

  constructor(server: FastifyInstance, id: string, token: string) {
    this.#server = server
    this.id = id
    this.#token = token
  }

  async #send(
    method: 'POST' | 'PUT',
    url: string,
    payload: string | Buffer,
    headers: Record<string, string>,
  ) {
    const request = { method, url, headers: { authorization: `Bearer ${this.#token}`, ...headers }, payload }
    let reply = await this.#server.inject(request)
    // The configured rate limits may be low.
    for (; reply.statusCode === 429; reply = await this.#server.inject(request))
      await clock.pause(Number(reply.headers['retry-after']) * 1000)
    if (reply.statusCode >= 300)
      throw new Error(`${method} ${url} returned ${reply.statusCode}: ${reply.payload}`)
    return reply.payload === '' ? {} : (reply.json() as Record<string, unknown>)
  }

  /** The id of the created record. */
  async create(url: string, body: object): Promise<string> {
    const headers = { 'content-type': 'application/json' }
    return String((await this.#send('POST', url, JSON.stringify(body), headers))['id'])
  }

  async put(url: string, body: object): Promise<void> {
    await this.#send('PUT', url, JSON.stringify(body), { 'content-type': 'application/json' })
  }

  /** The id of the new file. */
  async file(place: string, name: string, content: string): Promise<string> {
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    const { id } = await this.#send('POST', '/v1/files/upload', Buffer.from(content), headers)
    const body = JSON.stringify({ deferredAssetIds: [id] })
    const made = await this.#send('POST', `${place}/files`, body, { 'content-type': 'application/json' })
    const [first] = made['responses'] as { body: string }[]
    return first?.body ?? ''
  }

  async replace(file: string, content: string): Promise<void> {
    await this.#send('PUT', `/v1/files/${file}/content`, Buffer.from(content), {})
  }
}
