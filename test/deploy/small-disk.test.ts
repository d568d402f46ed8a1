import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, type TestContext, test } from 'vitest'
import { addContents, operate, operated } from '../support/copies.ts'
import { everyRow } from '../support/every-row.ts'
import { cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

cleanUpProcesses()

const home = settingsIn(makeFolder())
const backups = makeFolder()

beforeAll(async () => {
  await withDatabase(home, (db) => seedCompany(db))
  await addContents(home, [0, 1000, 20_000, 3_000_000])
  await operated(['backup', backups], home)
})

/** A mounted file system of this size, for the duration of a test. */
function smallDisk(context: TestContext, megabytes: number): string {
  const folder = join(makeFolder(), 'disk')
  const disk = mountSmallDisk(folder, megabytes)
  if (disk === undefined) context.skip('this user may not mount a file system')
  context.onTestFinished(() => disk.remove())
  return folder
}

test('commands report that a disk is full, and leave nothing on it', async (context) => {
  const tiny = smallDisk(context, 0.3)
  for (const words of [['restore', backups], ['demo'], ['migrate']]) {
    const { code, noted } = await operate(words, settingsIn(tiny))
    expect([code, noted], words[0]).toEqual([1, expect.stringMatching(/No space left.* Free some space/)])
    expect(noted, 'no stack').not.toContain('    at ')
  }
  execFileSync('sh', ['-c', `cat /dev/zero > ${tiny}/rest 2> /dev/null || true`])
  const exported = await operate(['export', '--company', 'acme', join(tiny, 'archive')], home)
  expect([exported.code, exported.noted]).toEqual([
    1,
    expect.stringContaining(`No space left in ${tiny}/archive. The unfinished export was removed.`),
  ])
})

test('a restore that ran out of space continues once there is space', async (context) => {
  const small = smallDisk(context, 2)
  const there = settingsIn(small)
  const half = await operate(['restore', backups], there)
  expect([half.code, half.noted]).toEqual([1, expect.stringContaining('No space left in the target.')])
  execFileSync('mount', ['-o', 'remount,size=20m', small])
  await operated(['restore', backups], there)
  expect(await everyRow(there)).toEqual(await everyRow(home))
})
