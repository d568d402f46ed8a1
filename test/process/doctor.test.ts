import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Diagnosis } from '../../src/cli/doctor/finding.ts'
import { entries, readEntry, removeEntries } from '../../src/db/installation.ts'
import { ago, time } from '../support/clock.ts'
import { operate } from '../support/copies.ts'
import { useMailServer } from '../support/mail-server.ts'
import { freePort } from '../support/postgres-server.ts'
import { atrium, cleanUpProcesses, makeFolder, serveReady, settingsIn } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

let smtpUrl = ''
const mail = useMailServer((url) => {
  smtpUrl = url
})

async function examine(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; states: Record<string, string>; findings: readonly Diagnosis[] }> {
  const { code, said } = await operate(['doctor', '--json', ...words], settings)
  const findings = JSON.parse(said) as Diagnosis[]
  // Of several findings about the same thing, the worst.
  const worst = (['ok', 'warning', 'wrong'] as const).flatMap((state) =>
    findings.filter((each) => each.state === state).map(({ about }) => [about, state] as const),
  )
  return { code, states: Object.fromEntries(worst), findings }
}

/** An installation that lacks nothing, except that no service runs. */
async function sound(): Promise<Record<string, string>> {
  const folder = makeFolder()
  const settings = { ...settingsIn(folder), ATRIUM_SMTP_URL: smtpUrl, ATRIUM_PORT: '1' }
  await withDatabase(settings, (db) => seedCompany(db))
  return settings
}

// It compares the clock with those of the disk and the database.
beforeAll(() => time.setToMachine())

test('doctor finds nothing wrong with a sound installation, leaves nothing behind, and sends a test mail', async () => {
  const settings = await sound()
  await examine(settings)
  const filesThere = (): string[] =>
    readdirSync(settings['ATRIUM_DATA'] ?? '', { recursive: true }).map(String)
  const before = filesThere()
  const { code, states } = await examine(settings, '--mail', 'ada@example.com')
  expect(filesThere()).toEqual(before)
  expect(states).toMatchObject({
    ...{ versions: 'ok', settings: 'ok', user: 'ok', owners: 'ok', permissions: 'ok', secret: 'ok' },
    ...{ database: 'ok', 'file store': 'ok', mail: 'ok', backups: 'warning', service: 'warning' },
  })
  expect(Object.keys(states)).toEqual(expect.arrayContaining(['clock', 'disk']))
  expect(code).toBe(0)
  expect(await mail.next('ada@example.com')).toContain('atrium doctor --mail')
  expect(before.filter((name) => /^blobs.(content|incoming).0/.test(name))).toEqual([])
  const checked = await operate(['check'], settings)
  expect([checked.code, checked.said]).toEqual([0, expect.stringContaining('No problems found.')])
})

test('doctor reports what is wrong and what to do, and exits with 1', async () => {
  const settings = await sound()
  const folder = settings['ATRIUM_DATA'] ?? ''
  writeFileSync(join(folder, 'secret'), 'short')
  chmodSync(join(folder, 'secret'), 0o644)
  mkdirSync(join(folder, 'blobs'), { recursive: true })
  rmSync(join(folder, 'blobs', 'incoming'), { recursive: true, force: true })
  writeFileSync(join(folder, 'blobs', 'incoming'), 'a file where a folder should be', { mode: 0o600 })
  const broken = { ...settings, ATRIUM_SMTP_URL: 'smtp://127.0.0.1:1' }
  const { code, states, findings } = await examine(broken)
  expect(states).toMatchObject({
    permissions: 'wrong',
    secret: 'wrong',
    'file store': 'wrong',
    mail: 'wrong',
  })
  expect(findings.filter(({ state, remedy }) => state !== 'ok' && !remedy)).toEqual([])
  expect(code).toBe(1)

  const nowhere = await examine({ ...settings, ATRIUM_DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })
  expect([nowhere.code, nowhere.states['database']]).toEqual([1, 'wrong'])
  const mistyped = await examine({ ...settings, ATRIUM_PORT: 'many' })
  expect([mistyped.code, mistyped.states['settings']]).toEqual([1, 'wrong'])
  const { said } = await operate(['doctor'], broken)
  expect(said).toMatch(/^wrong +secret +.*\n +→ Put it back/m)
  expect(said).toMatch(/\d+ problems(?:, \d+ warnings?)?\.$/)
})

