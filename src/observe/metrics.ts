import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../base/version.ts'
import { countEvents } from './events.ts'

/** Values that are read when metrics are collected. */
interface Sources {
  /** Open client connections. */
  sockets: () => Promise<number>
  /** Requests that wait for changes. */
  readers: () => number
  /** Connections to the database server, if there is one. */
  pool: () => { open: number; idle: number; waiting: number } | undefined
  /** In seconds; undefined if no replica is in use. */
  replicaLag: () => number | undefined
  /** Values that are the same in every process. */
  shared: () => Promise<Shared>
}

interface Shared {
  /** By name. */
  queues: Record<string, number>
  sizes: Record<string, number>
  /** In seconds. */
  feedLag: number | undefined
  /** When the last good backup began, in milliseconds; 0: none yet. */
  lastBackup: number | undefined
}

/** Milliseconds to wait for the database. */
const patience = 2_000

const none: Shared = { queues: {}, sizes: {}, feedLag: undefined, lastBackup: undefined }

const nothingYet: Sources = {
  sockets: async () => 0,
  readers: () => 0,
  pool: () => undefined,
  replicaLag: () => undefined,
  shared: async () => none,
}

/** The metrics of one process, for Prometheus. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #stop: () => void
  #sources: Sources = nothingYet
  readonly #queues: Gauge
  readonly #sizes: Gauge
  readonly #feedLag: Gauge
  readonly #lastBackup: Gauge

  /** `processNumber`: the number of this process on this machine, a label of each of its series. */
  constructor(processNumber: number) {
    const registers = [this.#registry]
    this.#registry.setDefaultLabels({ process: String(processNumber) })
    const sources = (): Sources => this.#sources
    const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
      new Gauge({ name, help, labelNames, registers })
    gauge('atrium_info', 'The running version; always 1.', ['version']).set({ version }, 1)
    this.#queues = gauge(
      'atrium_queue_length',
      'Items waiting or in progress in the whole installation; counted up to 10,000.',
      ['queue'],
    )
    this.#sizes = gauge('atrium_database_size_bytes', 'Size of the database, by part.', ['part'])
    this.#feedLag = gauge(
      'atrium_feed_lag_seconds',
      'How long the oldest change without a number has waited for one.',
    )
    this.#lastBackup = gauge(
      'atrium_backup_last_good_timestamp_seconds',
      'When the last complete backup began; 0 if there is none yet. Absent when backups are not scheduled.',
    )
    new Gauge({
      name: 'atrium_http_connections',
      help: 'Open client connections.',
      registers,
      async collect() {
        this.set(await sources().sockets())
      },
    })
    new Gauge({
      name: 'atrium_feed_readers',
      help: 'Requests that wait for changes: streams, and those with `wait`.',
      registers,
      collect() {
        this.set(sources().readers())
      },
    })
    new Gauge({
      name: 'atrium_database_connections',
      help: 'Connections to PostgreSQL: open, idle, and requests waiting for one.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(sources().pool() ?? {})) this.set({ state }, count)
      },
    })
    new Gauge({
      name: 'atrium_replica_lag_seconds',
      help: 'How far the replica is behind the primary. Absent if it is not in use.',
      registers,
      collect() {
        const lag = sources().replicaLag()
        if (lag === undefined) this.remove()
        else this.set(lag)
      },
    })
    // CPU, memory, event loop delay, garbage collection, open files.
    collectDefaultMetrics({ register: this.#registry })
    this.#stop = countEvents(this.#registry)
  }

  /** Starts reading these values. */
  readFrom(sources: Sources): void {
    this.#sources = sources
  }

  /** In the Prometheus text format. `shared`: includes the values that are the same in every process. */
  async read(shared: boolean): Promise<string> {
    this.#queues.reset()
    this.#sizes.reset()
    // Unlike metrics with labels, they would be exported as 0.
    this.#feedLag.remove()
    this.#lastBackup.remove()
    if (shared) {
      // Without the database its values are missing; all others are still exported.
      const late = pause(patience, none, { ref: false })
      const { queues, sizes, feedLag, lastBackup } = await Promise.race([
        this.#sources.shared().catch(() => none),
        late,
      ])
      for (const [queue, length] of Object.entries(queues)) this.#queues.set({ queue }, length)
      for (const [part, bytes] of Object.entries(sizes)) this.#sizes.set({ part }, bytes)
      if (feedLag !== undefined) this.#feedLag.set(feedLag)
      if (lastBackup !== undefined) this.#lastBackup.set(lastBackup / 1000)
    }
    return this.#registry.metrics()
  }

  close(): void {
    this.#stop()
    this.#registry.clear()
  }
}

/**
 * Merges the metrics of several processes into one text. Each has its own series, so a counter that restarts
 * is visible as such.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const [only = '', ...others] = texts
  if (others.length === 0) return only
  const families = new Map<string, string[]>()
  for (const family of texts.flatMap((text) => text.trimEnd().split('\n\n'))) {
    const lines = family.split('\n')
    const head = lines.filter((line) => line.startsWith('# ')).join('\n')
    families.set(head, [...(families.get(head) ?? []), ...lines.filter((line) => !line.startsWith('# '))])
  }
  return `${[...families].map(([head, lines]) => [head, ...lines].join('\n')).join('\n\n')}\n`
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE
