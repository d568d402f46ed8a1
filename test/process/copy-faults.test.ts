import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { backUp } from '../../src/backup/backup.ts'
import { backupsIn } from '../../src/backup/folder.ts'
import { sha256Of } from '../../src/backup/manifest.ts'
import type { ReportProgress } from '../../src/backup/progress.ts'
import { prune } from '../../src/backup/prune.ts'
import { installationOf, readGenerated } from '../../src/backup/secret.ts'
import { whileKept } from '../../src/backup/target.ts'
import { readConfig } from '../../src/base/config.ts'
import { newId } from '../../src/base/ids.ts'
import { rows } from '../../src/db/database.ts'
import { withExclusiveAccess, withSharedAccess } from '../../src/db/exclusive-access.ts'
import { releaseLease, takeLease } from '../../src/db/lease.ts'
import { migrate, migrations } from '../../src/db/migrate.ts'
import { migration as installation } from '../../src/db/migrations/0011-installation.ts'
import { openPatiently } from '../../src/db/open.ts'
import { deletePending } from '../../src/file-store/confirm.ts'
import { holdContents } from '../../src/file-store/hold.ts'
import { deleteLater } from '../../src/file-store/keep.ts'
import { openBlobs } from '../../src/file-store/open.ts'
import { hasCompany, markUnfinished, unfinishedCompanies } from '../../src/sign-in/unfinished.ts'
import { addContents, everyContent, operate, operated } from '../support/copies.ts'
import { everyRow } from '../support/every-row.ts'
import { filesBelow } from '../support/file-requests.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, program, serveReady, settingsIn, start } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const home = settingsIn(makeFolder())
const dir = makeFolder()
let folder = ''

beforeAll(async () => {
  await withDatabase(home, (db) => seedCompany(db))
  await addContents(home, [0, 1000, 20_000])
  folder = JSON.parse(await operated(['backup', dir, '--json'], home)).folder
})

/** A copy of the backups, to be damaged. */
function another(): { dir: string; folder: string } {
  const copy = makeFolder()
  cpSync(dir, copy, { recursive: true })
  return { dir: copy, folder: join(copy, relative(dir, folder)) }
}

const isUntouched = (settings: Record<string, string>): boolean =>
  filesBelow(settings['ATRIUM_DATA'] ?? '').every((path) => /secret$|\.serving$/.test(path))

test('a link, a pipe and a path out of the folder are not read, even if what is there is sound', async () => {
  const refused = async (dir: string): Promise<string> => {
    const { code, said, noted } = await operate(['restore', dir, '--check'])
    expect(code, said + noted).not.toBe(0)
    const there = settingsIn(makeFolder())
    expect((await operate(['restore', dir], there)).code).not.toBe(0)
    return said + noted
  }
  const elsewhere = (path: string): void => {
    const moved = join(makeFolder(), 'moved')
    renameSync(path, moved)
    symlinkSync(moved, path)
  }
  for (const name of ['manifest.json', 'manifest.sha256', 'secret', 'tables/users.jsonl.gz']) {
    const linked = another()
    elsewhere(join(linked.folder, name))
    expect(await refused(linked.dir)).toContain(name)
    const piped = another()
    rmSync(join(piped.folder, name))
    execFileSync('mkfifo', [join(piped.folder, name)])
    expect(await refused(piped.dir)).toContain(name)
  }
  const content = another()
  const path = filesBelow(join(content.dir, 'contents')).find((each) => statSync(each).size > 0) ?? ''
  elsewhere(path)
  expect(await refused(content.dir)).toContain(path.slice(-22))
  const contents = another()
  elsewhere(join(contents.dir, 'contents'))
  expect(await refused(contents.dir)).toContain('content')
  const whole = another()
  elsewhere(whole.folder)
  expect(await refused(whole.dir)).toContain('is a link')
  const outside = another()
  cpSync(join(outside.folder, 'tables/users.jsonl.gz'), join(outside.dir, 'users.gz'))
  const manifest = readFileSync(join(outside.folder, 'manifest.json'), 'utf8').replace(
    'tables/users.jsonl.gz',
    '../users.gz',
  )
  writeFileSync(join(outside.folder, 'manifest.json'), manifest)
  writeFileSync(join(outside.folder, 'manifest.sha256'), `${sha256Of(manifest)}  manifest.json\n`)
  expect(await refused(outside.dir)).toContain('users.gz')
})

