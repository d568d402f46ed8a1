import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import { clock } from '../base/clock.ts'
import type { BackupSchedule } from '../base/config/backup-settings.ts'
import { Problem } from '../base/errors.ts'
import { stamp } from '../base/ids.ts'
import type { Database, Reader } from '../db/database.ts'
import type { BackupFailure, BackupRow } from '../db/rows/running.ts'
import type { Tables } from '../db/tables.ts'
import { isHeld } from '../file-store/hold.ts'
import { BackupStopped, CopyRefused } from './damage.ts'

/** How many runs are recorded. */
const remembered = 50

/**
 * Records that a backup begins, while content is held: earlier runs without an end were stopped. `announced`: the run
 * that this is.
 */
export async function beginRun(db: Database, announced?: string): Promise<string> {
  const { id, at: startedAt } = stamp()
  await db.transaction(async (tx) => {
    if (announced !== undefined) await tx.query.deleteFrom('backups').where('id', '=', announced).execute()
    await tx.query
      .updateTable('backups')
      .set({ endedAt: startedAt, failure: 'stopped' })
      .where('endedAt', 'is', null)
      .execute()
    await tx.query
      .insertInto('backups')
      .values({ id, startedAt, endedAt: null, rowCount: null, byteCount: null, failure: null })
      .execute()
    const [oldest] = await tx.query
      .selectFrom('backups')
      .select('id')
      .orderBy('id', 'desc')
      .offset(remembered)
      .limit(1)
      .execute()
    if (oldest === undefined) return
    // The last good one is kept, however many have failed since.
    const good = await readLastGood(tx)
    await tx.query
      .deleteFrom('backups')
      .where('id', '<=', oldest.id)
      .where('id', '<>', good?.id ?? '')
      .execute()
  })
  return id
}

/**
 * Records that a backup is about to start, so that even one that dies immediately leaves a trace: a failure without an
 * end. Returns its id.
 */
export async function announceRun(db: Database): Promise<string> {
  const { id, at: startedAt } = stamp()
  const row = { id, startedAt, endedAt: null, rowCount: null, byteCount: null, failure: 'stopped' as const }
  await db.transaction((tx) => tx.query.insertInto('backups').values(row).execute())
  return id
}

/** Records the failure of a backup that ended without recording anything. */
export async function endForgotten(db: Database, id: string): Promise<void> {
  await db.transaction((tx) =>
    tx.query
      .updateTable('backups')
      .set({ endedAt: clock.timestamp(), failure: 'failed' })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .execute(),
  )
}

/** Records a backup that could not begin. */
export async function rememberFailure(db: Database, failure: BackupFailure): Promise<void> {
  const { id, at } = stamp()
  const row = { id, startedAt: at, endedAt: at, rowCount: null, byteCount: null, failure }
  await db.transaction((tx) => tx.query.insertInto('backups').values(row).execute())
}

/** Refusals that the operator already saw and that need no record. */
export async function forgetRun(db: Database, id: string): Promise<void> {
  await db.transaction((tx) => tx.query.deleteFrom('backups').where('id', '=', id).execute())
}

type Outcome = Pick<BackupRow, 'rowCount' | 'byteCount' | 'failure'>

export async function endRun(db: Database, id: string, outcome: Outcome): Promise<void> {
  await db.transaction((tx) =>
    tx.query
      .updateTable('backups')
      .set({ endedAt: clock.timestamp(), ...outcome })
      .where('id', '=', id)
      .execute(),
  )
}

/** Whether it succeeded, even if content was missing in the service itself. */
export function isGood({ failure }: Pick<BackupRow, 'failure'>): boolean {
  return failure === null || failure === 'lacking_contents'
}

/** The reason for the failure, without paths. */
export function failureOf(error: unknown): BackupFailure {
  if (error instanceof Problem && error.code === 'disk_full') return 'disk_full'
  if (error instanceof Problem && error.code === 'unavailable') return 'unavailable'
  if (error instanceof BackupStopped) return 'stopped'
  return error instanceof CopyRefused ? 'refused' : 'failed'
}