test('doctor refuses to send a test mail to what is no address', async () => {
  const { code, noted } = await operate(['doctor', '--mail', 'ada'], await sound())
  expect([code, noted]).toEqual([2, expect.stringContaining('--mail must be')])
})

test('doctor compares the secret, and stores nothing about it', async () => {
  const settings = await sound()
  const known = await withDatabase(settings, async (db) => {
    await db.transaction((tx) => removeEntries(tx, [entries.secretMark]))
    expect((await examine(settings)).states).toMatchObject({ secret: 'ok', database: 'ok' })
    return readEntry(db, entries.secretMark)
  })
  expect(known).toBeUndefined()
  // Stores it.
  await withDatabase(settings, async () => undefined)
  expect((await examine({ ...settings, ATRIUM_SECRET: 's'.repeat(64) })).states['secret']).toBe('wrong')
})

test('doctor goes on when the secret cannot be read', async () => {
  const settings = await sound()
  rmSync(join(settings['ATRIUM_DATA'] ?? '', 'secret'), { force: true })
  mkdirSync(join(settings['ATRIUM_DATA'] ?? '', 'secret'), { mode: 0o700 })
  const { code, states } = await examine(settings)
  expect([code, states]).toMatchObject([1, { secret: 'wrong', database: 'ok', 'file store': 'ok' }])
  const served = await atrium(['serve'], { env: settings })
  expect([served.code, served.stderr]).toEqual([3, expect.stringMatching(/secret is a folder, not a file\./)])
})

test('doctor checks an installation that has no files, and a second host that lacks the secret', async () => {
  const settings = {
    ATRIUM_DATA: join(makeFolder(), 'nowhere'),
    ATRIUM_DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z',
    ATRIUM_BLOBS_URL: 's3://bucket?endpoint=http://127.0.0.1:1',
    ATRIUM_PORT: '1',
    ...{ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'us-east-1' },
  }
  const others = { user: 'ok', database: 'wrong', 'file store': 'wrong' }
  const { states } = await examine({ ...settings, ATRIUM_SECRET: 's'.repeat(64) })
  expect(states).toMatchObject({ ...others, secret: 'ok' })
  expect((await examine(settings)).states).toMatchObject({ ...others, secret: 'wrong' })
})

test('doctor reports a first backup that was never created', async () => {
  const settings = { ...(await sound()), ATRIUM_BACKUP_DIR: makeFolder() }
  expect((await examine(settings)).states['backups']).toBe('ok')
  const createdAt = ago(2 * 3_600_000)
  await withDatabase(settings, (db) =>
    db.transaction((tx) => tx.query.updateTable('companies').set({ createdAt }).execute()),
  )
  expect((await examine(settings)).states['backups']).toBe('wrong')
})

test('doctor tries the folder of scheduled backups', async () => {
  const settings = await sound()
  const folder = makeFolder()
  const missing = join(folder, 'a', 'b')
  expect((await examine({ ...settings, ATRIUM_BACKUP_DIR: missing })).states['backups']).toBe('ok')
  expect(existsSync(join(folder, 'a'))).toBe(false)
  writeFileSync(join(folder, 'file'), '')
  const { findings } = await examine({ ...settings, ATRIUM_BACKUP_DIR: join(folder, 'file', 'backups') })
  expect(findings.find(({ about }) => about === 'backups')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('a file is where a folder should be'),
  })
})

test('doctor recognizes its own service', async () => {
  const settings = await sound()
  const port = { ATRIUM_PORT: `${await freePort()}` }
  await serveReady({ ...settings, ...port })
  expect((await examine({ ...settings, ...port })).states['service']).toBe('ok')
  const { findings } = await examine({ ...(await sound()), ...port })
  expect(findings.find(({ about }) => about === 'service')).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('another installation or program responds'),
  })
})

test('doctor reports that there is no data', async () => {
  const { code, states } = await examine({ ...settingsIn(join(makeFolder(), 'nowhere')), ATRIUM_PORT: '1' })
  expect([code, states['user']]).toEqual([1, 'wrong'])
})