describe('one damaged byte', () => {
  test('is found and named, wherever it is', async () => {
    const copy = another()
    for (const [n, path] of filesBelow(copy.dir).entries()) {
      const sound = readFileSync(path)
      if (sound.length === 0) continue
      // At the beginning, in the middle or at the end: once per file, because each check reads all files.
      const at = [0, Math.floor(sound.length / 2), sound.length - 1][n % 3] ?? 0
      const damaged = Buffer.from(sound)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      writeFileSync(path, damaged)
      const { code, said, noted } = await operate(['restore', copy.dir, '--check'])
      expect(code, `${path} at ${at}: ${said}${noted}`).toBe(1)
      const name = relative(copy.dir, path)
      const part = name.startsWith('contents/') ? name.slice(-22) : name.replace('.sha256', '.json')
      expect(said + noted).toContain(part)
      writeFileSync(path, sound)
    }
    expect((await operate(['restore', copy.dir, '--check'])).code).toBe(0)
  })

  test('in the rows ends a restore before anything is written, and in content before the target can be served', async () => {
    const { dir: harmed, folder: inside } = another()
    const path = join(inside, 'tables/users.jsonl.gz')
    const sound = readFileSync(path)
    writeFileSync(path, sound.subarray(0, -1))
    const there = settingsIn(makeFolder())
    const refused = await operate(['restore', harmed], there)
    expect([refused.code, refused.noted]).toEqual([1, expect.stringContaining('users.jsonl.gz is damaged')])
    expect(isUntouched(there)).toBe(true)
    writeFileSync(path, sound)
    const content = filesBelow(join(harmed, 'contents')).find((each) => statSync(each).size === 1000) ?? ''
    writeFileSync(content, Buffer.alloc(1000))
    const broken = await operate(['restore', harmed], there)
    expect([broken.code, broken.noted]).toEqual([
      1,
      expect.stringContaining(`${content.slice(-22)}) is damaged`),
    ])
    expect(broken.noted).toMatch(
      /\n.*Everything restored so far stays in this database, which cannot be served yet/,
    )
    const unserved = await operate(['serve'], { ...there, ATRIUM_PORT: '1' })
    expect([unserved.code, unserved.noted]).toEqual([3, expect.stringContaining('is not complete')])
    const spared = await operate(['restore', harmed, '--skip-damaged'], there)
    expect([spared.code, spared.said]).toEqual([
      1,
      expect.stringMatching(
        /^Restored and verified .* and 2 stored files, 20\.0 kB\.\n1 stored file was damaged in the backup and left out/,
      ),
    ])
    expect(Object.keys(await everyContent(there))).toHaveLength(2)
    // The next backup copies it again.
    await operated(['backup', harmed, '--reread'], home)
    await operated(['restore', harmed, '--check'])
  })
})

