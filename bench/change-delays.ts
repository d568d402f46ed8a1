import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Service, stop } from '../prove/service.ts'
import { EventStream } from '../test/support/event-stream.ts'
import { quantile, type Setting } from './change-setting.ts'

/** Milliseconds between two changes, and until one counts as lost. */
const [betweenChanges, patience] = [50, 5_000]

/** How long single changes take from being logged, which is just before their commit, to a stream. */
export async function measureDelays(setting: Setting, count: number): Promise<void> {
  const { engine, start } = setting
  const first = await start()
  if (engine === 'sqlite') return measure(setting, [first], count, 'one process')
  await measure(setting, [first, await start()], count, 'two processes, LISTEN')
  const relay = await openRelay(setting.databaseUrl)
  const [writing, reading] = [
    await start({ ATRIUM_DATABASE_DIRECT_URL: relay.url }),
    await start({ ATRIUM_DATABASE_DIRECT_URL: relay.url }),
  ]
  // From now on the processes cannot listen.
  await relay.close()
  await measure(setting, [writing, reading], count, 'two processes, polling')
}

async function measure(
  { callerAt, company, say }: Setting,
  services: readonly Service[],
  count: number,
  what: string,
): Promise<void> {
  const [writing, reading] = [services[0], services.at(-1)]
  if (writing === undefined || reading === undefined) return
  const caller = callerAt(writing)
  const stream = new TimedStream(`${reading.url}/v1/changes?after=now`, company.token)
  await stream.opened
  for (let n = 0; n < count; n += 1) {
    await caller.ok('POST', '/v1/tags', { tagName: `${what} ${n}` })
    await pause(betweenChanges)
  }
  for (const end = performance.now() + patience; stream.delays.length < count && performance.now() < end; )
    await pause(20)
  stream.close()
  const { delays } = stream
  const at = (share: number): string => `${Math.round(quantile(delays, share))} ms`
  say(
    `from the log to a stream, ${what}: p50 ${at(0.5)}, p99 ${at(0.99)} (${delays.length} of ${count} changes)`,
  )
  await Promise.all(services.map((service) => stop(service)))
}

class TimedStream extends EventStream {
  readonly delays: number[] = []

  protected override onEvent({ data, event }: { data: string; event: string }): void {
    if (event === 'change') this.delays.push(Date.now() - Date.parse(JSON.parse(data).at))
  }
}

interface Relay {
  url: string
  close: () => Promise<void>
}

/** Leads to the server of an address until it is closed. */
async function openRelay(databaseUrl: string): Promise<Relay> {
  const url = new URL(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(Number(port), hostname)
    for (const each of [socket, behind]) sockets.add(each.on('error', () => undefined))
    socket.pipe(behind).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
