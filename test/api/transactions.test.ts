import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { rows, type Transaction } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()

const insert = (name: string) =>
  sql`INSERT INTO "leases" ("name", "owner", "expiresAt") VALUES (${name}, 'test', '2000-01-01T00:00:00.000Z')`

const isStored = async (name: string): Promise<boolean> =>
  (await rows(world.db, sql`SELECT 1 AS "one" FROM "leases" WHERE "name" = ${name}`)).length > 0

test('a statement that nobody waits for is stored with the transaction, and seen by the next one', async () => {
  const name = randomUUID()
  const seen = await world.db.transaction(async (tx) => {
    await tx.send(insert(name))
    return rows(tx, sql`SELECT "name" FROM "leases" WHERE "name" = ${name}`)
  })
  expect(seen).toEqual([{ name }])
  expect(await isStored(name)).toBe(true)
  await world.db.transaction((tx) => tx.send(sql`DELETE FROM "leases" WHERE "name" = ${name}`))
})

test.each(['the commit', 'the next statement'])(
  'if it fails, %s throws its error, and nothing is stored',
  async (what) => {
    const name = randomUUID()
    const failed = world.db.transaction(async (tx) => {
      await tx.send(insert(name))
      await tx.send(sql`INSERT INTO "leases" ("nothing") VALUES (1)`)
      if (what === 'the next statement') await rows(tx, sql`SELECT 1 AS "one"`)
    })
    await expect(failed).rejects.toThrow(/nothing/)
    expect(await isStored(name)).toBe(false)
  },
)

test('many statements that nobody waits for are all stored', async () => {
  const name = randomUUID()
  await world.db.transaction(async (tx) => {
    for (let n = 0; n < 200; n += 1) await tx.send(insert(`${name} ${n}`))
  })
  const like = `${name}%`
  const [found] = await rows<{ count: number }>(
    world.db,
    sql`SELECT CAST(count(*) AS integer) AS "count" FROM "leases" WHERE "name" LIKE ${like}`,
  )
  expect(found?.count).toBe(200)
  await world.db.transaction((tx) => tx.send(sql`DELETE FROM "leases" WHERE "name" LIKE ${like}`))
})

test('a transaction that has ended takes no further statements', async () => {
  // SQLite has one transaction object for all.
  if (world.engine === 'sqlite') return
  const kept: Transaction[] = []
  await world.db.transaction(async (tx) => void kept.push(tx))
  const [over] = kept
  const name = randomUUID()
  await expect(over?.send(insert(name))).rejects.toThrow('The transaction has ended.')
  expect(await isStored(name)).toBe(false)
})
