import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../base/config.ts'
import { openMetricsPort } from '../http/metrics-port.ts'
import type { Order, Report } from './messages.ts'
import { mostMilliseconds } from './signals.ts'

/** A process that has served for so long had no trouble to start. Milliseconds. */
const settled = 60_000
const longestPause = 30_000
/** While no process serves, so many starts that fail in a row are the end. */
const mostFailures = 5
/** How long a process may take to tell its figures, in milliseconds. */
const patience = 3_000

/** The place of one process: it has a number, and whoever serves in it. */
interface Place {
  number: number
  worker: Worker | undefined
  ready: boolean
  /** Starts in a row that did not last. */
  failures: number
  /** While a process is being started here: one at a time. */
  filling: Promise<void> | undefined
}

class CouldNotStart extends Error {
  readonly code: number
  constructor(code: number) {
    super('A process could not start.')
    this.code = code
  }
}

/**
 * Watches over several processes that share the port: starts one anew that dies, replaces all of them one after
 * another when it is told to, and ends when they have ended.
 */
export class Supervisor {
  readonly #config: Config
  readonly #note: (line: string) => void
  readonly #places: Place[]
  readonly #ended = Promise.withResolvers<number>()
  #stopping = false
  #replacing = false
  #questions = 0

  constructor(config: Config, note: (line: string) => void) {
    this.#config = config
    this.#note = note
    this.#places = Array.from({ length: config.processes }, (_, n) => ({
      number: n + 1,
      worker: undefined,
      ready: false,
      failures: 0,
      filling: undefined,
    }))
  }

  /** Resolves with the code to exit with. */
  async run(): Promise<number> {
    const { metrics } = this.#config
    const close = metrics.port === 0 ? undefined : await openMetricsPort(metrics, () => this.#readMetrics())
    const listeners: [NodeJS.Signals, (signal: NodeJS.Signals) => void][] = [
      ['SIGTERM', (signal) => this.#stop(signal)],
      ['SIGINT', (signal) => this.#stop(signal)],
      // A terminal that closes says the same as one who wants new processes.
      ['SIGHUP', (signal) => (process.stdout.isTTY ? this.#stop(signal) : this.#replaceAll())],
    ]
    for (const [signal, listener] of listeners) process.on(signal, listener)
    const onExit = (): void => this.#endIfAllHave()
    cluster.on('exit', onExit)
    try {
      this.#start().catch((error: unknown) => {
        if (!this.#stopping) this.#ended.resolve(error instanceof CouldNotStart ? error.code : 1)
      })
      return await this.#ended.promise
    } finally {
      this.#stopping = true
      for (const worker of workers()) worker.kill('SIGKILL')
      for (const [signal, listener] of listeners) process.off(signal, listener)
      cluster.off('exit', onExit)
      await close?.()
    }
  }

  /** The first alone: it migrates the database, and tells what is wrong with the settings once. */
  async #start(): Promise<void> {
    const [first, ...others] = this.#places
    if (first !== undefined) await this.#fill(first)
    await Promise.all(others.map((place) => this.#fill(place)))
    this.#note(`${this.#places.length} processes serve.`)
  }

  /** Starts a process in a place, and lets the one that was there go once it serves. */
  #fill(place: Place): Promise<void> {
    place.filling ??= this.#startIn(place).finally(() => {
      place.filling = undefined
    })
    return place.filling
  }

  async #startIn(place: Place): Promise<void> {
    const worker = await launch(place.number)
    if (this.#stopping) {
      tell(worker, { kind: 'stop' })
      return
    }
    const before = place.worker
    Object.assign(place, { worker, ready: true })
    const began = performance.now()
    worker.once('exit', (code, signal) => {
      if (place.worker !== worker) return
      Object.assign(place, { worker: undefined, ready: false })
      if (performance.now() - began > settled) place.failures = 0
      if (!this.#stopping) this.#startAnew(place, `ended by ${signal ?? `itself with ${code}`}`)
    })
    if (before !== undefined) await leaves(before)
  }

  #startAnew(place: Place, why: string): void {
    const wait = place.failures === 0 ? 0 : Math.min(longestPause, 500 * 2 ** place.failures)
    place.failures += 1
    this.#note(`Process ${place.number} ${why}; it is started anew${wait > 0 ? ` in ${wait / 1000} s` : ''}.`)
    pause(wait)
      .then(() => (this.#stopping ? undefined : this.#fill(place)))
      .catch((error: unknown) => {
        const code = error instanceof CouldNotStart ? error.code : 1
        if (this.#stopping) return
        if (place.failures >= mostFailures && !this.#places.some(({ ready }) => ready))
          this.#ended.resolve(code)
        else this.#startAnew(place, `could not start (${code})`)
      })
  }

  /** One after another, each new process before the old one leaves: no request is refused meanwhile. */
  async #replaceAll(): Promise<void> {
    if (this.#replacing || this.#stopping) return
    this.#replacing = true
    this.#note('SIGHUP: replacing the processes one after another.')
    try {
      for (const place of this.#places) if (!this.#stopping && place.ready) await this.#fill(place)
      this.#note('All processes are replaced.')
    } catch {
      this.#note('A new process could not start, so those that serve go on.')
    }
    this.#replacing = false
  }

  #stop(signal: NodeJS.Signals): void {
    if (this.#stopping) {
      this.#ended.resolve(1)
      return
    }
    this.#stopping = true
    this.#note(
      `${signal}: stopping; running requests may take ${this.#config.shutdownSeconds} seconds to end.`,
    )
    setTimeout(() => this.#ended.resolve(0), mostMilliseconds + 500).unref()
    for (const worker of workers()) tell(worker, { kind: 'stop' })
    this.#endIfAllHave()
  }

  #endIfAllHave(): void {
    if (this.#stopping && workers().every((worker) => worker.isDead())) this.#ended.resolve(0)
  }

  async #readMetrics(): Promise<string[]> {
    const serving = this.#places.filter(({ ready }) => ready)
    return Promise.all(
      serving.map(({ worker }, n) => (worker === undefined ? '' : this.#ask(worker, n === 0))),
    )
  }

  /** The figures of one process; none where it does not answer. */
  async #ask(worker: Worker, shared: boolean): Promise<string> {
    this.#questions += 1
    const question = this.#questions
    const { promise, resolve } = Promise.withResolvers<string>()
    const hear = (said: Report): void => {
      if (said.kind === 'metrics' && said.question === question) resolve(said.metrics)
    }
    worker.on('message', hear)
    tell(worker, { kind: 'metrics', question, shared })
    try {
      return await Promise.race([promise, pause(patience, '', { ref: false })])
    } finally {
      worker.off('message', hear)
    }
  }
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

function tell(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined)
}

/** Resolves when it serves; throws with its exit code when it ends before. */
function launch(number: number): Promise<Worker> {
  cluster.setupPrimary({ args: ['serve', '--process', String(number)] })
  const worker = cluster.fork()
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new CouldNotStart(code || 1))
    worker.once('exit', ended)
    worker.on('message', (said: Report) => {
      if (said.kind !== 'ready') return
      worker.off('exit', ended)
      resolve(worker)
    })
  })
}

/** Lets a process go that another has taken the place of. */
function leaves(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve()
    worker.once('exit', () => resolve())
    tell(worker, { kind: 'leave' })
  })
}
