import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { clockSettings } from './clock-server.ts'
import { isListening } from './listening.ts'
import { freePort } from './postgres-server.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const program = join(root, 'bin', 'atrium.mjs')

/** Lets other programs of the project use the service's compile cache. */
export const compiledBefore = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'atrium') }

const children = new Set<ChildProcess>()
const folders = new Set<string>()

function removeAll(): void {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

// However the tests end, nothing stays behind.
process.once('exit', removeAll)

/** Call at the top of a test file: stops and removes everything its tests started and created. */
export function cleanUpProcesses(): void {
  afterAll(async () => {
    const running = [...children]
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(running.map((child) => new Promise((resolve) => child.once('close', resolve))))
    removeAll()
  })
}

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-process-'))
  folders.add(folder)
  return folder
}

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Started {
  pid: number
  /** The output so far. */
  stdout: () => string
  stderr: () => string
  signal: (name: NodeJS.Signals) => void
  ended: Promise<Ended>
}

export interface StartOptions {
  env?: Record<string, string>
  input?: string
  cwd?: string
}

/** Starts a program with a clean environment, without the variables of this process or of the test runner. */
export function start(file: string, words: readonly string[], options: StartOptions = {}): Started {
  const child = spawn(file, words, {
    cwd: options.cwd ?? root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/tmp', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.add(child)
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text
  })
  // A program that has ended takes no more input; its exit code is enough.
  child.stdin.on('error', () => undefined).end(options.input ?? '')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve({ code, signal, ...written })
    })
  })
  return {
    pid: child.pid ?? 0,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    signal: (name) => child.kill(name),
    ended,
  }
}

/** Starts a program of this project, with the time of the tests. */
async function startProgram(words: readonly string[], options: StartOptions): Promise<Started> {
  const env = { ...(await clockSettings()), ...options.env }
  return start(process.execPath, words, { ...options, env })
}

/**
 * Runs the operator's command line, which signals itself as soon as it prints this to standard error. A signal from the
 * test could arrive too late.
 */
export async function atriumUntil(
  printed: RegExp,
  signal: NodeJS.Signals,
  words: readonly string[],
  options: StartOptions = {},
): Promise<Ended> {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const write = fs.writeSync
    let isOver = false
    fs.writeSync = (to, bytes, ...rest) => {
      const written = write(to, bytes, ...rest)
      if (!isOver && to === 2 && ${printed}.test(String(bytes))) {
        isOver = true
        process.kill(process.pid, '${signal}')
      }
      return written
    }
    syncBuiltinESMExports()`
  const watched = ['--import', `data:text/javascript,${encodeURIComponent(script)}`, program]
  return (await startProgram([...watched, ...words], options)).ended
}

/** Runs the operator's command line to completion. */
export async function atrium(words: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return (await startProgram([program, ...words], options)).ended
}

export interface Served extends Started {
  port: number
  url: string
  /** The lines of its log. */
  log: () => Record<string, unknown>[]
  /** Sends SIGTERM and waits for the exit. */
  stop: () => Promise<Ended>
}

/** The settings of a service with its database and data in a folder. */
export function settingsIn(folder: string): Record<string, string> {
  return { ATRIUM_DATA: folder, ATRIUM_DATABASE_URL: `sqlite:${join(folder, 'atrium.db')}` }
}

/** Starts `serve` on a free port without waiting for it. */
export async function launch(env: Record<string, string>): Promise<Started & { port: number; url: string }> {
  const port = Number(env['ATRIUM_PORT'] ?? (await freePort()))
  const started = await startProgram([program, 'serve'], { env: { ATRIUM_PORT: `${port}`, ...env } })
  return { ...started, port, url: `http://127.0.0.1:${port}` }
}

/** Starts `serve` and waits until it is ready. */
export async function serveReady(env: Record<string, string>): Promise<Served> {
  const launched = await launch(env)
  await answers(launched, `${launched.url}/readyz`)
  return {
    ...launched,
    log: () =>
      launched
        .stdout()
        .split('\n')
        // The last line may be incomplete.
        .slice(0, -1)
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    stop() {
      launched.signal('SIGTERM')
      return launched.ended
    },
  }
}

/** 0 if there is no response. Leaves no idle connection, for which a process that is being replaced would wait. */
function statusOf(url: string): Promise<number> {
  return fetch(url, { headers: { connection: 'close' } }).then(
    (reply) => reply.status,
    () => 0,
  )
}

/** Milliseconds after which a test gives up waiting; long enough for a busy machine. */
const patience = 120_000

/** Waits until an address returns 200; fails as soon as the process that should respond has ended. */
export async function answers(by: Started, url: string): Promise<void> {
  let over: Ended | undefined
  by.ended.then((end) => {
    over = end
  })
  for (const end = performance.now() + patience; ; ) {
    const status = (await isListening(url)) ? await statusOf(url) : 0
    if (status === 200) return
    if (over !== undefined) expect.fail(`the service ended with ${over.code}: ${over.stderr}${over.stdout}`)
    if (performance.now() > end) expect.fail(`${url} did not answer: ${by.stderr()}${by.stdout()}`)
    await setTimeout(10)
  }
}

/** Polls until a condition holds. */
export async function until(what: string, holds: () => boolean | Promise<boolean>) {
  for (const end = performance.now() + patience; !(await holds()); await setTimeout(20))
    if (performance.now() > end) expect.fail(`Timed out after ${patience} ms waiting until ${what}`)
}

/** The loopback addresses of this machine: one or both. */
export const loopback = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .map(({ address }) => address)
  .filter((address) => address === '127.0.0.1' || address === '::1')

/** A raw connection: a test chooses every byte it sends. */
export interface Wire {
  socket: Socket
  send: (text: string) => void
  /** Sends it byte by byte, ten in a second, until the other side closes the connection. */
  trickle: (text: string) => Promise<void>
  text: () => string
  /** Waits until this was received. */
  receives: (expected: string | RegExp) => Promise<string>
  /** Resolves when the other side closes it. */
  closed: Promise<void>
}

export function openWire(port: number, host = '127.0.0.1'): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true })
    let received = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text
    })
    socket.once('error', reject)
    socket.once('connect', () => {
      // From here on, a reset is one way for the other side to close the connection.
      socket.off('error', reject).on('error', () => undefined)
      const closed = new Promise<void>((done) => {
        socket.once('end', done).once('close', () => done())
      })
      resolve({
        socket,
        send: (text) => socket.write(text),
        async trickle(sent) {
          let isOver = false
          closed.then(() => {
            isOver = true
          })
          for (const character of sent) {
            if (isOver) return
            socket.write(character)
            await setTimeout(100)
          }
        },
        text: () => received,
        async receives(expected) {
          const isThere = (): boolean =>
            typeof expected === 'string' ? received.includes(expected) : expected.test(received)
          await until(`${expected} was received, but only: ${received}`, isThere)
          return received
        },
        closed,
      })
    })
  })
}

/** The responses on a connection, in order, each with its JSON body. */
export function answersIn(
  text: string,
): { status: number; headers: string; body: Record<string, unknown> }[] {
  const found = []
  for (let rest = text; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const headers = end === -1 ? rest : rest.slice(0, end)
    const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
    const body = end === -1 ? '' : rest.slice(end + 4, end + 4 + length)
    found.push({
      status: Number(headers.split(' ')[1]),
      headers: headers.toLowerCase(),
      body: body.startsWith('{') ? JSON.parse(body) : {},
    })
    rest = end === -1 ? '' : rest.slice(end + 4 + length)
  }
  return found
}
