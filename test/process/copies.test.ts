import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyContent } from '../../src/backup/contents.ts'
import { inBatches } from '../../src/backup/load.ts'
import { Counter } from '../../src/backup/progress.ts'
import { readConfig } from '../../src/base/config.ts'
import { readShapes } from '../../src/db/catalogue.ts'
import { type Database, rows } from '../../src/db/database.ts'
import { lookAt } from '../../src/db/migrate.ts'
import { openPatiently } from '../../src/db/open.ts'
import { ownTables } from '../../src/db/own-tables.ts'
import { DiskStore } from '../../src/file-store/disk.ts'
import { newBlobKey } from '../../src/file-store/keys.ts'
import { addContents, everyContent, operate, operated } from '../support/copies.ts'
import { everyRow } from '../support/every-row.ts'
import { someBytes } from '../support/file-requests.ts'
import { makeDatabase, templateName } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { type S3Server, startS3 } from '../support/s3-server.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const url = inject('postgresUrl')
const name = `test_copies_${process.pid}`
const home = settingsIn(makeFolder())
let s3: S3Server
let far: Record<string, string>

beforeAll(async () => {
  await operated(['demo'], home)
  // Empty, small, and of several parts.
  await addContents(home, [0, 1, 9_000_000])
  s3 = await startS3()
  // This server removes empty folders while others put something into them.
  for (const prefix of ['some/prefix', 'moved/to']) {
    const marks = join(s3.folder, prefix, 'incoming', '1')
    mkdirSync(marks, { recursive: true })
    writeFileSync(join(marks, 'keep'), '')
  }
  far = {
    ATRIUM_DATA: makeFolder(),
    ATRIUM_DATABASE_URL: `${url}/${await makeDatabase(url, name)}`,
    ATRIUM_BLOBS_URL: s3.url,
  }
})
afterAll(async () => {
  await s3.stop()
  await makeDatabase(url, name)
})

/** Empties PostgreSQL, and uses another prefix in the bucket. */
async function anotherFar(prefix: string): Promise<Record<string, string>> {
  await makeDatabase(url, name)
  return { ...far, ATRIUM_DATA: makeFolder(), ATRIUM_BLOBS_URL: s3.url.replace('some/prefix', prefix) }
}

test('both engines have the same tables, each with a primary key to read by', async () => {
  const [here, there] = await Promise.all(
    [home, { ATRIUM_DATABASE_URL: `${url}/${templateName}` }].map(async (settings) => {
      const db = openPatiently(readConfig(settings).database)
      return readShapes(db).finally(() => db.close())
    }),
  )
  expect(there).toEqual(here)
  expect(here?.filter(({ key }) => key.length === 0)).toEqual([])
  expect(here?.map(({ name: table }) => table)).toEqual([...ownTables].toSorted())
  expect(here?.length).toBeGreaterThan(40)
})

describe('SQLite and disk, PostgreSQL and S3', () => {
  test('a backup of one is restored into the other and back, equal in all rows and content', async () => {
    const [rows, contents] = [await everyRow(home), await everyContent(home)]
    const [one, other] = [makeFolder(), makeFolder()]
    await operated(['backup', one], home)
    expect(await operated(['restore', one], far)).toMatch(/^Restored .* rows and 19 stored files, 9\.0 MB\./)
    expect(await everyRow(far)).toEqual(rows)
    expect(await everyContent(far)).toEqual(contents)
    expect(await operated(['restore', one, '--check'])).toContain('The backup is intact.')
    await operated(['check'], far)
    await operated(['backup', other], far)
    const back = settingsIn(makeFolder())
    await operated(['restore', other], back)
    expect(await everyRow(back)).toEqual(rows)
    expect(await everyContent(back)).toEqual(contents)
    await operated(['migrate', '--check'], back)
  })

  test('a move there and back is equal in all rows and content, and leaves the source unchanged', async () => {
    const [rows, contents] = [await everyRow(home), await everyContent(home)]
    const there = await anotherFar('moved/to')
    const to = [
      '--to-database',
      there['ATRIUM_DATABASE_URL'] ?? '',
      '--to-blobs',
      there['ATRIUM_BLOBS_URL'] ?? '',
    ]
    const said = await operated(['move', ...to], home)
    expect(said).toMatch(
      /Moved and verified \d+ rows.*Moved and verified 19 stored files.*ATRIUM_DATABASE_URL.*ATRIUM_BLOBS_URL.*ATRIUM_SECRET/s,
    )
    expect([await everyRow(there), await everyContent(there)]).toEqual([rows, contents])
    const folder = makeFolder()
    const file = `sqlite:${join(folder, 'moved.db')}`
    await operated(['move', '--to-blobs', `file:${folder}`], there)
    // Again: existing content is read and found correct.
    await operated(['move', '--to-blobs', `file:${folder}`], there)
    await operated(['move', '--to-database', file], there)
    await operated(['move', '--reopen'], home)
    const back = { ATRIUM_DATA: folder, ATRIUM_DATABASE_URL: file, ATRIUM_BLOBS_URL: `file:${folder}` }
    expect([await everyRow(back), await everyContent(back)]).toEqual([rows, contents])
    expect([await everyRow(home), await everyContent(home)]).toEqual([rows, contents])
  })
})

