import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { version } from '../base/version.ts'
import { countEvents } from './events.ts'

/** Figures that are looked up when they are asked for. */
export interface Sources {
  /** Open connections of callers. */
  sockets: () => Promise<number>
  /** Connections to a database server, where there is one. */
  pool: () => { open: number; idle: number; waiting: number } | undefined
  /** What is the same whichever process tells it. */
  shared: () => Promise<Shared>
}

export interface Shared {
  /** By their names. */
  queues: Record<string, number>
  sizes: Record<string, number>
  /** When the last good backup began, in milliseconds; 0: none yet. */
  lastBackup: number | undefined
}

/** How long the database is waited for, in milliseconds. */
const patience = 2_000

const none: Shared = { queues: {}, sizes: {}, lastBackup: undefined }

const nothingYet: Sources = {
  sockets: async () => 0,
  pool: () => undefined,
  shared: async () => none,
}

/** The figures of one process in the form of Prometheus. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #stop: () => void
  #sources: Sources = nothingYet
  readonly #queues: Gauge
  readonly #sizes: Gauge
  readonly #lastBackup: Gauge

  /** `processNumber`: its number among those on this machine, which each of its series bears. */
  constructor(processNumber: number) {
    const registers = [this.#registry]
    this.#registry.setDefaultLabels({ process: String(processNumber) })
    const sources = (): Sources => this.#sources
    const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
      new Gauge({ name, help, labelNames, registers })
    gauge('atrium_info', 'The version that runs; always 1.', ['version']).set({ version }, 1)
    this.#queues = gauge(
      'atrium_queue_length',
      'What waits to be done or is under way, in the whole installation; not counted beyond 10,000.',
      ['queue'],
    )
    this.#sizes = gauge('atrium_database_size_bytes', 'How large the database is, by its parts.', ['part'])
    this.#lastBackup = gauge(
      'atrium_backup_last_good_timestamp_seconds',
      'When the last backup began that is whole; 0 where none was made yet. None where none is to be made.',
    )
    new Gauge({
      name: 'atrium_http_connections',
      help: 'Open connections of callers.',
      registers,
      async collect() {
        this.set(await sources().sockets())
      },
    })
    new Gauge({
      name: 'atrium_database_connections',
      help: 'Connections to PostgreSQL: open, idle among them, and requests that wait for one.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(sources().pool() ?? {})) this.set({ state }, count)
      },
    })
    // Processor, memory, the delay of the event loop, garbage collection, open files.
    collectDefaultMetrics({ register: this.#registry })
    this.#stop = countEvents(this.#registry)
  }

  /** From now on. */
  look(sources: Sources): void {
    this.#sources = sources
  }

  /** In the text form of Prometheus. `shared`: with what every process would tell alike. */
  async read(shared: boolean): Promise<string> {
    this.#queues.reset()
    this.#sizes.reset()
    // Unlike those with labels it would be 0 otherwise.
    this.#lastBackup.remove()
    if (shared) {
      // A database that is out of reach has no figures; all others are still told.
      const late = pause(patience, none, { ref: false })
      const { queues, sizes, lastBackup } = await Promise.race([
        this.#sources.shared().catch(() => none),
        late,
      ])
      for (const [queue, length] of Object.entries(queues)) this.#queues.set({ queue }, length)
      for (const [part, bytes] of Object.entries(sizes)) this.#sizes.set({ part }, bytes)
      if (lastBackup !== undefined) this.#lastBackup.set(lastBackup / 1000)
    }
    return this.#registry.metrics()
  }

  close(): void {
    this.#stop()
    this.#registry.clear()
  }
}

/** The figures of several processes as one text. Each has its own series: a counter that begins anew is told as such. */
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
