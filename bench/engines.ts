import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '../src/config.ts'
import type { Engine } from '../src/db/database.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { buildDataset, type DatasetFacts, type Size } from './dataset.ts'

export interface Prepared {
  engine: Engine
  databaseUrl: string
  facts: DatasetFacts
  stop: () => Promise<void>
}

/** Data of another size or another schema is other data. */
function nameOf(size: Size): string {
  const schema = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 8)
  return `atrium_${size.tasks}_${schema}`
}

/** Opens the data set on an engine, building it where this is the first time. */
export async function prepare(engine: Engine, size: Size, folder = resolve('.bench')): Promise<Prepared> {
  mkdirSync(folder, { recursive: true })
  const name = nameOf(size)
  const factsFile = join(folder, `${name}.${engine}.json`)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  const databaseUrl = server === undefined ? `sqlite:${join(folder, `${name}.db`)}` : `${server.url}/${name}`
  const stop = async (): Promise<void> => server?.stop()
  if (existsSync(factsFile))
    return { engine, databaseUrl, facts: JSON.parse(readFileSync(factsFile, 'utf8')), stop }
  if (server !== undefined) await makeDatabase(server.url, name)
  const config = readConfig({ ATRIUM_DATABASE_URL: databaseUrl })
  await migrate(config.database)
  const db = openDatabase(config, (error) => {
    throw error
  })
  const facts = await buildDataset(db, size)
  await db.close()
  writeFileSync(factsFile, JSON.stringify(facts, null, 2))
  return { engine, databaseUrl, facts, stop }
}
