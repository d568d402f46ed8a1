import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { HashedContent, type Place, type Report, WrittenFile } from './threaded-content.ts'

const program = new URL('../../bin/content-writer.mjs', import.meta.url)

/** Hashing takes most of the time, so threads are as many as can run beside the one that answers. */
const mostThreads = (): number => Math.max(1, Math.min(4, availableParallelism() - 1))

/** How many blocks may be under way: of one content, and of all unless each has but one. */
const mostOfOne = 4
const mostOfAll = 16

/** More contents than this at once are many: each then has little memory. */
const few = 4

/** The threads that hash large contents, and write them where they go to a disk. They start with the first of them. */
export class WritingThreads {
  readonly #threads = new Set<WritingThread>()
  #contents = 0

  get areMany(): boolean {
    return this.#contents > few
  }

  /** `fd`: of the open file, which stays open until `close` has resolved. */
  open(fd: number): WrittenFile {
    return this.#begin((place) => new WrittenFile(place, fd))
  }

  /** For what goes elsewhere. */
  hash(): HashedContent {
    return this.#begin((place) => new HashedContent(place))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #begin<T extends WrittenFile | HashedContent>(make: (place: Place) => T): T {
    const threads = [...this.#threads].sort((a, b) => a.contents - b.contents)
    let [thread] = threads
    if (thread === undefined || (thread.contents > 0 && threads.length < mostThreads()))
      thread = this.#start()
    this.#contents += 1
    const most = (): number => Math.max(1, Math.min(mostOfOne, Math.floor(mostOfAll / this.#contents)))
    return thread.begin(make, most, () => {
      this.#contents -= 1
    })
  }

  #start(): WritingThread {
    const thread = new WritingThread(() => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }
}

class WritingThread {
  readonly #worker: Worker
  readonly #contents = new Map<number, WrittenFile | HashedContent>()
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
      for (const content of this.#contents.values()) content.fail(error)
    }
    this.#worker.on('message', (told: Report) => this.#contents.get(told.content)?.note(told))
    this.#worker.on('error', end)
    this.#worker.on('exit', () => end(new Error('The thread that writes contents has ended')))
  }

  get contents(): number {
    return this.#contents.size
  }

  begin<T extends WrittenFile | HashedContent>(
    make: (place: Place) => T,
    most: () => number,
    onClosed: () => void,
  ): T {
    this.#last += 1
    const number = this.#last
    const content = make({
      number,
      worker: this.#worker,
      most,
      onClosed: () => {
        this.#contents.delete(number)
        // Only work that is under way keeps the process.
        if (this.#contents.size === 0) this.#worker.unref()
        onClosed()
      },
    })
    this.#contents.set(number, content)
    this.#worker.ref()
    return content
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
