import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Service, stop } from '../prove/service.ts'
import { issueToken } from '../src/auth/access-token.ts'
import { quantile, residentBytes, type Setting } from './change-setting.ts'

/** "Each caller may have 20 requests waiting." */
const perCaller = 20
/** One of so many streams is read event by event; the others only take what is sent. */
const perSample = 100
const changesPerSecond = 100
const openedAtOnce = 100
/** Milliseconds between a change and its arrival that count as lost. */
const patience = 10_000

/** An open stream, and the milliseconds that each change took to arrive. */
interface Stream {
  socket: Socket
  delays: number[]
}

/** Memory of many streams, delays while everybody gets each change, and how long a stop takes. */
export async function measureStreams(setting: Setting, count: number, seconds: number): Promise<void> {
  const { start, callerAt, say } = setting
  const service = await start({ ATRIUM_STREAMS: String(count) })
  const tokens = await makeTokens(setting, service, Math.ceil(count / perCaller))
  const streams: Stream[] = []
  const openUpTo = async (total: number): Promise<void> => {
    while (streams.length < total) {
      const some = Array.from({ length: Math.min(openedAtOnce, total - streams.length) }, (_, n) => {
        const position = streams.length + n
        return openStream(service, tokens[position % tokens.length] ?? '', position % perSample === 0)
      })
      streams.push(...(await Promise.all(some)))
    }
  }
  // The first ones load code.
  await openUpTo(openedAtOnce)
  const before = residentBytes(service)
  await openUpTo(count)
  await pause(1_000)
  const each = (residentBytes(service) - before) / (count - openedAtOnce)
  say(`${count} streams: ${(each / 1_000).toFixed(1)} kB of memory each`)

  const caller = callerAt(service)
  const written: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < seconds * changesPerSecond; n += 1) {
    written.push(caller.ok('POST', '/v1/tags', { tagName: `Tag ${n}` }))
    await pause(Math.max(0, began + (n * 1_000) / changesPerSecond - performance.now()))
  }
  await Promise.all(written)
  const rate = Math.round((written.length / (performance.now() - began)) * 1_000)
  const sampled = streams.filter((_, n) => n % perSample === 0)
  const isComplete = (): boolean => sampled.every(({ delays }) => delays.length >= written.length)
  for (const end = performance.now() + patience; !isComplete() && performance.now() < end; ) await pause(50)
  const delays = sampled.flatMap((stream) => stream.delays)
  const lost = sampled.length * written.length - delays.length
  say(
    `${count} streams, ${rate} changes a second to all: p50 ${ms(delays, 0.5)}, p99 ${ms(delays, 0.99)}, ${lost} missing`,
  )

  const ended = Promise.all(streams.map(({ socket }) => new Promise((done) => socket.once('close', done))))
  const asked = performance.now()
  const stopped = stop(service)
  await ended
  const allEnded = Math.round(performance.now() - asked)
  await stopped
  say(
    `a stop with ${count} streams: ${allEnded} ms until all have ended, ${Math.round(performance.now() - asked)} ms until the exit`,
  )
}

const ms = (values: readonly number[], share: number): string => `${Math.round(quantile(values, share))} ms`

async function makeTokens(
  { callerAt, withDb, company }: Setting,
  service: Service,
  count: number,
): Promise<string[]> {
  const caller = callerAt(service)
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const person = { email: `reader-${n}@example.com`, fullName: `Reader ${n}` }
    ids.push((await caller.ok('POST', '/v1/users', person)).body.id)
  }
  const { companyNo } = company
  return withDb((db) =>
    db.transaction(async (tx) => {
      const tokens: string[] = []
      for (const userId of ids) tokens.push(await issueToken(tx, { companyNo, userId, clientId: null }))
      return tokens
    }),
  )
}

/** Without a library: the reader of all streams shares the machine with the service. */
function openStream({ port }: Service, token: string, isSampled: boolean): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const stream: Stream = { socket, delays: [] }
    socket.once('error', reject)
    socket.once('data', (head) => {
      if (!head.toString().startsWith('HTTP/1.1 200')) reject(new Error(head.toString()))
      else resolve(stream)
      socket.on('error', () => undefined)
      if (isSampled) socket.on('data', readerOf(stream))
      else socket.resume()
    })
    socket.write(
      `GET /v1/changes?after=now HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
    )
  })
}

function readerOf({ delays }: Stream): (data: Buffer) => void {
  let rest = ''
  return (data) => {
    const now = Date.now()
    const lines = (rest + data.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const at = line.startsWith('data: ') ? /"at":"([^"]+)"/.exec(line)?.[1] : undefined
      if (at !== undefined) delays.push(now - Date.parse(at))
    }
  }
}