describe('refused with 3, and nothing is changed', () => {
  const refused = async (words: string[], settings: Record<string, string>, word: RegExp): Promise<void> => {
    const { code, noted } = await operate(words, settings)
    expect([code, noted]).toEqual([3, expect.stringMatching(word)])
  }

  test('a target that is not empty, or is being served', async () => {
    const before = await everyRow(home)
    await refused(['restore', dir], home, /database is not empty: it has rows in/)
    const elsewhere = { ...settingsIn(makeFolder()), ATRIUM_BLOBS_URL: `file:${home['ATRIUM_DATA']}/blobs` }
    await refused(['restore', dir], elsewhere, /file store is not empty/)
    expect(isUntouched(elsewhere)).toBe(true)
    await operated(['restore', dir, '--keep-contents'], elsewhere)
    const served = await serveReady(home)
    await refused(['restore', dir], home, /Another Atrium is already serving/)
    const unused = makeFolder()
    await refused(['move', '--to-blobs', `file:${unused}`], home, /Another Atrium is already serving/)
    expect(readdirSync(unused)).toEqual([])
    await served.stop()
    expect((await everyRow(home))['users']).toEqual(before['users'])
  })

  test('a PostgreSQL that is being served', async () => {
    const url = inject('postgresUrl')
    const settings = {
      ATRIUM_DATA: makeFolder(),
      ATRIUM_DATABASE_URL: `${url}/${await makeDatabase(url, `test_copy_faults_${process.pid}`)}`,
    }
    const served = await serveReady(settings)
    await refused(
      ['restore', dir, '--other-secret'],
      settings,
      /Another process is serving or using the database/,
    )
    await refused(['move', '--to-blobs', `file:${makeFolder()}`], settings, /Another process is serving/)
    await served.stop()
    // Empty and of the same version, so it is accepted.
    await operated(['restore', dir, '--other-secret'], settings)
    // Since the backup, home was served and has noted how far people were notified.
    expect(await everyRow(settings)).toEqual({ ...(await everyRow(home)), notified: [] })
  })

  test('a backup of a newer version, or with other tables', async () => {
    const change = async (wrong: object, word: RegExp, code = 3): Promise<void> => {
      const copy = another()
      const path = join(copy.folder, 'manifest.json')
      const text = JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...wrong })
      writeFileSync(path, text)
      writeFileSync(join(copy.folder, 'manifest.sha256'), `${sha256Of(text)}  manifest.json\n`)
      const there = settingsIn(makeFolder())
      const { code: ended, noted } = await operate(['restore', copy.dir], there)
      expect([ended, noted]).toEqual([code, expect.stringMatching(word)])
      if (code === 3) expect(isUntouched(there)).toBe(true)
      const checked = await operate(['restore', copy.dir, '--check'])
      if (code === 3) expect([checked.code, checked.noted]).toEqual([3, expect.stringMatching(word)])
    }
    const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    tables[0].columns.push('other')
    await change({ tables }, /names tables that differ here/, 1)
    await change({ format: 2 }, /newer version of Atrium \(.*format 2\)/)
    await change({ migrations: ['9001-next'] }, /newer version of Atrium \(it has 9001-next\)/)
  })

  test('another secret, unless it is allowed explicitly', async () => {
    const there: Record<string, string> = { ...settingsIn(makeFolder()), ATRIUM_SECRET: 'x'.repeat(32) }
    await refused(['restore', dir], there, /ATRIUM_SECRET\) differs from the secret of the backup/)
    expect(readdirSync(String(there['ATRIUM_DATA'])), 'not even an empty file store').toEqual([])
    await operated(['restore', dir, '--other-secret'], there)
    const bare = makeFolder()
    await operated(['backup', bare, '--without-secret'], home)
    expect(filesBelow(bare).some((path) => path.endsWith('secret'))).toBe(false)
    await refused(['restore', bare], settingsIn(makeFolder()), /secret is not in the backup/)
    const kept = settingsIn(makeFolder())
    await operated(['restore', dir], kept)
    const file = join(kept['ATRIUM_DATA'] ?? '', 'secret')
    expect([readFileSync(file), statSync(file).mode & 0o777]).toEqual([
      readFileSync(join(home['ATRIUM_DATA'] ?? '', 'secret')),
      0o600,
    ])
  })

  test('the folder of another installation, a folder without a backup, a second backup at the same time', async () => {
    const other = settingsIn(makeFolder())
    await withDatabase(other, (db) => seedCompany(db))
    await refused(['backup', dir], other, /backups of another installation/)
    await refused(['backup', home['ATRIUM_DATA'] ?? ''], home, /something other than backups/)
    await refused(['restore', makeFolder()], other, /no complete backup/)
    await refused(['restore', join(dir, 'nowhere')], other, /There is no folder/)
    await withDatabase(home, async (db) => {
      const hold = await holdContents(db)
      await refused(
        ['backup', dir],
        home,
        /is running\. If it was just interrupted, try again in 1(1\d|20) seconds/,
      )
      await hold?.release()
      // A backup that was killed a minute ago.
      await takeLease(db, 'copy', 'killed', 60)
      await refused(['backup', dir], home, /was interrupted\. Try again in (5\d|60) seconds/)
      await releaseLease(db, 'copy', 'killed')
    })
    const usage = await operate(['backup'], home)
    expect([usage.code, usage.noted]).toEqual([2, expect.stringContaining('DIR is required')])
    expect((await operate(['backup', dir, '--keep', '0'], home)).code).toBe(2)
    expect((await operate(['move'], home)).code).toBe(2)
    expect((await operate(['move', '--to-database', 'x'], home)).code).toBe(2)
  })
})

