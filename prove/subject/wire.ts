import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** What came back, byte for byte. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names and values in turn, as they came. */
  rawHeaders: readonly string[]
  text: string
}

export interface Sent {
  method: string
  /** As it stands in the request line. */
  target: string
  headers: Readonly<Record<string, string | readonly string[]>>
  body?: string | Uint8Array
}

/** Sends what it is given as it is: no address is tidied up, and no header made better. */
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

  /** Bytes that no well-behaved client would send; gives what came back until the other side hung up. */
  raw(bytes: Uint8Array | string, patience = 10_000): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: this.#port })
      const chunks: Buffer[] = []
      const end = (): void => {
        clearTimeout(late)
        socket.destroy()
        resolve(Buffer.concat(chunks).toString('utf8'))
      }
      const late = setTimeout(() => reject(new Error('The connection was not ended')), patience)
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      // Who is refused in the middle of a sentence may find the line cut.
      socket.once('error', end).once('end', end).once('close', end)
      socket.once('connect', () => socket.write(bytes))
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
