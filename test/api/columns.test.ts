import { expect, test } from 'vitest'
import { type Reader, rows } from '../../src/db/database.ts'
import { records } from '../../src/schema/records.ts'
import type { Resource } from '../../src/schema/resource.ts'
import { columnsOf, tableOf } from '../../src/schema/storage.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

/** The columns of a table that rows are written with, without generated ones. */
async function readColumns(reader: Reader, table: string): Promise<string[]> {
  const sql =
    reader.engine === 'sqlite'
      ? `SELECT "name" FROM pragma_table_xinfo(?) WHERE "hidden" = 0`
      : `SELECT column_name AS "name" FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = ? AND is_generated = 'NEVER'`
  const found = await rows<{ name: string }>(reader, { sql, values: [table] })
  return found.map(({ name }) => name)
}

async function differences(reader: Reader, resource: Resource): Promise<string[]> {
  const [declared, migrated] = [columnsOf(resource), await readColumns(reader, tableOf(resource))]
  return [
    ...declared
      .filter((name) => !migrated.includes(name))
      .map((name) => `${resource.kind}.${name} has no column`),
    ...migrated
      .filter((name) => !declared.includes(name))
      .map((name) => `the column ${tableOf(resource)}.${name} is not declared`),
  ]
}

test('every resource has the columns of its migrated table', async () => {
  const all = await Promise.all(records.map((each) => differences(world.db, each)))
  expect(all.flat()).toEqual([])
})

test('a missing column, and an undeclared one, would be found', async () => {
  const [task] = records.filter(({ kind }) => kind === 'task')
  if (task === undefined) throw new Error('There is no task')
  const { title, ...others } = task.fields
  const changed = { ...task, fields: { ...others, headline: title } } as Resource
  expect(await differences(world.db, changed)).toEqual([
    'task.headline has no column',
    'task.headlineKey has no column',
    'the column tasks.title is not declared',
    'the column tasks.titleKey is not declared',
  ])
})