test('a move to the current place, or into it, is refused, and harms nothing', async () => {
  const blobs = join(home['ATRIUM_DATA'] ?? '', 'blobs')
  const before = filesBelow(blobs)
  for (const folder of [blobs, `${blobs}/`, join(blobs, 'inner'), dirname(blobs)]) {
    const { code, noted } = await operate(['move', '--to-blobs', `file:${folder}`], home)
    expect([code, noted]).toEqual([
      3,
      expect.stringContaining('names the current file store, or a folder inside or around it'),
    ])
  }
  expect(filesBelow(blobs)).toEqual(before)
  const link = join(makeFolder(), 'link.db')
  symlinkSync(join(home['ATRIUM_DATA'] ?? '', 'atrium.db'), link)
  const { code, noted } = await operate(['move', '--to-database', `sqlite:${link}`], home)
  expect([code, noted]).toEqual([3, expect.stringContaining('names the current database')])
  const way = join(makeFolder(), 'way')
  symlinkSync(blobs, way)
  for (const words of [
    ['move', '--to-blobs', `file:${way}/inner`],
    ['backup', join(way, 'backups')],
  ])
    expect((await operate(words, home)).code, words.join(' ')).toBe(3)
})

test('a folder in the file store is refused, and one in the data folder causes a warning', async () => {
  const data = home['ATRIUM_DATA'] ?? ''
  const within = await operate(['backup', join(data, 'blobs', 'backups')], home)
  expect([within.code, within.noted]).toEqual([3, expect.stringContaining('is inside the file store')])
  expect(readdirSync(join(data, 'blobs'))).not.toContain('backups')
  const beside = await operate(['backup', join(data, 'backups')], home)
  expect([beside.code, beside.noted]).toEqual([0, expect.stringContaining('is inside the data folder')])
})

test('a folder that cannot be created is reported immediately', async () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  for (const [path, told, code] of [
    ['/proc/backups/inner', 'Cannot create the folder', 3],
    [file, 'is a file', 3],
    [join(file, 'inner'), 'Cannot create the folder', 3],
    ['', 'DIR is required', 2],
  ] as const) {
    const found = await operate(['backup', path], home)
    expect([found.code, found.noted], path).toEqual([code, expect.stringContaining(told)])
  }
  const deep = join(makeFolder(), 'a', 'b', 'c')
  expect((await operate(['backup', deep], home)).code).toBe(0)
})

test('a backup folder whose mark is lost or damaged is recognized by its backups', async () => {
  const copy = another()
  const mark = join(copy.dir, 'atrium-backups.json')
  for (const harm of [() => rmSync(mark), () => writeFileSync(mark, '{"format": 1')]) {
    harm()
    const checked = await operate(['restore', copy.dir, '--check'])
    expect([checked.code, checked.said]).toEqual([1, expect.stringContaining('not part of the backup')])
    await operated(['backup', copy.dir], home)
    await operated(['restore', copy.dir, '--check'])
  }
  rmSync(mark)
  const other = settingsIn(makeFolder())
  await withDatabase(other, (db) => seedCompany(db))
  const refused = await operate(['backup', copy.dir], other)
  expect([refused.code, refused.noted]).toEqual([
    3,
    expect.stringContaining('backups of another installation'),
  ])
  rmSync(join(copy.folder, 'manifest.json'))
  const unknown = await operate(['backup', copy.dir], home)
  expect([unknown.code, unknown.noted]).toEqual([
    3,
    expect.stringMatching(/is missing, and the backup \w+ does not name/),
  ])
})

