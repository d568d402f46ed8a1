import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { lookAt } from '../../src/db/migrate.ts'
import { addContents, everyContent, operate, operated } from '../support/copies.ts'
import { everyRow } from '../support/every-row.ts'
import { fillWithTasks } from '../support/many-tasks.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { atriumUntil, cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const url = inject('postgresUrl')
const name = `test_copy_kills_${process.pid}`
const home = settingsIn(makeFolder())
const dir = makeFolder()
let rows: Record<string, string[]>
let contents: Record<string, string>

beforeAll(async () => {
  await withDatabase(home, (db) => seedCompany(db))
  fillWithTasks(join(home['ATRIUM_DATA'] ?? '', 'atrium.db'), 20_000)
  await addContents(
    home,
    Array.from({ length: 200 }, (_, n) => 5_000 + n),
  )
  rows = await everyRow(home)
  contents = await everyContent(home)
})
afterAll(() => makeDatabase(url, name))

/** Runs a command that is killed when it prints this. */
async function killed(words: string[], env: Record<string, string>, told: RegExp): Promise<void> {
  const { signal, stderr } = await atriumUntil(told, 'SIGKILL', words, { env })
  expect(signal, `${words[0]} does not say ${told}: ${stderr}`).toBe('SIGKILL')
}

const refusesToServe = async (settings: Record<string, string>): Promise<void> => {
  const { code, noted } = await operate(['serve'], { ...settings, ATRIUM_PORT: '1' })
  expect([code, noted]).toEqual([3, expect.stringContaining('restore or move that is not complete')])
  // Earlier versions do not know the entry, and refuse the database because of the migration.
  expect((await lookAt(readConfig(settings).database)).applied).toContain('0011-installation')
}

test('a killed backup does not count, and the next one reuses its content', async () => {
  await killed(['backup', dir], home, /Writing: [1-9]/)
  expect((await operate(['restore', dir, '--check'])).code).toBe(3)
  // Two minutes later.
  const later = (): Promise<unknown> =>
    withDatabase(home, (db) =>
      db.transaction((tx) => tx.query.deleteFrom('leases').where('name', '=', 'copy').execute()),
    )
  await later()
  await killed(['backup', dir], home, /Copying: [1-9]/)
  expect((await operate(['restore', dir, '--check'])).code).toBe(3)
  await later()
  const made = JSON.parse(await operated(['backup', dir, '--json'], home))
  expect(made.contents).toBe(200)
  expect(made.copied.contents, 'the rest').toBeLessThan(200)
  expect(readdirSync(dir).filter((each) => each.includes('unfinished'))).toEqual([])
  await operated(['restore', dir, '--check'])
})

test('a backup that is asked to stop exits cleanly, and the next one does not have to wait', async () => {
  const into = makeFolder()
  const { code, stderr } = await atriumUntil(/Writing: [1-9]/, 'SIGTERM', ['backup', into], { env: home })
  expect([code, stderr]).toEqual([1, expect.stringContaining('The backup was stopped.')])
  expect(readdirSync(into).filter((name) => /^\d/.test(name))).toEqual([])
  await operated(['backup', into], home)
})

test('a killed restore cannot be served, and resumes', async () => {
  const there = settingsIn(makeFolder())
  for (const told of [/Loading: [1-9]/, /Creating indexes/, /Verifying: [1-9]/, /Restoring: [1-9]/]) {
    await killed(['restore', dir], there, told)
    await refusesToServe(there)
  }
  const { code, stderr } = await atriumUntil(/Restoring: [1-9]/, 'SIGINT', ['restore', dir], { env: there })
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('Stopped. Run the same command again to continue.'),
  ])
  const other = makeFolder()
  await operated(['backup', other], home)
  const wrong = await operate(['restore', other], there)
  expect([wrong.code, wrong.noted]).toEqual([3, expect.stringContaining('another restore or move')])
  await operated(['restore', dir], there)
  expect(await everyRow(there)).toEqual(rows)
  expect(await everyContent(there)).toEqual(contents)
})

test('a killed move cannot be served, resumes, and notices a source that has changed', async () => {
  const database = `${url}/${await makeDatabase(url, name)}`
  const folder = makeFolder()
  const words = ['move', '--to-database', database, '--to-blobs', `file:${folder}`]
  const there = { ATRIUM_DATA: folder, ATRIUM_DATABASE_URL: database, ATRIUM_BLOBS_URL: `file:${folder}` }
  for (const told of [/Loading: [1-9]/, /Moving: [1-9]/]) {
    await killed(words, home, told)
    await refusesToServe(there)
  }
  expect(await operated(words, home)).toContain('ATRIUM_DATABASE_URL')
  expect(await everyRow(there)).toEqual(rows)
  expect(await everyContent(there)).toEqual(contents)

  await operated(['move', '--reopen'], home)
  const elsewhere = `sqlite:${join(makeFolder(), 'changed.db')}`
  await killed(['move', '--to-database', elsewhere], home, /Verifying: [1-9]/)
  await withDatabase(home, (db) =>
    db.transaction((tx) => tx.query.updateTable('users').set({ fullName: 'Other' }).execute()),
  )
  const changed = await operate(['move', '--to-database', elsewhere], home)
  expect([changed.code, changed.noted]).toEqual([1, expect.stringContaining('"users" differs between')])
  await refusesToServe({ ...home, ATRIUM_DATABASE_URL: elsewhere })
})
