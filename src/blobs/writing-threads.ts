import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { giveBack } from './blocks.ts'

/** What a thread is told to do for a file, which is known by a number. */
type Order =
  | { file: number; block: ArrayBuffer; length: number; fd: number; at: number }
  | { file: number; close: 'digest' | 'forget' }

/** What it says when it is done. A block comes back, whatever became of it. */
type Report =
  | { file: number; block: ArrayBuffer; failure: { message: string; code: string } | undefined }
  | { file: number; sha256: string }

const program = new URL('../../bin/content-writer.mjs', import.meta.url)

/** Hashing takes most of the time, so threads are as many as can run beside the one that answers. */
const mostThreads = (): number => Math.max(1, Math.min(4, availableParallelism() - 1))

/** How many blocks may be under way: of one file, and of all files unless each has but one. */
const mostOfOne = 4
const mostOfAll = 16

/** More files than this at once are many: each then has little memory. */
const few = 4

/** The threads that write and hash large contents. They start with the first of them. */
export class WritingThreads {
  readonly #threads = new Set<WritingThread>()
  #files = 0

  get areMany(): boolean {
    return this.#files > few
  }

  /** `fd`: of the open file, which stays open until `close` has resolved. */
  open(fd: number): WrittenFile {
    const threads = [...this.#threads].sort((a, b) => a.files - b.files)
    let [thread] = threads
    if (thread === undefined || (thread.files > 0 && threads.length < mostThreads())) thread = this.#start()
    this.#files += 1
    const most = (): number => Math.max(1, Math.min(mostOfOne, Math.floor(mostOfAll / this.#files)))
    return thread.open(fd, most, () => {
      this.#files -= 1
    })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #start(): WritingThread {
    const thread = new WritingThread(() => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }
}

class WritingThread {
  readonly #worker: Worker
  readonly #files = new Map<number, WrittenFile>()
  #last = 0

  constructor(onEnd: () => void) {
    this.#worker = new Worker(program, {
      execArgv: [],
      // It has next to nothing of its own: blocks are counted elsewhere.
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    })
    this.#worker.unref()
    const end = (error: Error): void => {
      onEnd()
      for (const file of this.#files.values()) file.fail(error)
    }
    this.#worker.on('message', (told: Report) => this.#files.get(told.file)?.note(told))
    this.#worker.on('error', end)
    this.#worker.on('exit', () => end(new Error('The thread that writes contents has ended')))
  }

  get files(): number {
    return this.#files.size
  }

  open(fd: number, most: () => number, onClosed: () => void): WrittenFile {
    this.#last += 1
    const number = this.#last
    const file = new WrittenFile(fd, number, most, this.#worker, () => {
      this.#files.delete(number)
      // Only work that is under way keeps the process.
      if (this.#files.size === 0) this.#worker.unref()
      onClosed()
    })
    this.#files.set(number, file)
    this.#worker.ref()
    return file
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** A file that a thread writes. */
export class WrittenFile {
  readonly #fd: number
  readonly #number: number
  readonly #most: () => number
  readonly #worker: Worker
  readonly #onClosed: () => void
  #at = 0
  #underWay = 0
  #failure: Error | undefined
  #sha256: string | undefined
  #wake = (): void => undefined

  constructor(fd: number, number: number, most: () => number, worker: Worker, onClosed: () => void) {
    this.#fd = fd
    this.#number = number
    this.#most = most
    this.#worker = worker
    this.#onClosed = onClosed
  }

  /** Takes a block away. Resolves when it takes the next. */
  async write({ buffer }: Uint8Array<ArrayBuffer>, length: number): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    this.#underWay += 1
    this.#order({ file: this.#number, block: buffer, length, fd: this.#fd, at: this.#at }, [buffer])
    this.#at += length
    await this.#until(() => this.#underWay <= this.#most())
  }

  /** The hash of all that was written. */
  async digest(): Promise<string> {
    await this.#until(() => this.#underWay === 0)
    this.#order({ file: this.#number, close: 'digest' })
    await this.#until(() => this.#sha256 !== undefined)
    return this.#sha256 ?? ''
  }

  /** Nothing more comes. Resolves when nothing is written any more: before, the file must not be closed. */
  async close(): Promise<void> {
    while (this.#underWay > 0) await this.#change()
    this.#order({ file: this.#number, close: 'forget' })
    this.#onClosed()
  }

  note(told: Report): void {
    if ('sha256' in told) this.#sha256 = told.sha256
    else {
      giveBack(told.block)
      this.#underWay -= 1
      if (told.failure !== undefined)
        this.#failure ??= Object.assign(new Error(told.failure.message), { code: told.failure.code })
    }
    this.#wake()
  }

  /** The thread is gone, and writes nothing any more. */
  fail(error: Error): void {
    this.#failure ??= error
    this.#underWay = 0
    this.#wake()
  }

  #order(order: Order, given: ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, given)
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.#failure === undefined) await this.#change()
    if (this.#failure !== undefined) throw this.#failure
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}