test('if the newest backup is damaged, an older one is suggested', async () => {
  const copy = another()
  const { folder: newest } = JSON.parse(await operated(['backup', copy.dir, '--json'], home))
  const older = `Try an older one: ${copy.folder}`
  const checked = async (): Promise<string> => {
    const { code, said, noted } = await operate(['restore', copy.dir, '--check'])
    expect([code, said + noted]).toEqual([1, expect.stringContaining(older)])
    return said + noted
  }
  const table = join(newest, 'tables/users.jsonl.gz')
  const sound = readFileSync(table)
  writeFileSync(table, sound.subarray(0, -1))
  await checked()
  const there = await operate(['restore', copy.dir], settingsIn(makeFolder()))
  expect([there.code, there.noted]).toEqual([1, expect.stringContaining(older)])
  writeFileSync(join(newest, 'manifest.json'), '{}')
  writeFileSync(join(newest, 'manifest.sha256'), `${sha256Of('{}')}  manifest.json\n`)
  expect(await checked()).toContain('manifest.json is not the manifest of a backup')
  rmSync(join(newest, 'manifest.sha256'))
  expect(await checked()).toContain('manifest.sha256 is damaged or missing')
  rmSync(join(newest, 'manifest.json'))
  await checked()
  const gone = await operate(['restore', join(copy.dir, '20200101T000000000Z'), '--check'])
  expect([gone.code, gone.noted]).toEqual([3, expect.stringContaining('There is no backup')])
})

test('an older backup that shares the damaged content is not recommended', async () => {
  const own = settingsIn(makeFolder())
  await withDatabase(own, (db) => seedCompany(db))
  await addContents(own, [20_000])
  const backups = makeFolder()
  const made = async (): Promise<string> =>
    JSON.parse(await operated(['backup', backups, '--json'], own)).folder
  const [oldest, older] = [await made(), await made()]
  await addContents(own, [12_345])
  await made()
  /** What a check and a restore say while the content of this size is damaged. */
  const toldOf = async (size: number): Promise<string> => {
    const path = filesBelow(join(backups, 'contents')).find((each) => statSync(each).size === size) ?? ''
    const sound = readFileSync(path)
    writeFileSync(path, Buffer.alloc(size))
    const checked = await operate(['restore', backups, '--check'])
    const restored = await operate(['restore', backups], settingsIn(makeFolder()))
    expect([checked.code, restored.code]).toEqual([1, 1])
    writeFileSync(path, sound)
    return `${checked.said}\n${restored.noted}`
  }
  const inAll = await toldOf(20_000)
  expect(inAll).toMatch(/No older backup here is without this damage\. .* --reread\. .* --skip-damaged/)
  expect(inAll).not.toMatch(/an older one|into a new database/)
  const inNewest = await toldOf(12_345)
  expect(inNewest).toContain(`Try an older one: ${older}\n`)
  expect(inNewest).toContain(`or restore ${older} into a new database`)
  // Nor one that is damaged elsewhere.
  const table = join(older, 'tables/users.jsonl.gz')
  writeFileSync(table, readFileSync(table).subarray(0, -1))
  expect(await toldOf(12_345)).toContain(`Try an older one: ${oldest}\n`)
  // What is beside a backup is no reason to use another one.
  rmSync(join(backups, 'atrium-backups.json'))
  const marked = await operate(['restore', backups, '--check'])
  expect([marked.code, marked.said]).toEqual([1, expect.not.stringContaining('older')])
})

