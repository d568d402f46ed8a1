import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * The cost of guessing passwords, and whether timing reveals known addresses: the real service as a process,
 * on SQLite in its own folder.
 */
const program = fileURLToPath(new URL('../bin/atrium.mjs', import.meta.url))
const password = 'violet harbour stapler 42'
const guesses = Number(process.argv[2] ?? 10_000)
const people = 40
const triesEach = 4

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

interface Served {
  url: string
  setupToken: string
  child: ChildProcess
}

async function serve(folder: string): Promise<Served> {
  const port = await freePort()
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ATRIUM_DATA: folder,
      ATRIUM_PORT: String(port),
      ATRIUM_LOG_LEVEL: 'fatal',
      // Each request claims another address, to simulate many clients.
      ATRIUM_TRUSTED_PROXIES: '127.0.0.1',
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  return new Promise((resolve, reject) => {
    // Read to the end: a process whose output nobody reads would block.
    child.stderr.on('data', (chunk) => {
      told += String(chunk)
      const [, setupToken] = /within a day: [^#\s]*#(\S+)\n/.exec(told) ?? []
      if (setupToken !== undefined) resolve({ url: `http://127.0.0.1:${port}`, setupToken, child })
    })
    child.once('exit', () => reject(new Error(`The service did not start: ${told}`)))
  })
}

let visitors = 0
const visitor = (): string => {
  visitors += 1
  return `203.0.${Math.floor(visitors / 250) % 250}.${(visitors % 250) + 1}`
}

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

function quantile(values: readonly number[], at: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0
}

const told = (values: readonly number[]): string =>
  `${quantile(values, 0.5).toFixed(1)} ms median, ${quantile(values, 0.99).toFixed(1)} ms p99 (${values.length} requests)`

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** An administrator at work, sending a request every few milliseconds until stopped. */
async function work(url: string, token: string, signal: AbortSignal): Promise<number[]> {
  const taken: number[] = []
  while (!signal.aborted) {
    const began = performance.now()
    const reply = await fetch(`${url}/v1/users?limit=25`, { headers: { authorization: `Bearer ${token}` } })
    await reply.text()
    if (reply.status !== 200) throw new Error(`Somebody at work got ${reply.status}`)
    taken.push(performance.now() - began)
    await setTimeout(5)
  }
  return taken
}

/** CPU milliseconds used by a process; on Linux, in steps of 10 ms. */
function processorTime(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return Number.NaN
  // After the program name, which may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function guess(url: string, email: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  let left = guesses
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const reply = await post(`${url}/auth/sign-in`, { email, password: `guess ${left}` })
      await reply.text()
      counts[reply.status] = (counts[reply.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 32 }, one))
  return counts
}

async function timeOf(url: string, email: string): Promise<number> {
  const began = performance.now()
  const reply = await post(
    `${url}/auth/sign-in`,
    { email, password: 'a wrong password' },
    { 'x-forwarded-for': visitor() },
  )
  await reply.text()
  if (reply.status !== 401) throw new Error(`A wrong password got ${reply.status}`)
  return performance.now() - began
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-sign-in-'))
  const { url, setupToken, child } = await serve(folder)
  try {
    const made = await post(`${url}/auth/setup`, {
      token: setupToken,
      companyName: 'Acme',
      organization: 'workspaceGroups',
      email: 'ada@example.com',
      fullName: 'Ada Byron',
      password,
    })
    const { csrfToken } = (await made.json()) as { csrfToken: string }
    const cookie = made.headers.getSetCookie().map((line) => line.split(';')[0])
    const traded = await post(
      `${url}/auth/token`,
      {},
      { cookie: cookie.join('; '), 'x-csrf-token': csrfToken },
    )
    const { access_token: token } = (await traded.json()) as { access_token: string }
    const authorization = { authorization: `Bearer ${token}` }
    const known: string[] = []
    for (let n = 0; n < people; n += 1) {
      const email = `person-${n}@example.com`
      const user = (await (
        await post(`${url}/v1/users`, { email, fullName: 'Somebody Else' }, authorization)
      ).json()) as { id: string }
      const { link } = (await (
        await post(`${url}/v1/users/${user.id}/invitation`, {}, authorization)
      ).json()) as { link: string }
      await post(`${url}/auth/invitations/accept`, { token: link.split('#')[1], password })
      known.push(email)
    }

    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < triesEach; round += 1)
      for (const [n, email] of known.entries()) {
        // In turns, and each side goes first equally often.
        const unknown = `nobody-${n}@example.com`
        if ((n + round) % 2 === 0) times.known.push(await timeOf(url, email))
        times.unknown.push(await timeOf(url, unknown))
        if ((n + round) % 2 === 1) times.known.push(await timeOf(url, email))
      }
    say(`A wrong password, address known:    ${told(times.known)}`)
    say(`A wrong password, address unknown:  ${told(times.unknown)}`)

    const quiet = new AbortController()
    const before = work(url, token, quiet.signal)
    await setTimeout(5_000)
    quiet.abort()
    say(`Somebody at work, nobody guesses:   ${told(await before)}`)

    const busy = new AbortController()
    const during = work(url, token, busy.signal)
    const began = performance.now()
    const used = processorTime(child.pid)
    const counts = await guess(url, 'ada@example.com')
    const seconds = (performance.now() - began) / 1000
    const each = (processorTime(child.pid) - used) / guesses
    busy.abort()
    say(`Somebody at work, 32 guess at once: ${told(await during)}`)
    say(
      `${guesses} wrong passwords on one account in ${seconds.toFixed(1)} s: ${counts[401] ?? 0} hashes computed (401), ${counts[429] ?? 0} told to wait (429), ${each.toFixed(2)} ms of the processor for each`,
    )
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
