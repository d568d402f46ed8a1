import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { entries, removeEntries } from '../../src/db/installation.ts'
import { operate, operated } from '../support/copies.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

type Settings = Record<string, string>

/** An installation with a company; its secret was generated into its data folder. */
async function installation(engine: string): Promise<Settings> {
  const settings = await emptySettings(engine)
  await withDatabase(settings, (db) => seedCompany(db))
  return settings
}

/** The settings of an installation that has nothing yet. */
async function emptySettings(engine: string): Promise<Settings> {
  const own = settingsIn(makeFolder())
  if (engine === 'sqlite') return own
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  return { ...own, ATRIUM_DATABASE_URL: `${server}/${await makeDatabase(server, name)}` }
}

const secretOf = (settings: Settings): string => join(settings['ATRIUM_DATA'] ?? '', 'secret')

/** Whether commands and the service refuse to work, and for which reason. */
async function refusal(settings: Settings): Promise<string> {
  const words = [['backup', makeFolder()], ['demo'], ['serve']]
  const told = new Set<string>()
  for (const each of words) {
    const { code, noted } = await operate(each, { ...settings, ATRIUM_PORT: '1' })
    expect([each[0], code, noted]).toEqual([each[0], 3, expect.stringContaining('secret replace')])
    told.add(noted)
  }
  expect(told.size).toBe(1)
  return [...told].join()
}

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  test('a lost secret is not replaced silently: a refusal names what will be lost, and how to continue', async () => {
    const settings = await installation(engine)
    rmSync(secretOf(settings))
    const told = await refusal(settings)
    expect(told).toMatch(/^This installation has data, but its secret is missing here\. Set ATRIUM_SECRET/)
    expect(told).toMatch(/one-time codes.*single sign-on.*mail/)
    expect(existsSync(secretOf(settings))).toBe(false)
    // A company can leave nevertheless; what it signs in with is encrypted.
    const folder = join(makeFolder(), 'archive')
    await operated(['export', '--company', 'acme', folder], settings)
    const withSignIn = ['export', '--company', 'acme', '--with-sign-in', `${folder}-2`]
    expect((await operate(withSignIn, settings)).code).toBe(3)

    expect(await operated(['secret', 'replace'], settings)).toContain(secretOf(settings))
    await operated(['backup', makeFolder()], settings)
  })

  test('a host without the secret, or with another one, is refused', async () => {
    const settings = await installation(engine)
    const without = { ...settings, ATRIUM_DATA: makeFolder() }
    expect(await refusal(without)).toContain('is missing here')
    expect(readdirSync(without.ATRIUM_DATA)).not.toContain('secret')
    const other = { ...settings, ATRIUM_SECRET: 'x'.repeat(40) }
    expect(await refusal(other)).toContain(
      'The secret here (ATRIUM_SECRET) does not belong to this installation.',
    )
    writeFileSync(secretOf(without), 'y'.repeat(64))
    expect(await refusal(without)).toContain(`(${secretOf(without)}) does not belong`)
    await operated(['backup', makeFolder()], settings)
  })

  test('a damaged secret is a sentence; a replaced one is kept aside', async () => {
    const settings = await installation(engine)
    writeFileSync(secretOf(settings), 'cut off')
    expect(await refusal(settings)).toContain(`${secretOf(settings)} is damaged`)
    const { code, noted } = await operate(['secret', 'replace'], settings)
    expect([code, noted]).toEqual([0, `Kept the damaged secret as ${secretOf(settings)}.damaged.`])
    await operated(['backup', makeFolder()], settings)
  })

  test('an installation of an earlier version has to have its secret as well', async () => {
    const settings = await installation(engine)
    const forget = () =>
      withDatabase(settings, (db) => db.transaction((tx) => removeEntries(tx, [entries.secretMark])))
    await forget()
    expect(await refusal({ ...settings, ATRIUM_DATA: makeFolder() })).toContain('is missing here')
    // Its first start remembers the secret it has.
    await operated(['backup', makeFolder()], settings)
    expect(await refusal({ ...settings, ATRIUM_SECRET: 'x'.repeat(40) })).toContain('does not belong')
  })
})

test('a restore or a move, on either engine, does not make another secret acceptable', async () => {
  const settings = await installation('sqlite')
  const dir = makeFolder()
  await operated(['backup', dir], settings)
  const refused = async (there: Settings) => {
    const other = { ...there, ATRIUM_SECRET: 'x'.repeat(40) }
    const { code, noted } = await operate(['backup', makeFolder()], other)
    return [code, noted]
  }
  const restored = await emptySettings('postgres')
  await operated(['restore', dir], restored)
  expect(await refused(restored)).toEqual([3, expect.stringContaining('does not belong')])
  const to = `sqlite:${join(makeFolder(), 'atrium.db')}`
  await operated(['move', '--to-database', to], restored)
  const moved = { ...restored, ATRIUM_DATABASE_URL: to }
  expect(await refused(moved)).toEqual([3, expect.stringContaining('does not belong')])
  await operated(['backup', makeFolder()], moved)
})

test('a restore on purpose without the secret can be served', async () => {
  const settings = await installation('sqlite')
  const dir = makeFolder()
  await operated(['backup', dir, '--without-secret'], settings)
  const there = settingsIn(makeFolder())
  expect((await operate(['restore', dir], there)).code).toBe(3)
  await operated(['restore', dir, '--other-secret'], there)
  await operated(['backup', makeFolder()], there)
})
