import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/base/config.ts'
import { readSecret } from '../../src/base/secret.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { everyRow } from '../../test/support/every-row.ts'
import { layDown, readSchemas, type Schema } from '../../test/support/schemas.ts'
import { settingsFor } from '../company.ts'
import type { Faults, Place } from '../proof.ts'
import { kill, launch, ready, type Service, type Settings, stop } from '../service.ts'

/**
 * Kills the service while it migrates a database of an earlier version; returns how often that was during a migration.
 */
export async function killMigrations(place: Place, count: number, faults: Faults): Promise<number> {
  const schemas = readSchemas()
  const expected = new Map<Schema, Awaited<ReturnType<typeof everyRow>>>()
  let amidst = 0
  for (let n = 0; n < count; n += 1) {
    // The older the schema, the more there is to do.
    const schema = schemas[randomInt(Math.ceil(schemas.length / 2))]
    if (schema === undefined) break
    if (!expected.has(schema)) {
      const undisturbed = await databaseOf(place, schema)
      await migrate(readConfig({ ...undisturbed }).database)
      expected.set(schema, await everyRow({ ...undisturbed }))
    }
    const settings = await databaseOf(place, schema)
    const service = await launch(settings)
    const began = await hasBegun(service, schema, faults)
    await setTimeout(randomInt(0, 100))
    await kill(service)
    if (began && !service.written().includes('Atrium serves')) amidst += 1
    await migrate(readConfig({ ...settings }).database)
    const found = await everyRow({ ...settings })
    for (const [table, all] of Object.entries(expected.get(schema) ?? {}))
      if (JSON.stringify(found[table]) !== JSON.stringify(all))
        faults.add(`Killed while it migrated from ${schema.name}, ${table} has other rows`)
    const again = await ready(await launch(settings))
    if ((await stop(again)) !== 0) faults.add(`A database of ${schema.name} cannot be served in the end`)
  }
  return amidst
}

async function databaseOf(place: Place, schema: Schema): Promise<Settings> {
  const settings = await settingsFor(place)
  const config = readConfig({ ...settings })
  readSecret(config)
  const open = () =>
    openDatabase(config, (error) => {
      throw error
    })
  await layDown(schema, config.database, open)
  return settings
}

/** Milliseconds; longer than a start takes on a busy machine. */
const patience = 120_000

/** False if it ended before, or does not get that far. */
async function hasBegun(service: Service, schema: Schema, faults: Faults): Promise<boolean> {
  let over = false
  service.ended.then(() => {
    over = true
  })
  const end = performance.now() + patience
  for (; !over && !service.written().includes('Migrating'); await setTimeout(1))
    if (performance.now() > end) {
      faults.add(`It does not begin to migrate from ${schema.name}: ${service.written()}`)
      return false
    }
  return !over
}
