import cluster, { type Worker } from 'node:cluster'
import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { openMetricsPort } from '../http/metrics-port.ts'
import type { SupervisorMessage, WorkerMessage } from './messages.ts'
import { openNotices, type ServiceNotices } from './service-notices.ts'
import { mostMilliseconds } from './times.ts'

/** After this many milliseconds a process counts as started successfully. */
const stableAfter = 60_000
const longestPause = 30_000
/** The supervisor gives up after this many failed starts in a row while no process serves. */
const mostFailures = 5
/** Milliseconds that a process may take to send its metrics. */
const patience = 3_000
/** Milliseconds to wait for a replaced process to end before the next one is replaced: few keep idle connections longer. */
const longestFarewell = 5_000
/** A process that is silent for this many milliseconds hangs. */
const longestSilence = 60_000

/** One of the numbered slots, and the process that serves in it. */
interface Slot {
  number: number
  worker: Worker | undefined
  ready: boolean
  /** Consecutive starts that did not last. */
  failures: number
  /** Set while a process is being started here: one at a time. */
  starting: Promise<void> | undefined
  /** When its event loop last gave a sign of life, by `clock.ticks`. */
  lastAlive: number
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
  readonly #notices: ServiceNotices
  readonly #slots: Slot[]
  readonly #ended = Promise.withResolvers<number>()
  #stopping = false
  #replacing = false
  /** Another SIGHUP arrived while the processes were being replaced. */
  #again = false
  #questions = 0

  constructor(
    config: Config,
    { note, environment }: { note: (line: string) => void; environment: NodeJS.ProcessEnv },
  ) {
    this.#config = config
    this.#note = note
    this.#notices = openNotices(environment, note)
    this.#slots = Array.from({ length: config.processes }, (_, n) => ({
      number: n + 1,
      worker: undefined,
      ready: false,
      failures: 0,
      starting: undefined,
      lastAlive: 0,
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
    const { every } = this.#notices
    const alive = every === undefined ? undefined : clock.setInterval(() => this.#reportAlive(), every)
    const onExit = (): void => this.#endIfAllHave()
    cluster.on('exit', onExit)
    try {
      this.#start().catch((error: unknown) => {
        if (!this.#stopping) this.#ended.resolve(error instanceof CouldNotStart ? error.code : 1)
      })
      return await this.#ended.promise
    } finally {
      this.#stopping = true
      clock.clear(alive)
      for (const worker of workers()) worker.kill('SIGKILL')
      for (const [signal, listener] of listeners) process.off(signal, listener)
      cluster.off('exit', onExit)
      await close?.()
    }
  }

  /** Starts the first process alone: it migrates the database, and reports wrong settings only once. */
  async #start(): Promise<void> {
    const [first, ...others] = this.#slots
    if (first !== undefined) await this.#launchIn(first)
    await Promise.all(others.map((slot) => this.#launchIn(slot)))
    this.#note(`${this.#slots.length} processes are serving.`)
    this.#reportReady()
  }

  #reportReady(): void {
    this.#notices.ready(`${this.#slots.length} processes serve ${this.#config.publicUrl}`)
  }

