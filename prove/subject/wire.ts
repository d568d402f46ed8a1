import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** The raw answer. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Alternating names and values, as received. */
  rawHeaders: readonly string[]
  text: string
}

export interface Sent {
  method: string
  /** As in the request line. */
  target: string
  headers: Readonly<Record<string, string | readonly string[]>>
  body?: string | Uint8Array
}

/** Sends requests exactly as given: no address is normalized, and no header corrected. */
export class Wire {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })

  constructor(port: number) {
    this.#port = port
  }

  send({ method, target, headers, body }: Sent): Promise<Answer> {
    const bytes = body === undefined ? undefined : Buffer.from(body)
    return new Promise((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path: target,
        headers: { ...headers, ...(bytes !== undefined && { 'content-length': bytes.length }) },
      })
      asked.once('error', reject).once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            rawHeaders: response.rawHeaders,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      asked.end(bytes)
    })
  }

  /** Sends bytes that no well-behaved client would; returns what arrived until the other side closed the connection. */
  raw(bytes: Uint8Array | string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: this.#port })
      const chunks: Buffer[] = []
      const end = (): void => {
        clearTimeout(late)
        socket.destroy()
        resolve(Buffer.concat(chunks).toString('utf8'))
      }
      const late = setTimeout(() => reject(new Error('The connection was not ended')), 120_000)
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      // A client that is refused while it is still sending may see a reset.
      socket.once('error', end).once('end', end).once('close', end)
      socket.once('connect', () => socket.write(bytes))
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
