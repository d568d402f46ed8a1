import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { issueToken } from '../src/auth/access-token.ts'
import { type Credential, newKeyPair } from '../src/auth/client-keys.ts'
import { readConfig } from '../src/base/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { write } from '../src/db/write.ts'
import { makeClient } from '../src/resources/clients/make.ts'
import { freePort } from '../test/support/postgres-server.ts'
import type { Prepared } from './engines.ts'

export interface Tokens {
  admin: string
  member: string
  credential: Credential
}

/** Tokens for the people of the data set, created by the service's own functions. */
export async function makeTokens({
  databaseUrl,
  facts,
}: Pick<Prepared, 'databaseUrl' | 'facts'>): Promise<Tokens> {
  const config = readConfig({ ATRIUM_DATABASE_URL: databaseUrl, ATRIUM_PUBLIC_URL: 'http://localhost' })
  const db = openDatabase(config, (error) => {
    throw error
  })
  try {
    const tokenOf = (userId: string) =>
      db.transaction((tx) =>
        issueToken(tx, { companyNo: facts.companyNo, userId, clientId: null }, 24 * 3_600),
      )
    const pair = await newKeyPair()
    const author = { companyNo: facts.companyNo, userId: null, clientId: undefined, requestId: 'bench' }
    const given = {
      companyNo: facts.companyNo,
      createdBy: null,
      name: 'Bench',
      actAs: facts.adminId,
      compatibility: false,
      externalId: null,
    }
    const { credential } = await write(db, author, (tx) => makeClient(tx, given, pair, config))
    return { admin: await tokenOf(facts.adminId), member: await tokenOf(facts.memberId), credential }
  } finally {
    await db.close()
  }
}

export interface ServerState {
  rss: number
  /** The longest time the event loop was blocked since the last call, in milliseconds. */
  heldMost: number
  /** CPU microseconds used since the start. */
  cpu: number
  /** The same for the processes of PostgreSQL; absent in older revisions, 0 if unknown. */
  postgresCpu?: number
}

export interface ServerProcess {
  port: number
  /** The port with the same methods, without the bearer check and the rate limits. */
  uncheckedPort: number
  ask: (path: string, token: string) => Promise<{ text: string; json: never }>
  state: () => Promise<ServerState>
  fix: (name: string, text: string) => Promise<void>
  /** Records what a request sends to PostgreSQL, for `/bench/bare/{name}`. */
  record: (name: string, request: object) => Promise<void>
  stop: () => Promise<void>
}

/** The options of `npm start`, and its compile cache: stripping the types takes 30 MB. */
const flags = ['--max-semi-space-size=8']
const environmentOf = (checkout: string): NodeJS.ProcessEnv => ({
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/atrium'),
})

/** Starts the server of a checkout as a separate process. */
export async function startServer(
  { databaseUrl }: Pick<Prepared, 'databaseUrl'>,
  checkout = resolve('.'),
): Promise<ServerProcess> {
  const [port, uncheckedPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    ...environmentOf(checkout),
    ATRIUM_DATABASE_URL: databaseUrl,
    ATRIUM_PORT: String(port),
    BENCH_UNCHECKED_PORT: String(uncheckedPort),
    ATRIUM_PUBLIC_URL: 'http://localhost',
    ATRIUM_LOG_LEVEL: 'error',
    // High enough not to matter, so that only their cost is measured.
    ATRIUM_RATE_REQUESTS_PER_SECOND: '1000000',
    ATRIUM_RATE_BURST: '10000000',
    ATRIUM_RATE_TOKENS_PER_MINUTE: '1000000',
  }
  const child = spawn(process.execPath, [...flags, join(checkout, 'bench', 'server.ts')], {
    env,
    // It ends with this process, however that ends.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: checkout,
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return {
    port,
    uncheckedPort,
    async ask(path, token) {
      const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
      const text = await reply.text()
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`)
      return { text, json: JSON.parse(text) as never }
    },
    state: async () => (await fetch(`${url}/bench/state`)).json() as Promise<ServerState>,
    async fix(name, text) {
      await fetch(`${url}/bench/fixed/${name}`, { method: 'PUT', body: text })
    },
    async record(name, request) {
      await fetch(`${url}/bench/bare/${name}`, { method: 'PUT', body: JSON.stringify(request) })
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const reply = await fetch(`${url}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((wait) => setTimeout(wait, 50))
  }
  throw new Error('The server did not become ready')
}
