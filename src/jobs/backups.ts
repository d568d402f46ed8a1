import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { claimFolder } from '../backup/claim.ts'
import { backupsIn } from '../backup/folder.ts'
import { readIdentity } from '../backup/identity.ts'
import { failureOf, isGood, readRuns, rememberFailure } from '../backup/runs.ts'
import type { BackupSchedule } from '../base/config/backup-settings.ts'
import type { Database } from '../db/database.ts'
import type { BackupFailure } from '../db/rows/running.ts'
import type { Job, JobLog } from './runner.ts'

const minute = 60_000

interface Ended {
  code: number | null
  words: string
}

export interface BackupSurroundings {
  /** Tells this installation from others; see `installationOf`. */
  installation: string
  log: JobLog
  /** What a person should know. */
  note: (line: string) => void
  /** The settings, for the process that makes them. */
  environment: Readonly<Record<string, string | undefined>>
}

/** Makes backups at their time, in a process of its own: neither requests nor other jobs wait for it. */
export function backupJob(
  { dir, everyHours, keep }: BackupSchedule,
  { installation, log, note, environment }: BackupSurroundings,
): Job[] {
  if (dir === undefined) return []
  let running = false
  let looked = false
  /** Whether there was a backup in the folder since the start: what was never there is not lost. */
  let seen = false
  /** One that could not even begin is not tried again at once. */
  let notBefore = 0
  const fields = { job: 'backup', requestId: 'job:backup' }
  /** Somebody has to look after it. */
  const tell = async (db: Database, message: string, failure: BackupFailure): Promise<void> => {
    log.error(fields, message)
    note(message)
    await rememberFailure(db, failure)
  }
  /** Whether the folder can be used, which is told at the start, and not when the next backup is due. */
  const look = async (db: Database): Promise<boolean> => {
    try {
      await claimFolder(dir, installation, { ...(await readIdentity(db)), adopt: false })
      return true
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      await tell(db, `No backup can be made: ${why}`, failureOf(error))
      return false
    }
  }
  /** A backup that was removed by hand, or with its disk, is none. */
  const tellOfLoss = async (db: Database): Promise<void> => {
    const [last] = await readRuns(db)
    if (last !== undefined && last.endedAt !== null && isGood(last))
      await tell(
        db,
        `The folder ${dir} holds no backup any more, or cannot be read. A new one is made now.`,
        'gone',
      )
  }
  const make = async (signal: AbortSignal): Promise<void> => {
    running = true
    const { code, words } = await runApart(['backup', dir, '--keep', String(keep)], environment, signal)
    running = false
    if (code !== 0) notBefore = Date.now() + 5 * minute
    seen ||= code === 0
    if (code === 0) log.info(fields, words)
    else log.error(fields, `The backup ended with ${code ?? 'a signal'}. ${words}`)
  }
  return [
    {
      // It begins them; how they end is told by the figure of the last good one.
      name: 'begin-backups',
      everySeconds: 15,
      async run(db, signal) {
        if (running || signal.aborted || Date.now() < notBefore) return undefined
        const isFirst = !looked
        looked = true
        if (isFirst && !(await look(db))) return undefined
        const isEmpty = (await backupsIn(dir).catch(() => [])).length === 0
        if (isEmpty && seen) await tellOfLoss(db)
        seen ||= !isEmpty
        if (await isDue(db, everyHours * 60 * minute, { isFirst, isEmpty })) void make(signal)
        return undefined
      },
    },
  ]
}

/**
 * One that failed is tried again after an hour, one that was stopped after some minutes, and one that was refused at the
 * next start, for which somebody may have mended the settings. One that is gone is made anew at once, and so is the first
 * in a folder, for one that was made by hand elsewhere is none there.
 */
export async function isDue(
  db: Database,
  every: number,
  { now = Date.now(), isFirst = false, isEmpty = false } = {},
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

/** The command of this program with these settings. It ends with the service. */
async function runApart(
  words: readonly string[],
  environment: BackupSurroundings['environment'],
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
    if (child.pid !== undefined) setPriority(child.pid, 10)
    const [said, noted, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
    ])
    // Of what a person would have seen, the progress is of no use here.
    const notes = noted.split('\n').filter((line) => !/^ *\d+ % /.test(line))
    return { code, words: [...said.split('\n'), ...notes].filter((line) => line !== '').join(' ') }
  } catch (error) {
    return { code: null, words: error instanceof Error ? error.message : String(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