/** In milliseconds; 0 if the first backup is still due, undefined if none are scheduled. */
export async function momentOfLastGood(reader: Reader, { dir }: BackupSchedule): Promise<number | undefined> {
  const good = await readLastGood(reader)
  if (good === undefined) return dir === undefined ? undefined : 0
  return Date.parse(good.startedAt)
}

/** The state of backups, without anything of their contents. */
export interface BackupState {
  /** `none`: there are none, and none are scheduled. `waiting`: the first is still due. */
  state: 'none' | 'waiting' | 'fine' | 'failed' | 'overdue'
  running: boolean
  /** Null if none are scheduled. */
  everyHours: number | null
  /** When the last complete one began. */
  lastGoodAt: string | null
  /** The result of the last one that ended. */
  last: {
    startedAt: string
    seconds: number
    rows: number | null
    bytes: number | null
    failure: BackupFailure | null
  } | null
}

const hour = 3_600_000

/** A backup from before the first company counts only while there is none. */
const counts = (where: ExpressionBuilder<Tables, 'backups'>): ExpressionWrapper<Tables, 'backups', SqlBool> =>
  where.or([
    where('rowCount', 'is', null),
    where('rowCount', '<>', 0),
    where.not(where.exists(where.selectFrom('companies').select('companyNo').limit(1))),
  ])

/** The last successful backup, even if content was missing in the service itself. */
function readLastGood(reader: Reader): Promise<BackupRow | undefined> {
  return reader.query
    .selectFrom('backups')
    .selectAll()
    .where('endedAt', 'is not', null)
    .where(counts)
    .where((where) => where.or([where('failure', 'is', null), where('failure', '=', 'lacking_contents')]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Milliseconds that a process may take from the announcement of a backup to its start. */
const startMilliseconds = 60_000

/**
 * The runs, newest first. One without an end was stopped, unless content is held; one that was only announced, unless
 * that was just now.
 */
export async function readRuns(reader: Reader, now = clock.now()): Promise<BackupRow[]> {
  const runs = await reader.query
    .selectFrom('backups')
    .selectAll()
    .where(counts)
    .orderBy('id', 'desc')
    .limit(remembered)
    .execute()
  const isOpen = ({ endedAt, failure }: BackupRow): boolean => endedAt === null && failure === null
  const isRunning = runs.some(isOpen) && (await isHeld(reader))
  const isGoingOn = (run: BackupRow): boolean =>
    isOpen(run) ? isRunning : now < Date.parse(run.startedAt) + startMilliseconds
  return runs.map((run) => {
    if (run.endedAt !== null) return run
    return isGoingOn(run)
      ? { ...run, failure: null }
      : { ...run, endedAt: run.startedAt, failure: 'stopped' as const }
  })
}

export async function readBackupState(
  reader: Reader,
  { dir, everyHours }: BackupSchedule,
  now = clock.now(),
  since = clock.now() - process.uptime() * 1000,
): Promise<BackupState> {
  const runs = await readRuns(reader, now)
  const last = runs.find(({ endedAt }) => endedAt !== null)
  const lastGoodAt = (await readLastGood(reader))?.startedAt ?? null
  // The first backup is due immediately: without one, the time since this process started counts.
  const late =
    lastGoodAt === null ? now > since + hour : now > Date.parse(lastGoodAt) + (everyHours * 1.5 + 1) * hour
  return {
    state: stateOf(last, dir !== undefined, late),
    running: runs.some(({ endedAt }) => endedAt === null),
    everyHours: dir === undefined ? null : everyHours,
    lastGoodAt,
    last: last === undefined ? null : shown(last),
  }
}

function stateOf(last: BackupRow | undefined, scheduled: boolean, late: boolean): BackupState['state'] {
  if (last === undefined && scheduled) return late ? 'overdue' : 'waiting'
  if (last === undefined) return 'none'
  if (last.failure !== null) return 'failed'
  return scheduled && late ? 'overdue' : 'fine'
}

function shown({ startedAt, endedAt, rowCount, byteCount, failure }: BackupRow): BackupState['last'] {
  const seconds = Math.round((Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1000)
  return { startedAt, seconds, rows: rowCount, bytes: byteCount, failure }
}
