import type { FastifyInstance } from 'fastify'
import { readBackupState } from '../backup/runs.ts'
import { clock } from '../base/clock.ts'
import type { BackupSchedule } from '../base/config/backup-settings.ts'
import { type Problem, problem } from '../base/errors.ts'
import type { Database } from '../db/database.ts'
import { readFeedLag } from '../db/gauges.ts'
import { isReadOnly } from '../db/postgres/failures.ts'
import { parseQueryString } from './query-string.ts'

const patience = 2_000

/** Seconds that a committed change may wait for its number. Usually it takes milliseconds. */
const mostLag = 10

/**
 * `/healthz`: the process responds. `/readyz`: it can do its work; for load balancers. `/readyz?verbose` also
 * reports which installation it is, the state of backups and of the change feed, but nothing of their content, because
 * it needs no token.
 */
export function healthRoutes(
  app: FastifyInstance,
  db: Database,
  schedule: BackupSchedule,
  installation: string,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (request, reply) => {
    const verbose = saysYes(parseQueryString(request.url)['verbose'])
    const ask = async (): Promise<object> => {
      await db.ping()
      if (!verbose) return {}
      const lag = await readFeedLag(db)
      const feed = { state: lag > mostLag ? 'late' : 'current', lagSeconds: Math.round(lag) }
      return { installation, backup: await readBackupState(db, schedule), feed }
    }
    const late = clock.pause(patience, { ref: false })
    const unavailable = (why: string): Problem =>
      problem('unavailable', why, { headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
    const answer = await Promise.race([
      ask().catch((error: unknown) => {
        if (isReadOnly(error))
          throw unavailable('The database is read-only: it may be a standby that was not promoted.')
        return undefined
      }),
      late,
    ])
    if (answer === undefined) throw unavailable('The database is unavailable.')
    return reply.header('cache-control', 'no-store').send({ status: 'ready', ...answer })
  })
}

/** `?verbose` alone is enough; `?verbose=no` is not verbose. */
function saysYes(given: readonly string[] | undefined): boolean {
  return given?.some((value) => ['', '1', 'true', 'yes'].includes(value.toLowerCase())) ?? false
}
