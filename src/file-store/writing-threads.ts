import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { HashedContent, type ThreadHandle, type ThreadReply, WrittenFile } from './threaded-content.ts'

const program = new URL('../../bin/content-writer.mjs', import.meta.url)

/** Hashing takes most of the time, so there is one thread per core, not counting the main thread's. */
const mostThreads = (): number => Math.max(1, Math.min(4, availableParallelism() - 1))

/** How many blocks may be in progress: of one file, and of all files together, unless each has just one. */
const mostOfOne = 4
const mostOfAll = 16

/** With more uploads than this at once, each gets little memory. */
const few = 4

/** The threads that hash large files, and write those that go to a disk. They start with the first such file. */
export class WritingThreads {
  readonly #threads = new Set<WritingThread>()
  #contents = 0

  get areMany(): boolean {
    return this.#contents > few
  }

  /** `fd`: of the open file, which must stay open until `close` has resolved. */
  open(fd: number): WrittenFile {
    return this.#begin((place) => new WrittenFile(place, fd))
  }

  /** For content that is not written to a disk. */
  hash(): HashedContent {
    return this.#begin((place) => new HashedContent(place))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  #begin<T extends WrittenFile | HashedContent>(make: (place: ThreadHandle) => T): T {
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
      // The thread allocates almost nothing: blocks are allocated by the main thread.
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
    })
    this.#worker.unref()
    const end = (error: Error): void => {
      onEnd()
      for (const content of this.#contents.values()) content.fail(error)
    }
    this.#worker.on('message', (told: ThreadReply) => this.#contents.get(told.content)?.note(told))
    this.#worker.on('error', end)
    this.#worker.on('exit', () => end(new Error('The thread that writes content has ended')))
  }

  get contents(): number {
    return this.#contents.size
  }

  begin<T extends WrittenFile | HashedContent>(
    make: (place: ThreadHandle) => T,
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
        // Only work in progress keeps the process alive.
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