test('file system errors are reported in plain words, and immediately', async () => {
  // Node's own way to create folders would never return there.
  const nowhere = '/proc/atrium'
  const emptied = settingsIn(makeFolder())
  for (const [words, settings, code] of [
    [['export', '--company', 'acme', nowhere], home, 3],
    [['restore', dir], { ATRIUM_DATA: nowhere }, 4],
    [['restore', dir], { ...emptied, ATRIUM_BLOBS_URL: `file:${nowhere}` }, 4],
    [['demo'], { ATRIUM_DATA: nowhere }, 4],
    [['move', '--to-database', `sqlite:${nowhere}/x.db`], home, 4],
  ] as const) {
    const refused = await operate(words, settings)
    expect([refused.code, refused.noted], words.join(' ')).toEqual([
      code,
      expect.stringMatching(/^Cannot use .*: it does not exist/m),
    ])
  }
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const inFile = await operate(['restore', dir], { ATRIUM_DATA: join(file, 'data') })
  expect([inFile.code, inFile.noted]).toEqual([
    4,
    expect.stringContaining('a file is where a folder should be'),
  ])
  const noFolder = await operate(['restore', file, '--check'])
  expect([noFolder.code, noFolder.noted]).toEqual([3, expect.stringContaining('is not a folder')])
})

test('a path this user may not use is reported alike: with 3 if it was named, with 4 if it is ours', async () => {
  const folder = makeFolder()
  chmodSync(folder, 0o755)
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o000 })
  const isRoot = process.getuid?.() === 0
  // Root may use everything, and another user than the owner is refused before.
  if (isRoot) {
    chownSync(closed, 65_534, 65_534)
    process.seteuid?.(65_534)
  }
  try {
    for (const [words, code] of [
      [['restore', join(closed, 'backups'), '--check'], 3],
      [['restore', join(closed, 'backups')], 3],
      [['import', join(closed, 'archive')], 3],
      [['import', join(closed, 'archive'), '--check'], 3],
      [['demo'], 4],
      [['migrate'], 4],
    ] as const) {
      const ended = await operate(words, settingsIn(join(closed, 'data')))
      expect([ended.code, ended.noted], words.join(' ')).toEqual([code, expect.stringContaining('EACCES')])
      expect(ended.noted, 'no stack').not.toContain('    at ')
    }
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})

test('a full disk is reported, and harms nothing', async () => {
  const copy = another()
  await addContents(home, [3_000_000])
  const words = ['-c', 'ulimit -f 1000; exec "$@"', 'sh', process.execPath, program, 'backup', copy.dir]
  const full = await start('sh', words, { env: home }).ended
  expect([full.code, full.stderr]).toEqual([1, expect.stringContaining(`No space left in ${copy.dir}.`)])
  await operated(['restore', copy.dir, '--check'])
  expect(readdirSync(copy.dir)).toHaveLength(3)
})

test('content missing in the service itself is named, and the rest is backed up and restored', async () => {
  const poor = settingsIn(makeFolder())
  await withDatabase(poor, (db) => seedCompany(db))
  await addContents(poor, [10, 20, 30])
  const [first = '', second = ''] = filesBelow(join(poor['ATRIUM_DATA'] ?? '', 'blobs', 'content'))
  rmSync(first)
  writeFileSync(second, 'x'.repeat(statSync(second).size))
  const into = makeFolder()
  const made = await operate(['backup', into, '--json'], poor)
  expect(made.code).toBe(1)
  const { lacking, contents } = JSON.parse(made.said)
  expect([lacking.length, contents]).toEqual([2, 1])
  const named = await operate(['backup', into], poor)
  expect([named.code, named.said]).toEqual([
    1,
    expect.stringMatching(/ and 1 stored file, .*already there: 1\..*itself/s),
  ])
  for (const key of lacking) expect(named.said).toContain(`\n  ${key}`)
  const checked = await operate(['restore', into, '--check'])
  expect([checked.code, checked.said]).toEqual([
    1,
    expect.stringMatching(
      /2 stored files were missing or damaged in the service itself:.*Everything else is intact\./s,
    ),
  ])
  const there = settingsIn(makeFolder())
  const restored = await operate(['restore', into], there)
  expect([restored.code, restored.said]).toEqual([
    1,
    expect.stringMatching(
      / and 1 stored file, .*\n2 stored files are missing: they were already missing or damaged/,
    ),
  ])
  expect(await everyRow(there)).toEqual(await everyRow(poor))
})

