import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { momentOfLastGood } from './backup/runs.ts'
import { installationOf } from './backup/secret.ts'
import type { Config } from './base/config.ts'
import { readSecret } from './base/secret.ts'
import { setupLink } from './company/first-start.ts'
import type { Database } from './db/database.ts'
import { readQueues, readSizes } from './db/gauges.ts'
import { migrate, migrations } from './db/migrate.ts'
import { claimServing, openDatabase } from './db/open.ts'
import { openBlobs } from './file-store/open.ts'
import { sweep } from './file-store/settle.ts'
import { listen } from './http/listen.ts'
import { openMetricsPort } from './http/metrics-port.ts'
import { previewJobName } from './jobs/previews/job.ts'
import { allJobs } from './jobs/registry.ts'
import { JobRunner } from './jobs/runner.ts'
import { observe } from './observe/observe.ts'
import { isSecureSite } from './sign-in/cookies.ts'
import { hasCompany, removeLeftBehind } from './sign-in/unfinished.ts'

export interface Running {
  /** Stops accepting requests, finishes running ones, and closes everything. */
  stop: () => Promise<void>
  /**
   * Stops accepting connections, serves the open ones until their clients have moved to another process, then
   * stops.
   */
  leave: () => Promise<void>
  /** Resolves when it has stopped. */
  stopped: Promise<void>
  /** Prints where it serves, and what to do first. */
  greet: () => Promise<void>
  /** Its metrics; empty if they are disabled. */
  readMetrics: (shared: boolean) => Promise<string>
}

export interface ServeOptions {
  note: (line: string) => void
  environment: Readonly<Record<string, string | undefined>>
  /** The number of this process on this machine, if there are several. */
  processNumber?: number
}

/** Milliseconds to wait for connections that are still open after all requests are answered. */
const graceMilliseconds = 200

/** A process that leaves does not wait for connections that have been idle for this many milliseconds. */
const quietMilliseconds = 500

/**
 * By default V8 lets the heap grow to four times the live data. Growing by half instead costs a little CPU
 * and saves about 100 MB.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

/** Configuration → database → app → listen → drain and close. */
export async function serve(
  given: Config,
  { note, environment, processNumber }: ServeOptions,
): Promise<Running> {
  keepHeapSmall()
  // Whatever was opened is closed in reverse order, after a failed start as after a stop.
  await using starting = new AsyncDisposableStack()
  starting.defer(claimServing(given).release)
  await migrate(given.database, migrations, note)
  const secret = readSecret(given)
  const diskFailed = (error: Error): never => {
    // It is unknown what was written, and a retry could report a false success.
    note(`The disk failed during a commit, so the process ends: ${error.message}`)
    process.exit(1)
  }
  // Before opening anything that publishes events.
  const watch = await observe(given, environment, processNumber ?? 1, note)
  starting.defer(() => watch.close())
  const db = openDatabase(given, diskFailed)
  starting.defer(() => db.close())
  const blobs = await openBlobs(given.blobs, diskFailed)
  starting.defer(() => blobs.close())
  const swept = await sweep(db, blobs)
  if (swept > 0) note(`Cleaned up ${swept} uploads left behind by a killed process.`)
  const { server, unready, drain, leave, outbox } = buildApp({
    config: given,
    db,
    blobs,
    secret,
    onWritten: (kinds) => {
      if (kinds.has('file')) runner.wake(previewJobName)
    },
    ...(processNumber !== undefined && { processNumber }),
  })
  const runner = new JobRunner(
    db,
    allJobs({
      blobs,
      outbox,
      backups: given.backups,
      surroundings: { installation: installationOf(given), log: server.log, note, environment },
    }),
    server.log,
  )
  const { metrics } = watch
  // With several processes, the supervisor serves the metrics.
  if (metrics !== undefined && processNumber === undefined)
    starting.defer(await openMetricsPort(given.metrics, async () => [await metrics.read(true)]))
  const doors = await listen(server, given.host, given.port)
  const opened = starting.move()
  metrics?.look({
    sockets: doors.count,
    pool: () => db.connections?.(),
    shared: async () => ({
      queues: await readQueues(db),
      sizes: await readSizes(db, given.database),
      lastBackup: await momentOfLastGood(db, given.backups),
    }),
  })

  const ended = Promise.withResolvers<void>()
  let stopping = false
  const stop = (drainSeconds: number): Promise<void> => {
    if (!stopping) {
      stopping = true
      shutDown(drainSeconds).then(ended.resolve, ended.reject)
    }
    return ended.promise
  }
  async function shutDown(drainSeconds: number): Promise<void> {
    const cut = (after: number): NodeJS.Timeout =>
      setTimeout(() => server.server.closeAllConnections(), after)
    const late = cut(given.shutdownSeconds * 1000)
    await Promise.all([refuse(drainSeconds), runner.stop()])
    clearTimeout(late)
    const rest = cut(graceMilliseconds)
    await doors.close()
    clearTimeout(rest)
    await opened.disposeAsync()
  }
  /** Resolves when no request is in progress and no more are accepted. */
  async function refuse(drainSeconds: number): Promise<void> {
    if (drainSeconds > 0) {
      drain()
      await pause(Math.min(drainSeconds, given.shutdownSeconds) * 1000)
    }
    await unready()
  }
  runner.start()
  return {
    stop: () => stop(given.drainSeconds),
    async leave() {
      doors.shut()
      leave()
      const end = performance.now() + given.shutdownSeconds * 1000
      let [asked, looked] = [performance.now(), performance.now()]
      while (!stopping && looked < end && (await doors.count()) > 0) {
        await pause(50)
        const now = performance.now()
        // After a stall, requests that arrived in the meantime are not read yet.
        if (now > looked + 250) asked = now
        looked = now
        if (now < asked + quietMilliseconds) continue
        asked = now
        leave()
      }
      // All clients have gone, or their time is up.
      await stop(0)
    },
    stopped: ended.promise,
    greet: () => greet(given, db, secret, note),
    readMetrics: async (shared) => (await metrics?.read(shared)) ?? '',
  }
}

async function greet(
  { publicUrl, host, port }: Config,
  db: Database,
  secret: Uint8Array,
  note: (line: string) => void,
): Promise<void> {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  note(`Atrium serves ${publicUrl} (listening on ${address}). API explorer: ${publicUrl}/explorer`)
  if (!isSecureSite(publicUrl))
    note(
      `WARNING: ${publicUrl} is not encrypted: passwords and sessions can be read in transit, and cookies are not protected. Put an HTTPS proxy in front and set ATRIUM_PUBLIC_URL.`,
    )
  await removeLeftBehind(db).catch(() => undefined)
  // If the database is unavailable now, each request tries again.
  if (await hasCompany(db).catch(() => true)) return
  note(`There is no company yet. Create one here within a day: ${setupLink(publicUrl, secret)}`)
  note('Or without a browser: npm run atrium -- init --help')
}
