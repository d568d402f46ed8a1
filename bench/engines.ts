import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
  const file = join(folder, `${name}.db`)
  const databaseUrl = server === undefined ? `sqlite:${file}` : `${server.url}/${name}`
  const config = readConfig({ ATRIUM_DATABASE_URL: databaseUrl })
  const facts = keptIn(factsFile)?.facts ?? (await build())
  await migrate(config.database)
  writeFileSync(factsFile, JSON.stringify({ steps: stepsOf(migrations), facts }, null, 2))
  return { engine, databaseUrl, facts, stop: async () => server?.stop() }

  async function build(): Promise<DatasetFacts> {
    if (server !== undefined) await makeDatabase(server.url, name)
    else for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    await migrate(config.database, base)
    const db = openPatiently(config.database)
    const made = await withoutIndexes(db, () => buildDataset(db, size))
    await db.close()
    return made
  }
}