test('older backups are removed, with the content that only they needed', async () => {
  const rich = settingsIn(makeFolder())
  await withDatabase(rich, (db) => seedCompany(db))
  await addContents(rich, [10, 20])
  const into = makeFolder()
  await operated(['backup', into], rich)
  await withDatabase(rich, (db) =>
    db.transaction((tx) => tx.query.deleteFrom('blobs').where('size', '=', 10).execute()),
  )
  await addContents(rich, [30])
  await operated(['backup', into], rich)
  const sizes = (): number[] => filesBelow(join(into, 'contents')).map((path) => statSync(path).size)
  expect(sizes().toSorted()).toEqual([10, 20, 30])
  const last = JSON.parse(await operated(['backup', into, '--keep', '1', '--json'], rich))
  expect(last).toMatchObject({ removed: [expect.any(String), expect.any(String)], copied: { contents: 0 } })
  expect(sizes().toSorted()).toEqual([20, 30])
  expect(dirname(last.folder)).toBe(into)
  await operated(['restore', into, '--check'])
})

test('a backup of an earlier version is restored and migrated', async () => {
  const old = readConfig(settingsIn(makeFolder()))
  await migrate(old.database, migrations.slice(0, 10))
  const db = openPatiently(old.database)
  // Today's backup looks here for the id of the installation; backups do not contain this table.
  for (const sql of installation.statements.slice(0, 1))
    await db.transaction((tx) => rows(tx, { sql: sql.replaceAll('{text}', 'text'), values: [] }))
  const blobs = await openBlobs(old.blobs, () => undefined)
  await db.transaction((tx) => tx.query.insertInto('doomedBlobs').values({ blobKey: '1/old' }).execute())
  const into = makeFolder()
  const order = {
    db,
    blobs,
    dir: into,
    keep: undefined,
    adopt: false,
    reread: false,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    around: <T>(work: () => T) => work(),
  }
  await backUp({ ...order, installation: installationOf(old), secret: await readGenerated(old) })
  await db.close()
  const there = settingsIn(makeFolder())
  await operated(['restore', into], there)
  await operated(['migrate', '--check'], there)
  expect((await everyRow(there))['doomedBlobs']).toEqual(['["1/old"]'])
})

/** A separate database on either engine. */
async function settingsOn(engine: string, name: string): Promise<Record<string, string>> {
  const url = inject('postgresUrl')
  const database = `test_${name}_${process.pid}`
  return {
    ...settingsIn(makeFolder()),
    ...(engine === 'postgres' && { ATRIUM_DATABASE_URL: `${url}/${await makeDatabase(url, database)}` }),
  }
}

test.each(['sqlite', 'postgres'])(
  'on %s no command writes to a database that is being moved',
  async (engine) => {
    const settings = await settingsOn(engine, 'copy_moving')
    await withDatabase(settings, (db) => seedCompany(db))
    const { database } = readConfig(settings)
    const commands = [
      ['demo'],
      ['migrate'],
      ['backup', makeFolder()],
      ['admin', 'recover', 'acme@example.com'],
    ]
    await withExclusiveAccess(database, 'source', async () => {
      for (const words of commands) {
        const { code, noted } = await operate(words, settings)
        expect([code, noted], words[0]).toEqual([3, expect.stringContaining('A move or restore is using')])
      }
    })
    await withSharedAccess(database, async () => {
      await operated(['migrate'], settings)
      const { code, noted } = await operate(['move', '--to-blobs', `file:${makeFolder()}`], settings)
      expect([code, noted]).toEqual([3, expect.stringMatching(/Another process is serving or using /)])
    })
    await operated(['admin', 'recover', 'acme@example.com'], settings)
  },
)

