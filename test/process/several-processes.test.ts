import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { timeEverywhere } from '../support/clock-server.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { withDatabase } from '../support/seed.ts'

cleanUpProcesses()

async function settingsFor(): Promise<Record<string, string>> {
  const url = inject('postgresUrl')
  const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
  return { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: `${url}/${name}` }
}

test('of several processes on one PostgreSQL, one runs the jobs; when it is killed, another takes over', async () => {
  const settings = await settingsFor()
  await withDatabase(settings, async (db) => {
    const owner = async (): Promise<string | undefined> =>
      (await db.query.selectFrom('leases').select('owner').where('name', '=', 'jobs').executeTakeFirst())
        ?.owner
    const first = await serveReady(settings)
    await until('the first has the lease', async () => (await owner()) !== undefined)
    const before = await owner()
    const second = await serveReady(settings)
    expect(await owner()).toBe(before)

    first.signal('SIGKILL')
    await first.ended
    expect(await owner()).toBe(before)
    await db.transaction((tx) =>
      tx.query
        .updateTable('leases')
        .set({ expiresAt: new Date(0).toISOString() })
        .execute(),
    )
    await until('the second has the lease', async () => {
      // It checks every 15 seconds.
      await timeEverywhere.advance(15_000)
      return (await owner()) !== before
    })
    expect(await owner()).toBeDefined()

    // A process that stops cleanly releases the lease.
    expect((await second.stop()).code).toBe(0)
    expect(await owner()).toBeUndefined()
  })
})
