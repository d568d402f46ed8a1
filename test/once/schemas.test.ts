import { beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../../src/db/migrate.ts'
import { readSchemas, writeMissing } from '../support/schemas.ts'
import { unlimited, useWorld } from '../support/world.ts'

const world = useWorld(unlimited)

beforeAll(async () => {
  const { database } = world.config
  // `npm run schemas`: these are made by what the tests are made of.
  const wanted = process.env['ATRIUM_TEST_SCHEMAS']
  if (wanted === undefined || database.engine !== 'sqlite') return
  // Unreleased migrations may still change.
  const plan = wanted === 'newest' ? migrations : migrations.slice(0, -1)
  for (const name of await writeMissing(world, database, plan))
    process.stderr.write(`Wrote test/schemas/${name}.json\n`)
})

describe('test/schemas', () => {
  test('has a database of every migration but the newest; "npm run schemas" writes missing ones', () => {
    const known = readSchemas().map(({ name }) => name)
    const names = migrations.map(({ name }) => name)
    expect(known).toEqual(names.slice(0, Math.max(known.length, names.length - 1)))
  })

  test('a released migration never changes', () => {
    for (const { name, statements } of readSchemas())
      expect(migrations.find((each) => each.name === name)?.statements, name).toEqual(statements)
  })

  test('each has rows in every table of that time', () => {
    for (const { name, statements, rows } of readSchemas()) {
      const made = statements.flatMap((each) => /^CREATE TABLE "(\w+)"/.exec(each)?.[1] ?? [])
      for (const table of made) expect(rows[table]?.length, `${name} ${table}`).toBeGreaterThan(0)
    }
  })
})
