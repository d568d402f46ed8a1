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
import { sweep } from './file-store/confirm.ts'
import { openBlobs } from './file-store/open.ts'
import { listen } from './http/listen.ts'
import { openMetricsPort } from './http/metrics-port.ts'
import { backupJob } from './jobs/backups.ts'
import { contentJobs } from './jobs/contents.ts'
import { sendMail } from './jobs/mail.ts'
import { previewJob } from './jobs/previews/job.ts'
import { jobs } from './jobs/registry.ts'
import { JobRunner } from './jobs/runner.ts'
import { observe } from './observe/observe.ts'
import { isSecureSite } from './sign-in/cookies.ts'
import { hasCompany, removeLeftBehind } from './sign-in/unfinished.ts'

export interface Running {
  /** Takes no more requests, lets running ones end, and closes everything. */
  stop: () => Promise<void>
  /** Takes no new connections, answers on those that are open until their callers have gone to another process, and stops. */
  leave: () => Promise<void>
  /** Resolves when it has stopped. */
  stopped: Promise<void>
  /** Says where it serves, and what is to be done first. */
  greet: () => Promise<void>
  /** Its figures, where they are asked for at all. */
  readMetrics: (shared: boolean) => Promise<string>
}

export interface ServeOptions {
  note: (line: string) => void
  environment: Readonly<Record<string, string | undefined>>
  /** Its number among several processes on this machine. */
  processNumber?: number
}

/** What is still open when every request is answered has not sent one, and is not waited for long. */
const graceMilliseconds = 200

/** A connection that is kept, and not used for so long, is not waited for by a process that leaves. */
const quietMilliseconds = 500

/**
 * V8 lets garbage stand until the heap is four times what is in use. Here it looks after a half more: that takes a little
 * of a processor, and saves a hundred megabytes.
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
  // What was opened is closed again, the last first, when the start fails as when it is stopped.
  await using starting = new AsyncDisposableStack()
  starting.defer(claimServing(given).release)
  await migrate(given.database, migrations, note)
  const secret = readSecret(given)
  const diskFailed = (error: Error): never => {
    // What was written is unknown; a retry may lie.
    note(`The disk failed under a commit, so the process ends: ${error.message}`)
    process.exit(1)
  }
  // Before anything is opened that has something to tell.
  const watch = await observe(given, environment, processNumber ?? 1, note)
  starting.defer(() => watch.close())
  const db = openDatabase(given, diskFailed)
  starting.defer(() => db.close())
  const blobs = await openBlobs(given.blobs, diskFailed)
  starting.defer(() => blobs.close())
  const swept = await sweep(db, blobs)
  if (swept > 0)
    note(`Put ${swept} contents in order that a process left behind which did not end by itself.`)
  const previews = previewJob(blobs)
  const { server, unready, drain, leave, outbox } = buildApp({
    config: given,
    db,
    blobs,
    secret,
    onWritten: (kinds) => {
      if (kinds.has('file')) runner.wake(previews.name)
    },
    ...(processNumber !== undefined && { processNumber }),
  })
  const runner = new JobRunner(
    db,
    [
      // First what is over at once: each waits for those before it.
      ...backupJob(given.backups, {
        installation: installationOf(given),
        log: server.log,
        note,
        environment,
      }),
      sendMail(outbox),
      ...jobs,
      ...contentJobs(blobs),
      previews,
    ],
    server.log,
  )
  const { metrics } = watch
  // Several processes are asked by the one that watches over them.
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
  /** Resolves when no request is under way, and none is taken any more. */
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
        // Where the process was held up, what has come meanwhile is not read yet.
        if (now > looked + 250) asked = now
        looked = now
        if (now < asked + quietMilliseconds) continue
        asked = now
        leave()
      }
      // Nobody comes any more, or their time is over.
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
  note(`Atrium serves ${publicUrl} (listening on ${address}). The explorer: ${publicUrl}/explorer`)
  if (!isSecureSite(publicUrl))
    note(
      `WARNING: ${publicUrl} is not encrypted, so passwords and sessions can be read on the way and cookies are not protected. Put a proxy with https in front and set ATRIUM_PUBLIC_URL.`,
    )
  await removeLeftBehind(db).catch(() => undefined)
  // A database that is out of reach now is asked again with each request.
  if (await hasCompany(db).catch(() => true)) return
  note(`There is no company yet. Make one here, within a day: ${setupLink(publicUrl, secret)}`)
  note('Or without a browser: npm run atrium -- init --help')
}
