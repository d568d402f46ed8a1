import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../base/config.ts'
import { openMetricsPort } from '../http/metrics-port.ts'
import type { SupervisorMessage, WorkerMessage } from './messages.ts'
import { mostMilliseconds } from './signals.ts'

/** After this many milliseconds a process counts as started successfully. */
const settled = 60_000
const longestPause = 30_000
/** The supervisor gives up after this many failed starts in a row while no process serves. */
const mostFailures = 5
/** Milliseconds that a process may take to send its metrics. */
const patience = 3_000

/** One of the numbered slots, and the process that serves in it. */
interface Place {
  number: number
  worker: Worker | undefined
  ready: boolean
  /** Consecutive starts that did not last. */
  failures: number
  /** Set while a process is being started here: one at a time. */
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
 * Supervises several processes that share the port: restarts those that die, replaces all of them one after
 * another on SIGHUP, and ends when they have ended.
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

  /** Resolves with the exit code. */
  async run(): Promise<number> {
    const { metrics } = this.#config
    const close = metrics.port === 0 ? undefined : await openMetricsPort(metrics, () => this.#readMetrics())
    const listeners: [NodeJS.Signals, (signal: NodeJS.Signals) => void][] = [
      ['SIGTERM', (signal) => this.#stop(signal)],
      ['SIGINT', (signal) => this.#stop(signal)],
      // A closing terminal also sends SIGHUP.
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

  /** Starts the first process alone: it migrates the database, and reports wrong settings only once. */
  async #start(): Promise<void> {
    const [first, ...others] = this.#places
    if (first !== undefined) await this.#fill(first)
    await Promise.all(others.map((place) => this.#fill(place)))
    this.#note(`${this.#places.length} processes are serving.`)
  }

  /** Starts a process in a slot, and stops the previous one once the new one serves. */
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
      if (!this.#stopping)
        this.#startAnew(place, `ended ${signal ? `by ${signal}` : `with exit code ${code}`}`)
    })
    if (before !== undefined) await leaves(before)
  }

  #startAnew(place: Place, why: string): void {
    const wait = place.failures === 0 ? 0 : Math.min(longestPause, 500 * 2 ** place.failures)
    place.failures += 1
    this.#note(`Process ${place.number} ${why}; restarting it${wait > 0 ? ` in ${wait / 1000} s` : ''}.`)
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

  /**
   * Replaces one process after another. The old one leaves once the new one serves, so no request is refused.
   */
  async #replaceAll(): Promise<void> {
    if (this.#replacing || this.#stopping) return
    this.#replacing = true
    this.#note('SIGHUP: replacing the processes one after another.')
    try {
      for (const place of this.#places) if (!this.#stopping && place.ready) await this.#fill(place)
      this.#note('Replaced all processes.')
    } catch {
      this.#note('A new process could not start. The current ones keep serving.')
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
      `${signal}: stopping; running requests have ${this.#config.shutdownSeconds} seconds to finish.`,
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

  /** The metrics of one process; empty if it does not answer. */
  async #ask(worker: Worker, shared: boolean): Promise<string> {
    this.#questions += 1
    const question = this.#questions
    const { promise, resolve } = Promise.withResolvers<string>()
    const hear = (said: WorkerMessage): void => {
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

function tell(worker: Worker, order: SupervisorMessage): void {
  if (worker.isConnected()) worker.send(order, () => undefined)
}

/** Resolves when the process serves; rejects with its exit code if it ends first. */
function launch(number: number): Promise<Worker> {
  cluster.setupPrimary({ args: ['serve', '--process', String(number)] })
  const worker = cluster.fork()
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new CouldNotStart(code || 1))
    worker.once('exit', ended)
    worker.on('message', (said: WorkerMessage) => {
      if (said.kind !== 'ready') return
      worker.off('exit', ended)
      resolve(worker)
    })
  })
}

/** Stops a process that has been replaced. */
function leaves(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve()
    worker.once('exit', () => resolve())
    tell(worker, { kind: 'leave' })
  })
}
