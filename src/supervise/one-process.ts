import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import type { Running } from '../serve.ts'
import { openNotices, type ServiceNotices } from './service-notices.ts'
import { type Serving, startSuccessor } from './successor.ts'
import { mostMilliseconds } from './times.ts'

interface Options {
  note: (line: string) => void
  environment: NodeJS.ProcessEnv
}

/** A replacement that is silent for this many milliseconds does not count as alive. */
const longestSilence = 15_000

/**
 * Serves in one process until SIGTERM or SIGINT; a second signal ends it immediately. SIGHUP starts another process that
 * takes over. This one then only passes signals on: its parent must not see it end.
 */
export class OneProcess {
  readonly #config: Config
  readonly #note: (line: string) => void
  readonly #environment: NodeJS.ProcessEnv
  readonly #notices: ServiceNotices
  readonly #ended = Promise.withResolvers<number>()
  /** Those that have not ended: the last one accepts connections, the others finish theirs. */
  readonly #serving: Serving[] = []
  #stopping = false
  #replacing = false
  /** Another SIGHUP arrived while the process was being replaced. */
  #again = false

  constructor(config: Config, { note, environment }: Options) {
    this.#config = config
    this.#note = note
    this.#environment = environment
    this.#notices = openNotices(environment, note)
  }

  /** Resolves with the exit code. */
  async run(running: Running): Promise<number> {
    const stop = (signal: NodeJS.Signals): void => this.#stop(signal)
    // A closing terminal also sends SIGHUP.
    const reload = (signal: NodeJS.Signals): void => {
      if (process.stdout.isTTY) this.#stop(signal)
      else void this.#replace()
    }
    const { every } = this.#notices
    const alive = every === undefined ? undefined : clock.setInterval(() => this.#reportAlive(), every)
    process.on('SIGTERM', stop).on('SIGINT', stop).on('SIGHUP', reload)
    try {
      this.#watch(servingHere(running))
      await running.greet()
      this.#reportReady()
      return await this.#ended.promise
    } finally {
      clock.clear(alive)
      process.off('SIGTERM', stop).off('SIGINT', stop).off('SIGHUP', reload)
    }
  }

  /** Ends with the last process that serves; that is a failure unless it was asked to stop. */
  #watch(serving: Serving): void {
    this.#serving.push(serving)
    const onEnd = (): boolean => {
      this.#serving.splice(this.#serving.indexOf(serving), 1)
      return this.#serving.length === 0
    }
    serving.ended.then(
      (code) => onEnd() && this.#ended.resolve(this.#stopping ? code : this.#fail(code)),
      (error: unknown) => onEnd() && this.#ended.reject(error),
    )
  }

  #fail(code: number): number {
    this.#note('No process serves any more, although none was asked to stop.')
    return code === 0 ? 1 : code
  }

  async #replace(): Promise<void> {
    this.#again = this.#replacing
    const before = this.#serving.at(-1)
    if (this.#replacing || this.#stopping || before === undefined) return
    this.#replacing = true
    this.#note('SIGHUP: replacing the process.')
    this.#notices.reloading()
    try {
      const next = await startSuccessor(this.#environment, before)
      this.#watch(next)
      if (this.#stopping) next.stop()
      else this.#reportReady()
      await before.leave()
      if (this.#serving.includes(next)) {
        next.succeed()
        this.#note('Replaced the process.')
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#note(`${why} The current one keeps serving.`)
      if (!this.#stopping) this.#reportReady()
    }
    this.#replacing = false
    if (this.#again) await this.#replace()
  }

  #stop(signal: NodeJS.Signals): void {
    if (this.#stopping) {
      for (const serving of this.#serving) serving.kill()
      process.exit(1)
    }
    this.#stopping = true
    this.#notices.stopping()
    this.#note(
      `${signal}: stopping; running requests have ${this.#config.shutdownSeconds} seconds to finish.`,
    )
    clock.setTimeout(() => process.exit(0), mostMilliseconds).unref()
    for (const serving of this.#serving) serving.stop()
  }

  #reportReady(): void {
    this.#notices.ready(`Serving ${this.#config.publicUrl}`)
  }

  /** Runs in the event loop, so a process that hangs reports nothing and is restarted. */
  #reportAlive(): void {
    const seen = this.#serving.at(-1)?.lastAlive()
    if (seen === undefined || clock.ticks() - seen < longestSilence) this.#notices.alive()
  }
}

function servingHere(running: Running): Serving {
  return {
    ended: running.stopped.then(() => 0),
    sockets: async () => running.sockets(),
    // Its server closes them.
    dropSocket: () => undefined,
    leave: () => running.leave(),
    stop: () => void running.stop().catch(() => undefined),
    kill: () => undefined,
    succeed: () => undefined,
    lastAlive: () => undefined,
  }
}