test('a move that loses its lock on the database stops before its target can be served', async () => {
  const { database } = readConfig(await settingsOn('postgres', 'copy_moving'))
  const db = openPatiently(database)
  await withExclusiveAccess(database, 'source', async (kept) => {
    kept.demand()
    await kept.prove()
    await rows(db, {
      sql: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'atrium-migrate'`,
      values: [],
    })
    await expect(kept.prove()).rejects.toThrow('Lost the connection that held the exclusive lock')
    const { onProgress } = whileKept<{ onProgress: ReportProgress }>({ onProgress: () => undefined }, kept)
    expect(() => onProgress(0, '')).toThrow('Run the same command again')
  }).finally(() => db.close())
})

test('a company that is being created stays so in a backup and after a move', async () => {
  const half = settingsIn(makeFolder())
  await withDatabase(half, async (db) => {
    const { companyNo } = await seedCompany(db)
    await db.transaction((tx) => markUnfinished(tx, companyNo, newId()))
  })
  const into = makeFolder()
  await operated(['backup', into], half)
  const [restored, moved] = [settingsIn(makeFolder()), settingsIn(makeFolder())]
  await operated(['restore', into], restored)
  await operated(['move', '--to-database', `sqlite:${moved['ATRIUM_DATA']}/atrium.db`], half)
  cpSync(join(half['ATRIUM_DATA'] ?? '', 'secret'), join(moved['ATRIUM_DATA'] ?? '', 'secret'))
  for (const settings of [restored, moved])
    await withDatabase(settings, async (db) => {
      expect([await hasCompany(db), await unfinishedCompanies(db)]).toEqual([false, [1]])
      const leases = await db.query.selectFrom('leases').select('name').orderBy('name').execute()
      expect(leases.map(({ name }) => name)).toEqual(['unfinished company 1'])
      const known = await db.query.selectFrom('installation').select('name').execute()
      // `withDatabase` has recorded the secret, as a start of the service does.
      expect(known).toEqual([{ name: 'copied from' }, { name: 'secret mark' }])
    })
})

test('failing to remove older backups is a warning, and the new one is good', async () => {
  const copy = another()
  // The lock is really lost only after the database was unreachable for two minutes.
  const lost = {
    demand() {
      throw new Error('The hold was lost')
    },
    release: async () => undefined,
  }
  await operated(['backup', copy.dir], home)
  const before = readdirSync(copy.dir)
  expect(await prune(copy.dir, 1, lost)).toEqual({
    removed: [],
    warning: expect.stringContaining('hold was lost'),
  })
  expect(readdirSync(copy.dir)).toEqual(before)
  // It is unknown what a remaining backup needs, so all content stays.
  const [, second = ''] = await backupsIn(copy.dir)
  rmSync(join(copy.dir, second, 'manifest.json'))
  await operated(['backup', copy.dir], home)
  const told = await operated(['backup', copy.dir, '--keep', '3'], home)
  expect(told).toContain('The backup is complete, but not all older ones could be removed')
})

test('a secret file whose writing was interrupted is written again', async () => {
  const there = settingsIn(makeFolder())
  writeFileSync(join(there['ATRIUM_DATA'] ?? '', 'secret.unfinished'), 'half')
  await operated(['restore', dir], there)
  const [own, kept] = [home, there].map((each) => readFileSync(join(each['ATRIUM_DATA'] ?? '', 'secret')))
  expect(kept).toEqual(own)
  expect(readdirSync(there['ATRIUM_DATA'] ?? '')).not.toContain('secret.unfinished')
})

test.each(['sqlite', 'postgres'])('on %s no content is removed during a backup', async (engine) => {
  const settings = await settingsOn(engine, 'copy_hold')
  await withDatabase(settings, (db) => seedCompany(db))
  await addContents(settings, [10])
  const [key = ''] = Object.keys(await everyContent(settings))
  const blobs = await openBlobs(readConfig(settings).blobs, () => undefined)
  await withDatabase(settings, async (db) => {
    const hold = await holdContents(db)
    expect(await holdContents(db)).toBeUndefined()
    await db.transaction((tx) => deleteLater(tx, [key]))
    expect([await deletePending(db, blobs), await blobs.size(key)]).toEqual([0, 10])
    hold?.demand()
    await hold?.release()
    expect([await deletePending(db, blobs), await blobs.size(key)]).toEqual([1, undefined])
  })
})
