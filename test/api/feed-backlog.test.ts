import { expect, inject, test } from 'vitest'
import { numberCommitted } from '../../src/db/change-log/feed.ts'
import { rows } from '../../src/db/database.ts'
import { connected } from '../../src/db/postgres/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld()

test.runIf(inject('engine') === 'postgres')(
  'a backlog of changes is numbered, although PostgreSQL has known the tables as empty',
  async () => {
    const [{ name } = { name: '' }] = await rows<{ name: string }>(
      world.db,
      sql`SELECT current_database() AS "name"`,
    )
    await connected(`${inject('postgresUrl')}/${name}`, async (client) => {
      // The queue is empty, and still has its pages.
      await client.query(
        `INSERT INTO "unnumbered" ("companyNo", "changeId") SELECT 1, i FROM generate_series(1, 60000) i`,
      )
      await client.query('DELETE FROM "unnumbered"')
      for (const table of ['unnumbered', 'feed'])
        await client.query(`VACUUM (ANALYZE, TRUNCATE FALSE) "${table}"`)
      // A prepared statement would be planned for good by then.
      for (let n = 0; n < 8; n += 1) await numberCommitted(world.db)
      await client.query(
        `INSERT INTO "unnumbered" ("companyNo", "changeId") SELECT 1000 + i % 400, i FROM generate_series(1, 20000) i`,
      )
    })
    for (let isFull = true; isFull; ) isFull = (await numberCommitted(world.db))?.isFull ?? true
    const counted = await rows(
      world.db,
      sql`SELECT CAST(count(*) AS int) AS "count" FROM "feed" WHERE "companyNo" >= 1000`,
    )
    expect(counted).toEqual([{ count: 20_000 }])
  },
)