test('tables of other programs are neither backed up nor moved, and not harmed in a target', async () => {
  const foreign = [
    'CREATE TABLE "spatial_ref_sys" ("srid" integer)',
    'CREATE INDEX "theirs" ON "spatial_ref_sys" ("srid")',
  ]
  const beside = async (settings: Record<string, string>, work: (db: Database) => Promise<unknown>) => {
    const db = openPatiently(readConfig(settings).database)
    return work(db).finally(() => db.close())
  }
  const put = (db: Database): Promise<unknown> =>
    db.transaction(async (tx) => {
      for (const sql of [...foreign, 'INSERT INTO "spatial_ref_sys" VALUES (4326)'])
        await rows(tx, { sql, values: [] })
    })
  const own = await everyRow(home)
  const source = settingsIn(makeFolder())
  await operated(['move', '--to-database', `sqlite:${source['ATRIUM_DATA']}/atrium.db`], home)
  await operated(['move', '--reopen'], home)
  await beside(source, put)
  const there = await anotherFar('beside')
  await beside(there, put)
  await operated(['move', '--to-database', there['ATRIUM_DATABASE_URL'] ?? ''], source)
  expect(await everyRow(there)).toEqual(own)
  await beside(there, async (db) => {
    const at = {
      sql: `SELECT to_regclass('"theirs"') IS NOT NULL AS "there", "srid" FROM "spatial_ref_sys"`,
      values: [],
    }
    expect(await rows(db, at)).toEqual([{ there: true, srid: 4326 }])
  })
  await operated(['move', '--reopen'], source)
  const dir = makeFolder()
  // The secret is not in the database: an operator who moves it to another folder copies the secret too.
  cpSync(`${home['ATRIUM_DATA']}/secret`, `${source['ATRIUM_DATA']}/secret`)
  await operated(['backup', dir], { ...source, ATRIUM_BLOBS_URL: `file:${home['ATRIUM_DATA']}/blobs` })
  await operated(['restore', dir], settingsIn(makeFolder()))
})

test('progress is reported within large content, and immediately for content that already exists', async () => {
  const fail = (error: Error): never => expect.fail(error.message)
  const [from, to] = [new DiskStore(makeFolder(), fail), new DiskStore(makeFolder(), fail)]
  const shares: number[] = []
  const counter = new Counter((share) => shares.push(share), 'Moving', { bytes: 6_000_000 })
  const key = newBlobKey(1)
  const content = { key, ...(await from.put(key, Readable.from([someBytes(3_000_000)]))) }
  for (const state of ['sound', 'held']) {
    const progress = counter.content(content.size)
    const rules = { reread: false, readBack: true, read: progress.read }
    expect(await copyContent(from, to, content, rules)).toBe(state)
    progress.done()
  }
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.filter((share) => share < 0.5).length).toBeGreaterThan(5)
  expect(shares.filter((share) => share > 0.5)).toEqual([1])
  await Promise.all([from.close(), to.close()])
})

test('rows are loaded in batches, smaller ones if the rows are long', async () => {
  const long = 'x'.repeat(3_000_000)
  const pieces = async function* (): AsyncGenerator<string[]> {
    yield [long, long, long, long]
    yield Array.from({ length: 5_000 }, () => 'short')
  }
  const sizes: number[] = []
  for await (const lines of inBatches(pieces())) sizes.push(lines.length)
  expect(sizes).toEqual([3, 4_000, 1_001])
})

