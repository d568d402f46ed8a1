import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readBackupState } from '../../backup/runs.ts'
import { clock } from '../../base/clock.ts'
import type { Config } from '../../base/config.ts'
import { newId, stamp } from '../../base/ids.ts'
import { secretFile } from '../../base/secret.ts'
import { type Database, rows } from '../../db/database.ts'
import { nameOf, withSharedAccess } from '../../db/exclusive-access.ts'
import { releaseLease, takeLease } from '../../db/lease.ts'
import { openDatabase } from '../../db/open.ts'
import { compareOwnSecret } from '../../db/own-secret.ts'
import { sql } from '../../db/sql.ts'
import { newBlobKey } from '../../file-store/keys.ts'
import { openBlobs } from '../../file-store/open.ts'
import { requireCurrentDatabase } from '../with-database.ts'
import { type Diagnosis, findingsOf, ok, warning, wrong } from './finding.ts'
import { whyUnwritable } from './writable.ts'

const putBack =
  'Put it back from a backup or another host of this installation, or set ATRIUM_SECRET to its content.'

export async function checkSecret(config: Config): Promise<readonly Diagnosis[]> {
  if (config.secret !== '') return [ok('secret', 'set by ATRIUM_SECRET')]
  const file = secretFile(config)
  if (!existsSync(file)) return [wrong('secret', `${file} does not exist`, putBack)]
  if (statSync(file).isDirectory()) return [wrong('secret', `${file} is a folder, not a file`, putBack)]
  return findingsOf('secret', `The user of the service must be able to read ${file}.`, async () =>
    readFileSync(file, 'utf8').trim().length < 32
      ? wrong('secret', `${file} is damaged`, putBack)
      : ok('secret', `in ${file}`),
  )
}

/** Whether it is the secret that the data was written with; nothing to add if it is. */
async function checkOwnSecret(db: Database, config: Config): Promise<readonly Diagnosis[]> {
  // Reported already; and nothing may generate another one.
  if ((await checkSecret(config)).some(({ state }) => state !== 'ok')) return []
  return findingsOf('secret', putBack, async () => {
    await compareOwnSecret(db, config)
    return []
  })
}

/** The database: reads, writes, its clock, and the results of backups. */
export async function checkDatabase(config: Config): Promise<readonly Diagnosis[]> {
  const remedy =
    config.database.engine === 'sqlite'
      ? 'Check ATRIUM_DATABASE_URL and the disk; restore a backup if the file is damaged.'
      : 'Check ATRIUM_DATABASE_URL, the server and its log.'
  return findingsOf('database', remedy, async () => {
    await requireCurrentDatabase(config)
    return withSharedAccess(config.database, async () => {
      // As the service opens it: with its role, and through its pooler.
      const db = openDatabase({ ...config, databasePool: 2 }, () => undefined)
      try {
        return [
          ...(await checkOwnSecret(db, config)),
          await checkWriting(db, config),
          await checkClock(db),
          await checkBackups(db, config),
          ...(await checkReplica(db)),
        ]
      } finally {
        await db.close()
      }
    })
  })
}

/** A lease is what every process writes; it is removed again immediately. */
async function checkWriting(db: Database, { database }: Config): Promise<Diagnosis> {
  const owner = stamp().id
  await takeLease(db, 'doctor', owner, 1)
  await releaseLease(db, 'doctor', owner)
  const [found] = await rows<{ version: string }>(
    db,
    database.engine === 'sqlite'
      ? sql`SELECT 'SQLite ' || sqlite_version() AS "version"`
      : sql`SELECT 'PostgreSQL ' || current_setting('server_version') AS "version"`,
  )
  return ok('database', `${nameOf(database)} can be read and written; ${found?.version}`)
}

/** Seconds that a replica has to respond. */
const replicaWait = 2

async function checkReplica({ replica }: Database): Promise<readonly Diagnosis[]> {
  if (replica === undefined) return []
  for (const end = clock.ticks() + replicaWait * 1000; clock.ticks() < end; await clock.pause(50))
    if (replica.lag() !== undefined) return [ok('replica', 'it is in use')]
  return [wrong('replica', replica.problem() ?? '', 'Check ATRIUM_DATABASE_REPLICA_URL and the standby.')]
}

