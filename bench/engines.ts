import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig } from '../src/base/config.ts'
import type { Engine } from '../src/db/database.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import type { Migration } from '../src/db/migrations/migration.ts'
import { openPatiently } from '../src/db/open.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { withoutIndexes } from './bulk.ts'
import { buildDataset, type DatasetFacts, type Size } from './dataset.ts'

export interface Prepared {
  engine: Engine
  databaseUrl: string
  facts: DatasetFacts
  stop: () => Promise<void>
}

/** The schema that the data set is built on. Later migrations are applied to it, as in an upgrade. */
const base = migrations.slice(0, 2)

const hashOf = (migration: Migration): string =>
  createHash('sha256').update(JSON.stringify(migration)).digest('hex').slice(0, 8)

const stepsOf = (plan: readonly Migration[]): Record<string, string> =>
  Object.fromEntries(plan.map((migration) => [migration.name, hashOf(migration)]))

interface Kept {
  /** The migrations applied to the data: the hash of each by name. */
  steps: Record<string, string>
  facts: DatasetFacts
}

/** The facts about the stored data, unless an applied migration has changed since. */
function keptIn(file: string): Kept | undefined {
  if (!existsSync(file)) return undefined
  const kept: Kept = JSON.parse(readFileSync(file, 'utf8'))
  const now = stepsOf(migrations)
  return Object.entries(kept.steps).every(([name, hash]) => now[name] === hash) ? kept : undefined
}

/** Opens the data set on an engine, and builds it the first time. */
export async function prepare(engine: Engine, size: Size, folder: string): Promise<Prepared> {
  mkdirSync(folder, { recursive: true })
  const name = `atrium_${size.tasks}`
  const factsFile = join(folder, `${name}.${engine}.json`)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  const databaseUrl = server === undefined ? `sqlite:${join(folder, `${name}.db`)}` : `${server.url}/${name}`
  const facts = keptIn(factsFile)?.facts ?? (await build(databaseUrl, size))
  await migrate(readConfig({ ATRIUM_DATABASE_URL: databaseUrl }).database)
  writeFileSync(factsFile, JSON.stringify({ steps: stepsOf(migrations), facts }, null, 2))
  return { engine, databaseUrl, facts, stop: async () => server?.stop() }
}

/**
 * The same data set for another revision, migrated by that revision: its schema may be older, and the cost of
 * a schema is part of what is compared.
 */
export async function prepareFor(
  { folder, commit }: { folder: string; commit: string },
  { engine, databaseUrl }: Prepared,
  size: Size,
): Promise<Pick<Prepared, 'databaseUrl' | 'facts'>> {
  const theirs = databaseUrl.replace(/(\.db)?$/, (end) => `_${commit.slice(0, 12)}${end}`)
  const factsFile = join(dirname(folder), `atrium_${size.tasks}_${commit.slice(0, 12)}.${engine}.json`)
  const kept: { facts: DatasetFacts } | undefined = existsSync(factsFile)
    ? JSON.parse(readFileSync(factsFile, 'utf8'))
    : undefined
  const facts = kept?.facts ?? (await build(theirs, size))
  execFileSync(process.execPath, ['bin/atrium.mjs', 'migrate'], {
    cwd: folder,
    env: { ...process.env, ATRIUM_DATABASE_URL: theirs },
    stdio: 'inherit',
  })
  writeFileSync(factsFile, JSON.stringify({ facts }, null, 2))
  return { databaseUrl: theirs, facts }
}

async function build(databaseUrl: string, size: Size): Promise<DatasetFacts> {
  const { database } = readConfig({ ATRIUM_DATABASE_URL: databaseUrl })
  if (database.engine === 'postgres') {
    const slash = databaseUrl.lastIndexOf('/')
    await makeDatabase(databaseUrl.slice(0, slash), databaseUrl.slice(slash + 1))
  } else for (const end of ['', '-wal', '-shm']) rmSync(database.file + end, { force: true })
  await migrate(database, base)
  const db = openPatiently(database)
  const made = await withoutIndexes(db, () => buildDataset(db, size))
  await db.close()
  return made
}