test('a restored copy cannot use the backup folder of the original until it adopts it', async () => {
  const [first, dir] = [settingsIn(makeFolder()), makeFolder()]
  await withDatabase(first, (db) => seedCompany(db))
  await operated(['backup', dir], first)
  const copy = settingsIn(makeFolder())
  expect(await operated(['restore', dir], copy)).toContain('a separate installation')
  const refused = (settings: Record<string, string>) => operate(['backup', dir, '--keep', '1'], settings)
  const told = { code: 3, noted: expect.stringContaining(`atrium backup ${dir} --adopt`) }
  expect(await refused(copy)).toMatchObject(told)
  const mark = join(dir, 'atrium-backups.json')
  // Neither a lost mark nor one of an earlier version lets it in.
  rmSync(mark)
  expect(await refused(copy)).toMatchObject(told)
  await operated(['backup', dir], first)
  const { format, installation } = JSON.parse(readFileSync(mark, 'utf8'))
  writeFileSync(mark, `${JSON.stringify({ format, installation }, null, 2)}\n`)
  expect(await refused(copy)).toMatchObject(told)
  await operated(['backup', dir], first)
  expect(readdirSync(dir).filter((name) => name.endsWith('Z'))).toHaveLength(3)
  await operated(['backup', join(makeFolder(), 'own')], copy)
  await operated(['backup', dir, '--adopt', '--keep', '1'], copy)
  await operated(['backup', dir], copy)
  await operated(['restore', dir, '--check'])
  expect(await refused(first)).toMatchObject(told)
  // When repeated, it says that it is complete.
  const [newest = ''] = readdirSync(dir).filter((name) => name.endsWith('Z'))
  const third = settingsIn(makeFolder())
  await operated(['restore', join(dir, newest)], third)
  const again = await operate(['restore', join(dir, newest)], third)
  expect([again.code, again.noted]).toEqual([3, expect.stringContaining('This restore is already complete')])
})

test('a moved database can no longer be used, until it is reopened', async () => {
  const source = settingsIn(makeFolder())
  await withDatabase(source, (db) => seedCompany(db))
  const { ATRIUM_DATABASE_URL: to = '' } = await anotherFar('twice')
  await operated(['move', '--to-database', to], source)
  const file = `sqlite:${makeFolder()}/other.db`
  for (const words of [
    ['serve'],
    ['demo'],
    ['migrate'],
    ['backup', makeFolder()],
    ['move', '--to-database', file],
  ]) {
    const { code, noted } = await operate(words, { ...source, ATRIUM_PORT: '1' })
    expect([code, noted], words[0]).toEqual([
      3,
      expect.stringMatching(/was moved to postgres:\/\/.* --reopen/),
    ])
    expect(noted).not.toContain('@')
  }
  // Earlier versions do not know the entry, and refuse the database because of the migration.
  expect((await lookAt(readConfig(source).database)).applied).toContain('0011-installation')
  expect(await operated(['move', '--to-database', to], source)).toMatch(
    /This move is already complete.*ATRIUM_DATABASE_URL/s,
  )
  expect(await operated(['move', '--reopen'], source)).toMatch(/^Reopened .*: it can be served again\./)
  expect((await operate(['move', '--reopen'], source)).code).toBe(3)
  const again = await operate(['move', '--to-database', to], source)
  expect([again.code, again.noted]).toEqual([3, expect.stringContaining('use a new or empty database')])
  await operated(['admin', 'recover', 'acme@example.com'], source)
})

describe('a database that an earlier version marked among its migrations', () => {
  const marked = async (mark: string): Promise<Record<string, string>> => {
    const settings = settingsIn(makeFolder())
    await withDatabase(settings, async (db) => {
      await seedCompany(db)
      const sql = 'INSERT INTO "migrations" ("name", "appliedAt") VALUES (?, ?)'
      await db.transaction((tx) => rows(tx, { sql, values: [mark, '2026-01-01T00:00:00.000Z'] }))
    })
    return settings
  }

  test('as moved is not served, and can be reopened', async () => {
    const settings = await marked('moved-away 2026-01-01T00:00:00.000Z /srv/new folder/atrium.db')
    const { code, noted } = await operate(['serve'], { ...settings, ATRIUM_PORT: '1' })
    expect([code, noted]).toEqual([
      3,
      expect.stringContaining('was moved to /srv/new folder/atrium.db at 2026-01-01T00:00:00.000Z'),
    ])
    await operated(['move', '--reopen'], settings)
    await operated(['admin', 'recover', 'acme@example.com'], settings)
  })

  test('as the target of a restore is not served, and is left to that version', async () => {
    const settings = await marked('unfinished-copy')
    // It came with the company; a restore brings that of the backup.
    rmSync(join(settings['ATRIUM_DATA'] ?? '', 'secret'))
    const into = makeFolder()
    await operated(['backup', into], home)
    for (const words of [['serve'], ['restore', into]]) {
      const { code, noted } = await operate(words, { ...settings, ATRIUM_PORT: '1' })
      expect([code, noted], words[0]).toEqual([
        3,
        expect.stringMatching(/is not complete\. An earlier version of Atrium started it/),
      ])
    }
  })
})