  /** Under a watchdog, kills a process whose event loop hangs; another starts in its place. */
  #reportAlive(): void {
    this.#notices.alive()
    for (const { worker, lastAlive, number } of this.#slots) {
      if (worker === undefined || clock.ticks() - lastAlive < longestSilence) continue
      this.#note(`Process ${number} has not responded for ${longestSilence / 1000} seconds.`)
      worker.kill('SIGKILL')
    }
  }

  /** Starts a process in a slot, and stops the previous one once the new one serves. */
  #launchIn(slot: Slot): Promise<void> {
    slot.starting ??= this.#startIn(slot).finally(() => {
      slot.starting = undefined
    })
    return slot.starting
  }

  async #startIn(slot: Slot): Promise<void> {
    const worker = await launch(slot.number)
    if (this.#stopping) {
      send(worker, { kind: 'stop' })
      return
    }
    const before = slot.worker
    const began = clock.ticks()
    Object.assign(slot, { worker, ready: true, lastAlive: began })
    worker.on('message', () => {
      if (slot.worker === worker) slot.lastAlive = clock.ticks()
    })
    worker.once('exit', (code, signal) => {
      if (slot.worker !== worker) return
      Object.assign(slot, { worker: undefined, ready: false })
      if (clock.ticks() - began > stableAfter) slot.failures = 0
      if (!this.#stopping) this.#restart(slot, `ended ${signal ? `by ${signal}` : `with exit code ${code}`}`)
    })
    if (before !== undefined) await Promise.race([retire(before), clock.pause(longestFarewell)])
  }

  #restart(slot: Slot, why: string): void {
    const wait = slot.failures === 0 ? 0 : Math.min(longestPause, 500 * 2 ** slot.failures)
    slot.failures += 1
    this.#note(`Process ${slot.number} ${why}; restarting it${wait > 0 ? ` in ${wait / 1000} s` : ''}.`)
    clock
      .pause(wait)
      .then(() => (this.#stopping ? undefined : this.#launchIn(slot)))
      .catch((error: unknown) => {
        const code = error instanceof CouldNotStart ? error.code : 1
        if (this.#stopping) return
        if (slot.failures >= mostFailures && !this.#slots.some(({ ready }) => ready))
          this.#ended.resolve(code)
        else this.#restart(slot, `could not start (${code})`)
      })
  }

  /**
   * Replaces one process after another. The old one leaves once the new one serves, so no request is refused.
   */
  async #replaceAll(): Promise<void> {
    this.#again = this.#replacing
    if (this.#replacing || this.#stopping) return
    this.#replacing = true
    this.#note('SIGHUP: replacing the processes one after another.')
    this.#notices.reloading()
    try {
      for (const slot of this.#slots) {
        // A process that was starting when the signal arrived may run the old code.
        await slot.starting?.catch(() => undefined)
        if (!this.#stopping && slot.ready) await this.#launchIn(slot)
      }
      this.#note('Replaced all processes.')
    } catch {
      this.#note('A new process could not start. The current ones keep serving.')
    }
    this.#replacing = false
    if (!this.#stopping) this.#reportReady()
    if (this.#again) await this.#replaceAll()
  }

  #stop(signal: NodeJS.Signals): void {
    if (this.#stopping) {
      this.#ended.resolve(1)
      return
    }
    this.#stopping = true
    this.#notices.stopping()
    this.#note(
      `${signal}: stopping; running requests have ${this.#config.shutdownSeconds} seconds to finish.`,
    )
    clock.setTimeout(() => this.#ended.resolve(0), mostMilliseconds + 500).unref()
    for (const worker of workers()) send(worker, { kind: 'stop' })
    this.#endIfAllHave()
  }

  #endIfAllHave(): void {
    if (this.#stopping && workers().every((worker) => worker.isDead())) this.#ended.resolve(0)
  }

  async #readMetrics(): Promise<string[]> {
    const serving = this.#slots.filter(({ ready }) => ready)
    return Promise.all(
      serving.map(({ worker }, n) => (worker === undefined ? '' : this.#metricsOf(worker, n === 0))),
    )
  }

  /** The metrics of one process; empty if it does not respond. */
  async #metricsOf(worker: Worker, shared: boolean): Promise<string> {
    this.#questions += 1
    const question = this.#questions
    const { promise, resolve } = Promise.withResolvers<string>()
    const onMessage = (message: WorkerMessage): void => {
      if (message.kind === 'metrics' && message.question === question) resolve(message.metrics)
    }
    worker.on('message', onMessage)
    send(worker, { kind: 'metrics', question, shared })
    try {
      return await Promise.race([promise, clock.pause(patience, { ref: false }).then(() => '')])
    } finally {
      worker.off('message', onMessage)
    }
  }
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

function send(worker: Worker, message: SupervisorMessage): void {
  if (worker.isConnected()) worker.send(message, () => undefined)
}

/** Resolves when the process serves; rejects with its exit code if it ends first. */
function launch(number: number): Promise<Worker> {
  cluster.setupPrimary({ args: ['serve', '--process', String(number)] })
  const worker = cluster.fork()
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new CouldNotStart(code || 1))
    worker.once('exit', ended)
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind !== 'ready') return
      worker.off('exit', ended)
      resolve(worker)
    })
  })
}

/** Stops a process that has been replaced. Resolves when its clients have moved to others. */
function retire(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) resolve()
    worker.once('exit', () => resolve())
    send(worker, { kind: 'leave' })
  })
}
