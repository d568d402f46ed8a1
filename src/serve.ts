import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { momentOfLastGood } from './backup/runs.ts'
import { installationOf } from './backup/secret.ts'
import { commandName } from './base/checkout.ts'
import { clock } from './base/clock.ts'
import type { Config } from './base/config.ts'
import { setupLink } from './company/first-start.ts'
import type { Database } from './db/database.ts'
import { readFeedLag, readQueues, readSizes } from './db/gauges.ts'
import { migrate, migrations } from './db/migrate.ts'
import { claimAfter, claimServing, openDatabase } from './db/open.ts'
import { demandOwnSecret } from './db/own-secret.ts'
import { SearchIndexer } from './db/search/indexer.ts'
import { sweep } from './file-store/confirm.ts'
import { openBlobs } from './file-store/open.ts'
import { type ListeningSocket, listen } from './http/listen.ts'
import { openMetricsPort } from './http/metrics-port.ts'
import { notificationMailJobName } from './jobs/notification-mail/mailer.ts'
import { Notifier, notificationJobName, notificationLease } from './jobs/notifications/notifier.ts'
import { previewJobName } from './jobs/previews/job.ts'
import { jobQueues } from './jobs/registry.ts'
import { JobRunner } from './jobs/runner.ts'
import { observe } from './observe/observe.ts'
import { admitsNothing } from './outward/ranges.ts'
import { isSecureSite } from './sign-in/cookies.ts'
import { hasCompany, removeLeftBehind } from './sign-in/unfinished.ts'

export interface Running {
  /** Stops accepting requests, finishes running ones, and closes everything. */
  stop: () => Promise<void>
  /**
   * Stops accepting connections, serves the open ones until each has had one more response or has been idle for
   * its time, then stops.
   */
  leave: () => Promise<void>
  /** Resolves when it has stopped. */
  stopped: Promise<void>
  /** Prints where it serves, and what to do first. */
  greet: () => Promise<void>
  /** Its metrics; empty if they are disabled. */
  readMetrics: (shared: boolean) => Promise<string>
  /** Its database, for programs that run the service in their own process. */
  db: Database
  /** The sockets it listens on. */
  sockets: () => readonly ListeningSocket[]
  /** Call it when the process that this one replaces has ended. */
  succeed: () => Promise<void>
}

export interface ServeOptions {
  note: (line: string) => void
  environment: Readonly<Record<string, string | undefined>>
  /** The number of this process on this machine, if there are several. */
  processNumber?: number
  /** Set if this process replaces one that still serves: returns the sockets of that one. */
  takeSockets?: () => Promise<readonly ListeningSocket[]>
}

/** Milliseconds to wait for connections that are still open after all requests are complete. */
const graceMilliseconds = 200

/** Milliseconds after the idle time within which Node closes an idle connection. */
const idleGrace = 2_000

