import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { claimFolder } from '../backup/claim.ts'
import { backupsIn } from '../backup/folder.ts'
import { readIdentity } from '../backup/identity.ts'
import { announceRun, endForgotten, failureOf, isGood, readRuns, rememberFailure } from '../backup/runs.ts'
import { clock } from '../base/clock.ts'
import type { BackupSchedule } from '../base/config/backup-settings.ts'
import type { Database } from '../db/database.ts'
import type { BackupFailure } from '../db/rows/running.ts'
import { lowerPriority } from './priority.ts'
import type { Job, JobLog } from './runner.ts'

const minute = 60_000

interface Ended {
  code: number | null
  words: string
}

export interface BackupContext {
  /** Distinguishes this installation from others; see `installationOf`. */
  installation: string
  log: JobLog
  /** Prints a line for people. */
  note: (line: string) => void
  /** The settings for the backup process. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Runs scheduled backups in a separate process, so that neither requests nor other jobs wait for them. */
export function backupJob(
  { dir, everyHours, keep }: BackupSchedule,
  { installation, log, note, environment }: BackupContext,
): Job[] {
  if (dir === undefined) return []
  let running = false
  let checked = false
  /** Whether the folder has held a backup since the start: one that never existed cannot be lost. */
  let seen = false
  /** Delays the next attempt after a backup that could not even start. */
  let notBefore = 0
  const fields = { job: 'backup', requestId: 'job:backup' }
  /** Reports a failure that somebody has to deal with. */
  const report = async (db: Database, message: string, failure: BackupFailure): Promise<void> => {
    log.error(fields, message)
    note(message)
    await rememberFailure(db, failure)
  }
  /** Checks the folder at the start instead of when the next backup is due. */
  const checkFolder = async (db: Database): Promise<boolean> => {
    try {
      await claimFolder(dir, installation, { ...(await readIdentity(db)), adopt: false })
      return true
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      await report(db, `Cannot create backups: ${why}`, failureOf(error))
      return false
    }
  }
  /** A backup that was deleted, or lost with its disk, does not count. */
  const reportLoss = async (db: Database): Promise<void> => {
    const [last] = await readRuns(db)
    if (last !== undefined && last.endedAt !== null && isGood(last))
      await report(
        db,
        `The folder ${dir} no longer holds a backup, or cannot be read. Creating a new backup now.`,
        'gone',
      )
  }
  const make = async (db: Database, signal: AbortSignal): Promise<void> => {
    running = true
    // If this process or the backup dies before the backup records itself, the attempt still counts as failed.
    const attempt = await announceRun(db)
    const { code, words } = await runInSeparateProcess(
      ['backup', dir, '--keep', String(keep), '--run', attempt],
      environment,
      signal,
    )
    if (!signal.aborted) await endForgotten(db, attempt)
    running = false
    if (code !== 0) notBefore = clock.now() + 5 * minute
    seen ||= code === 0
    if (code === 0) log.info(fields, words)
    else
      log.error(
        fields,
        `The backup failed with ${code === null ? 'a signal' : `exit code ${code}`}. ${words}`,
      )
  }
  return [
    {
      // This job only starts backups; the metric of the last successful backup shows how they end.
      name: 'begin-backups',
      everySeconds: 15,
      async run(db, signal) {
        if (running || signal.aborted || clock.now() < notBefore) return undefined
        const isFirst = !checked
        checked = true
        if (isFirst && !(await checkFolder(db))) return undefined
        const isEmpty = (await backupsIn(dir).catch(() => [])).length === 0
        if (isEmpty && seen) await reportLoss(db)
        seen ||= !isEmpty
        if (await isDue(db, everyHours * 60 * minute, { isFirst, isEmpty }))
          void make(db, signal).catch((error: unknown) => {
            running = false
            log.error({ ...fields, err: error }, 'The backup could not be started.')
          })
        return undefined
      },
    },
  ]
}

/**
 * A failed backup is retried after an hour, a stopped one after some minutes, and a refused one at the next start, when
 * the settings may be fixed. A lost one is replaced immediately, and so is the first in a folder: a backup created by
 * hand elsewhere does not count.
 */
export async function isDue(
  db: Database,
  every: number,
  { now = clock.now(), isFirst = false, isEmpty = false } = {},
): Promise<boolean> {
  const [last] = await readRuns(db)
  if (last === undefined) return true
  if (last.endedAt === null) return false
  if (isFirst && (isEmpty || last.failure === 'refused')) return true
  return now >= Date.parse(last.startedAt) + Math.min(every, pauseAfter(last.failure, every))
}

function pauseAfter(failure: BackupFailure | null, every: number): number {
  if (isGood({ failure })) return every
  if (failure === 'gone') return 0
  return (failure === 'stopped' ? 5 : 60) * minute
}

/** Runs a command of this program with these settings, and stops it when the service stops. */
async function runInSeparateProcess(
  words: readonly string[],
  environment: BackupContext['environment'],
  signal: AbortSignal,
): Promise<Ended> {
  const program = fileURLToPath(new URL('../../bin/atrium.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = (): void => {
    child.kill('SIGTERM')
  }
  signal.addEventListener('abort', stop)
  try {
    lowerPriority(child)
    const [output, errors, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
    ])
    // Leave progress lines out of the log.
    const notes = errors.split('\n').filter((line) => !/^ *\d+ % /.test(line))
    return { code, words: [...output.split('\n'), ...notes].filter((line) => line !== '').join(' ') }
  } catch (error) {
    return { code: null, words: error instanceof Error ? error.message : String(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
