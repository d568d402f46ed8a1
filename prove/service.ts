import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { isListening } from '../test/support/listening.ts'
import { freePort } from '../test/support/postgres-server.ts'
import { keepTrack } from './children.ts'

const program = join(import.meta.dirname, '..', 'bin', 'atrium.mjs')

export type Settings = Readonly<Record<string, string>>

interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

/** The service in a separate process. */
export interface Service {
  url: string
  port: number
  pid: number
  /** All of its output. */
  written: () => string
  /** Only its log, without the output for people. */
  log: () => string
  /** Resolves with how it ended. */
  ended: Promise<End>
  signal: (name: NodeJS.Signals) => void
}

/** Inherits nothing but `PATH` and `HOME`. */
const environment = (settings: Settings): Settings => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/tmp',
  ...settings,
})

/** Starts it without waiting. */
export async function launch(settings: Settings): Promise<Service> {
  const port = Number(settings['ATRIUM_PORT'] ?? (await freePort()))
  const env = environment({ ATRIUM_PORT: String(port), ...settings })
  const child = keepTrack(
    spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const written: string[] = []
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (some: string) => written.push(some))
  child.stdout.on('data', (some: string) => log.push(some))
  const ended = new Promise<End>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    written: () => written.join(''),
    log: () => log.join(''),
    ended,
    signal: (name) => child.kill(name),
  }
}

async function isReady(url: string): Promise<boolean> {
  if (!(await isListening(url))) return false
  return fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Waits until it is ready. */
export async function ready(service: Service): Promise<Service> {
  let over = false
  service.ended.then(() => {
    over = true
  })
  for (const end = performance.now() + 120_000; ; await setTimeout(10)) {
    // Checks its own output too: before it listens, another proof's service may have taken its port.
    if (service.written().includes('(listening on ') && (await isReady(service.url))) return service
    if (over || performance.now() > end) throw new Error(`The service does not come up: ${service.written()}`)
  }
}

/** How it ended; undefined if it still runs after that many milliseconds. */
export function endWithin(service: Service, patience: number): Promise<End | undefined> {
  return Promise.race([service.ended, setTimeout(patience, undefined, { ref: false })])
}

export async function kill(service: Service): Promise<void> {
  service.signal('SIGKILL')
  await service.ended
}

/** Stops it with SIGTERM; resolves with its exit code. */
export async function stop(service: Service): Promise<number | null> {
  service.signal('SIGTERM')
  return (await service.ended).code
}

/** Runs the operator's command line to completion. */
export async function command(
  words: readonly string[],
  settings: Settings,
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = environment(settings)
  const child = keepTrack(
    spawn(process.execPath, [program, ...words], { env, stdio: ['pipe', 'pipe', 'pipe'] }),
  )
  // A program that has ended takes no more input; its exit code is enough.
  child.stdin.on('error', () => undefined).end(input)
  const written = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [stdout, stderr] = await written
  return { code, stdout, stderr }
}
