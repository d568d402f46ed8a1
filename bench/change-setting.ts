import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Caller } from '../prove/caller.ts'
import { type Company, foundCompany } from '../prove/company.ts'
import { launch, ready, type Service, type Settings } from '../prove/service.ts'
import { newId } from '../src/base/ids.ts'
import { hasUnnumbered, numberCommitted } from '../src/db/change-log/feed.ts'
import type { Database, Engine } from '../src/db/database.ts'
import { write } from '../src/db/write.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { withDatabase } from '../test/support/seed.ts'

/** A database with one company, for services that run in their own processes. */
export interface Setting {
  engine: Engine
  databaseUrl: string
  company: Company
  start: (more?: Settings) => Promise<Service>
  callerAt: (service: Service) => Caller
  withDb: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Logs changes of tasks that do not exist, each of another record. */
  log: (count: number) => Promise<void>
  say: (line: string) => void
}

const perTransaction = 1_000

export async function inSetting(engine: Engine, work: (setting: Setting) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-changes-'))
  // As root, the server runs as another user.
  chmodSync(folder, 0o755)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  try {
    if (server !== undefined) await makeDatabase(server.url, 'changes')
    const databaseUrl = server === undefined ? `sqlite:${join(folder, 'atrium.db')}` : `${server.url}/changes`
    const settings = {
      ATRIUM_DATABASE_URL: databaseUrl,
      ATRIUM_DATA: folder,
      ATRIUM_PUBLIC_URL: 'http://localhost',
      ATRIUM_LOG_LEVEL: 'error',
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
      ATRIUM_WEBHOOK_NETWORKS: '127.0.0.1',
    }
    const company = await foundCompany(settings)
    const withDb: Setting['withDb'] = (run) => withDatabase(settings, run)
    await work({
      engine,
      databaseUrl,
      company,
      withDb,
      start: async (more = {}) => ready(await launch({ ...settings, ...more })),
      callerAt: ({ url }) => new Caller(url, company.token),
      log: (count) => withDb((db) => logTasks(db, company, count)),
      say: (line) => void process.stdout.write(`${engine.padEnd(8)} ${line}\n`),
    })
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function logTasks(db: Database, { companyNo, adminId }: Company, count: number): Promise<void> {
  const author = { companyNo, userId: adminId, clientId: undefined, requestId: newId() }
  for (let left = count; left > 0; left -= perTransaction)
    await write(db, author, async (tx) => {
      for (let n = 0; n < Math.min(left, perTransaction); n += 1)
        tx.log({ kind: 'task', verb: 'created', recordId: newId(), fields: [] })
    })
  while (await hasUnnumbered(db)) await numberCommitted(db)
}

/** Seconds of processor time that a process has used (proc(5): fields 14 and 15, in hundredths). */
export function processorSeconds({ pid }: Service): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Resident bytes of a process. */
export function residentBytes({ pid }: Service): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1_024
}

/** The value that this share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