const setClock = 'Set the clock with NTP: tokens and sessions depend on it.'

/** Compares with the database's clock, and with the newest record: time does not go back. */
async function checkClock(db: Database): Promise<Diagnosis> {
  const before = clock.now()
  const [found] = await rows<{ now: string }>(
    db,
    db.engine === 'sqlite'
      ? sql`SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS "now"`
      : sql`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "now"`,
  )
  const apart = Math.round((Date.parse(found?.now ?? '') - before) / 1000)
  if (Math.abs(apart) > 2)
    return wrong('clock', `${Math.abs(apart)} s apart from the database server`, setClock)
  const ahead = Math.round(((await newestChange(db)) - clock.now()) / 1000)
  if (ahead > 60) return wrong('clock', `the newest change is ${ahead} s in the future`, setClock)
  return ok('clock', `${clock.timestamp()}, like the database's`)
}

/** In milliseconds; looks at some companies, because the log has no index over all of them. */
async function newestChange(db: Database): Promise<number> {
  const companies = await db.query.selectFrom('companies').select('companyNo').limit(20).execute()
  let newest = 0
  for (const { companyNo } of companies) {
    const found = await db.query
      .selectFrom('changes')
      .select('createdAt')
      .where('companyNo', '=', companyNo)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    newest = Math.max(newest, Date.parse(found?.createdAt ?? '') || 0)
  }
  return newest
}

async function checkBackups(db: Database, { backups }: Config): Promise<Diagnosis> {
  const now = clock.now()
  const unusable = backups.dir === undefined ? undefined : whyUnwritable(backups.dir)
  if (unusable !== undefined)
    return wrong(
      'backups',
      unusable,
      `Create the folder ${backups.dir} for the user of the service: install -d -o atrium -g atrium -m 700 ${backups.dir}`,
    )
  const { state, running, lastGoodAt, last } = await readBackupState(
    db,
    backups,
    now,
    (await firstCompanyAt(db)) ?? now,
  )
  const when =
    lastGoodAt === null ? 'none has succeeded yet' : `the last successful one is from ${lastGoodAt}`
  const remedy = `Look for "backup" in the log, and try: atrium backup ${backups.dir ?? '/backups/atrium'}`
  if (state === 'failed') return wrong('backups', `the last one failed (${last?.failure}); ${when}`, remedy)
  if (state === 'overdue' && lastGoodAt === null && running) return ok('backups', 'the first one is running')
  if (state === 'overdue') return wrong('backups', `overdue; ${when}`, remedy)
  if (backups.dir === undefined)
    return warning(
      'backups',
      `none are scheduled; ${when}`,
      'Set ATRIUM_BACKUP_DIR, or run "atrium backup" regularly.',
    )
  return ok('backups', state === 'waiting' ? 'the first one is due' : when)
}

/** In milliseconds. The first backup is due from then on; this process has only just started. */
async function firstCompanyAt(db: Database): Promise<number | undefined> {
  const found = await db.query
    .selectFrom('companies')
    .select(({ fn }) => fn.min('createdAt').as('createdAt'))
    .executeTakeFirst()
  return found?.createdAt ? Date.parse(found.createdAt) : undefined
}

/** Stores, reads and removes a small content. */
export async function checkFileStore({ blobs }: Config): Promise<readonly Diagnosis[]> {
  const where = blobs.kind === 'disk' ? blobs.folder : `s3://${blobs.bucket}`
  const remedy =
    blobs.kind === 'disk'
      ? `The user of the service must be able to write to ${where}.`
      : 'Check ATRIUM_BLOBS_URL, the AWS_… variables and the bucket.'
  return findingsOf('file store', remedy, async () => {
    const store = await openBlobs(blobs)
    // No company has this number.
    const key = newBlobKey(0)
    const sent = newId()
    try {
      await store.put(key, Readable.from([Buffer.from(sent)]))
      const received = await text(await store.read(key))
      if (received !== sent)
        return wrong('file store', `${where} returned different content than was written`, remedy)
      return ok('file store', `${where} can be read and written`)
    } finally {
      await store.remove(key).catch(() => undefined)
      await store.close()
      if (blobs.kind === 'disk')
        for (const part of ['content', 'incoming'])
          rmSync(join(blobs.folder, part, '0'), { recursive: true, force: true })
    }
  })
}