/**
 * By default V8 lets the heap grow to four times the live data. Growing by half instead costs a little CPU
 * and saves about 100 MB.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

/** Configuration → database → app → listen → drain and close. */
export async function serve(
  config: Config,
  { note, environment, processNumber, takeSockets }: ServeOptions,
): Promise<Running> {
  keepHeapSmall()
  // Whatever was opened is closed in reverse order, after a failed start as after a stop.
  await using starting = new AsyncDisposableStack()
  const claim =
    takeSockets === undefined ? { ...claimServing(config), become: () => undefined } : claimAfter(config)
  starting.defer(() => claim.release())
  await migrate(config.database, migrations, note)
  const diskFailed = (error: Error): never => {
    // It is unknown what was written, and a retry could report a false success.
    note(`The disk failed during a commit, so the process ends: ${error.message}`)
    process.exit(1)
  }
  // Before opening anything that publishes events.
  const observation = await observe(config, environment, processNumber ?? 1, note)
  starting.defer(() => observation.close())
  const db = openDatabase(config, diskFailed, note)
  starting.defer(() => db.close())
  const searchIndexer = new SearchIndexer(db)
  starting.defer(() => searchIndexer.stop())
  const secret = await demandOwnSecret(db, config)
  const blobs = await openBlobs(config.blobs, diskFailed)
  starting.defer(() => blobs.close())
  // Uploads may be in progress in a process that is being replaced.
  const cleaned = takeSockets === undefined ? await sweep(db, blobs) : 0
  if (cleaned > 0) note(`Cleaned up ${cleaned} uploads left behind by a killed process.`)
  const notifier = new Notifier(config.mail.server !== '')
  const { server, unready, drain, leave, outbox, notificationMailer, hub, countReaders, dispatcher } =
    buildApp({
      config,
      db,
      blobs,
      secret,
      onWritten: (kinds) => {
        if (kinds.has('file')) for (const runner of runners) runner.wake(previewJobName)
      },
      onNews: (companies) => {
        notifier.add(companies)
        for (const runner of runners)
          for (const name of [notificationJobName, notificationMailJobName]) runner.wake(name)
      },
      ...(processNumber !== undefined && { processNumber }),
    })
  const queues = jobQueues({
    blobs,
    outbox,
    notifier,
    notificationMailer,
    backups: config.backups,
    backupContext: { installation: installationOf(config), log: server.log, note, environment },
  })
  // The name of a queue is the name of its lease.
  const runners = Object.entries(queues).map(
    ([queue, jobs]) =>
      new JobRunner(db, jobs, server.log, queue === 'notifications' ? notificationLease : undefined, queue),
  )
  const { metrics } = observation
  const openMetrics = async (opened: AsyncDisposableStack): Promise<void> => {
    // With several processes, the supervisor serves the metrics.
    if (metrics !== undefined && processNumber === undefined)
      opened.defer(await openMetricsPort(config.metrics, async () => [await metrics.read(true)]))
  }
  if (takeSockets === undefined) await openMetrics(starting)
  const listener = await listen(server, config.host, config.port, await takeSockets?.())
  const opened = starting.move()
  metrics?.readFrom({
    sockets: listener.count,
    readers: countReaders,
    pool: () => db.connections?.(),
    replicaLag: () => db.replica?.lag(),
    shared: async () => ({
      queues: await readQueues(db),
      sizes: await readSizes(db, config.database),
      feedLag: await readFeedLag(db),
      lastBackup: await momentOfLastGood(db, config.backups),
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
    const cut = (): void => server.server.closeAllConnections()
    let isServing = true
    const refused = refuse(drainSeconds).then(() => {
      isServing = false
    })
    const late = clock.setTimeout(() => {
      if (isServing) note(`Cut off the requests that had not finished after ${config.shutdownSeconds} s.`)
      cut()
    }, config.shutdownSeconds * 1000)
    await Promise.all([refused, ...runners.map((runner) => runner.stop())])
    clock.clear(late)
    const rest = clock.setTimeout(cut, graceMilliseconds)
    await listener.close()
    clock.clear(rest)
    await dispatcher.stop()
    await hub.stop()
    await opened.disposeAsync()
  }
  /** Resolves when no request is in progress and no more are accepted. */
  async function refuse(drainSeconds: number): Promise<void> {
    if (drainSeconds > 0) {
      drain()
      await clock.pause(Math.min(drainSeconds, config.shutdownSeconds) * 1000)
    }
    await unready()
  }
  for (const runner of runners) runner.start()
  hub.start()
  dispatcher.start()
  return {
    stop: () => stop(config.drainSeconds),
    async leave() {
      listener.shut()
      leave()
      // The process that replaces this one runs them from now on.
      for (const runner of runners) runner.stop().catch(() => undefined)
      // Each connection closes after its next response, or after the idle time that its client was promised: closing it
      // earlier could cut off a request that is on its way.
      const end = clock.ticks() + config.idleTimeout * 1000 + idleGrace
      while (!stopping && clock.ticks() < end && (await listener.count()) > 0) await clock.pause(50)
      await stop(0)
    },
    stopped: ended.promise,
    greet: () => greet(config, db, secret, note),
    db,
    readMetrics: async (shared) => (await metrics?.read(shared)) ?? '',
    sockets: listener.sockets,
    async succeed() {
      claim.become()
      await openMetrics(opened)
    },
  }
}

async function greet(
  { publicUrl, host, port, webhooks }: Config,
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
  for (const { address: network, bits } of webhooks.admitted.networks.filter(admitsNothing))
    note(
      `WARNING: ATRIUM_WEBHOOK_NETWORKS: ${network}/${bits} has no effect. Loopback, link-local and metadata addresses can only be allowed one by one, such as 127.0.0.1, or by host name.`,
    )
  await removeLeftBehind(db).catch(() => undefined)
  // If the database is unavailable now, each request tries again.
  if (await hasCompany(db).catch(() => true)) return
  note(`There is no company yet. Create one here within a day: ${setupLink(publicUrl, secret)}`)
  note(`Or without a browser: ${commandName()} init --help`)
}
