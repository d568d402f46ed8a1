import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './process.ts'

/** A request that a receiver got. */
export interface Received {
  path: string
  headers: IncomingMessage['headers']
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the payload that it expects, and asserts its members.
  body: any
}

/** Responds to a request; the default is 204. */
export type Answering = (request: Received, response: ServerResponse) => void

export interface Receiver {
  url: string
  received: Received[]
  /** Replaces its response. */
  answer: Answering
  /** Resolves when it has got this many requests. */
  got: (count: number) => Promise<Received[]>
  stop: () => Promise<void>
}

/** A webhook receiver on this machine. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const got = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) }
      receiver.received.push(got)
      receiver.answer(got, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const receiver: Receiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (_request, response) => response.writeHead(204).end(),
    async got(count) {
      await until(`${count} requests have come`, () => receiver.received.length >= count)
      return receiver.received
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}
