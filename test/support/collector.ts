import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentId: string
  name: string
  kind: number
  milliseconds: number
  attributes: Record<string, string | number | boolean>
  failed: boolean
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  resource: Record<string, unknown>
  /** All received bytes. */
  bytes: () => Buffer
  stop: () => Promise<void>
}

/** A real OTLP collector over http/protobuf, for spans only. */
export async function startCollector(): Promise<Collector> {
  const collector = { spans: [] as ReceivedSpan[], resource: {} as Record<string, unknown> }
  const received: Buffer[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
      response.writeHead(404).end()
      return
    }
    received.push(body)
    for (const { bytes: resourceSpans } of fieldsOf(body, 1)) {
      for (const { bytes } of fieldsOf(resourceSpans, 1))
        Object.assign(collector.resource, attributesOf(bytes, 1))
      for (const { bytes: scopeSpans } of fieldsOf(resourceSpans, 2))
        for (const { bytes } of fieldsOf(scopeSpans, 2)) collector.spans.push(spanOf(bytes))
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The collector has no port')
  return {
    ...collector,
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => Buffer.concat(received),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function spanOf(span: Buffer): ReceivedSpan {
  const [status] = fieldsOf(span, 15)
  return {
    traceId: first(span, 1).toString('hex'),
    spanId: first(span, 2).toString('hex'),
    parentId: first(span, 4).toString('hex'),
    name: first(span, 5).toString(),
    kind: fieldsOf(span, 6)[0]?.number ?? 0,
    milliseconds: Number(first(span, 8).readBigUInt64LE() - first(span, 7).readBigUInt64LE()) / 1e6,
    attributes: attributesOf(span, 9),
    failed: status !== undefined && fieldsOf(status.bytes, 3)[0]?.number === 2,
  }
}

const first = (message: Buffer, field: number): Buffer =>
  fieldsOf(message, field)[0]?.bytes ?? Buffer.alloc(0)

function attributesOf(message: Buffer, field: number): Record<string, string | number | boolean> {
  return Object.fromEntries(
    fieldsOf(message, field).map(({ bytes: pair }) => {
      const value = first(pair, 2)
      const [text] = fieldsOf(value, 1)
      const [whole] = fieldsOf(value, 3)
      const [double] = fieldsOf(value, 4)
      return [
        first(pair, 1).toString(),
        text?.bytes.toString() ?? whole?.number ?? double?.bytes.readDoubleLE() ?? true,
      ]
    }),
  )
}

/** The fields of a protobuf message with this number. */
function fieldsOf(message: Buffer, wanted: number): { bytes: Buffer; number: number }[] {
  const found: { bytes: Buffer; number: number }[] = []
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = message[at] ?? 0
      at += 1
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const key = varint()
    const type = key & 7
    const number = type === 0 ? varint() : 0
    const size = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : 0
    const bytes = message.subarray(at, at + size)
    at += size
    if (key >>> 3 === wanted) found.push({ bytes, number })
  }
  return found
}
