import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyRow, writeWithoutPause } from '../support/copies.ts'
import { FileCaller } from '../support/file-requests.ts'
import { atrium, cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const unlimited = { ATRIUM_RATE_REQUESTS_PER_SECOND: '0' }

test('a backup under load is restored whole, and one at rest is equal row by row', async () => {
  const folder = makeFolder()
  const settings = { ...settingsIn(folder), ...unlimited }
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady(settings)
  const writer = await writeWithoutPause(new FileCaller(served.url, token))
  await until('there is much', () => writer.written() > 300)
  const dir = join(makeFolder(), 'backups')
  const before = writer.written()
  const made = await atrium(['backup', dir, '--json'], { env: settings })
  expect(made.code, made.stderr).toBe(0)
  expect(writer.written(), 'others were served meanwhile').toBeGreaterThan(before)
  await writer.stop()
  const first = JSON.parse(made.stdout)
  expect(first).toMatchObject({ lacking: [], removed: [] })
  const checked = await atrium(['restore', dir, '--check'])
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('All is as it was.')])

  const target = makeFolder()
  const there = { ...settingsIn(target), ...unlimited }
  const restored = await atrium(['restore', dir], { env: there })
  expect(restored.code, restored.stderr).toBe(0)
  const sound = await atrium(['check', '--json'], { env: there })
  expect(JSON.parse(sound.stdout)).toMatchObject({ missing: [], damaged: [], dangling: [], unreferenced: [] })
  const rows = await everyRow(there)
  const logged = rows['changes']?.filter((row) => row.includes('"task.created"'))
  expect(rows['tasks']?.length, 'each task with its change').toBe(logged?.length)
  expect(rows['tasks']?.length).toBeGreaterThan(100)

  const again = await atrium(['backup', dir, '--json'], { env: settings })
  const second = JSON.parse(again.stdout)
  expect(second.copied.contents, 'only what is new').toBe(second.contents - first.contents)
  await served.stop()
  const other = { ...settingsIn(makeFolder()), ...unlimited }
  expect((await atrium(['restore', dir], { env: other })).code).toBe(0)
  expect(await everyRow(other)).toEqual(await everyRow(settings))
  const reopened = await serveReady(other)
  expect((await new FileCaller(reopened.url, token).fetch('/v1/tasks')).status).toBe(200)
  await reopened.stop()
})
