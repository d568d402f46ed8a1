import type { Worker } from 'node:worker_threads'
import { giveBack } from './blocks.ts'

/** What a thread is told to do for a content, which is known by a number. */
export type Order =
  | { content: number; block: ArrayBuffer; length: number; to: Target }
  | { content: number; close: 'digest' | 'forget' }

/** Where a block goes: into a file, or back with its own hash. `isAll`: it is the whole content, which has the same. */
type Target = { fd: number; at: number } | { isAll: boolean }

/** What it says when it is done. A block comes back, whatever became of it. */
export type Report =
  | {
      content: number
      block: ArrayBuffer
      blockSha256: string | undefined
      failure: { message: string; code: string } | undefined
    }
  | { content: number; sha256: string }

type BlockReport = Extract<Report, { block: ArrayBuffer }>

/** A content as the thread knows it that has it. */
export interface Place {
  number: number
  worker: Worker
  /** How many of its blocks may be under way. */
  most: () => number
  onClosed: () => void
}

/** A content that a thread hashes, block by block. Blocks are handed over, and not copied. */
abstract class ThreadedContent {
  protected underWay = 0
  protected readonly place: Place
  #failure: Error | undefined
  #sha256: string | undefined
  #wake = (): void => undefined

  constructor(place: Place) {
    this.place = place
  }

  /** The hash of all that was handed over. */
  async digest(): Promise<string> {
    await this.until(() => this.underWay === 0)
    this.#order({ content: this.place.number, close: 'digest' })
    await this.until(() => this.#sha256 !== undefined)
    return this.#sha256 ?? ''
  }

  /** Nothing more comes. Resolves when nothing is done any more: before, a file must not be closed. */
  async close(): Promise<void> {
    while (this.underWay > 0) await this.#change()
    this.#order({ content: this.place.number, close: 'forget' })
    this.place.onClosed()
  }

  note(told: Report): void {
    if ('sha256' in told) this.#sha256 = told.sha256
    else {
      this.underWay -= 1
      if (told.failure !== undefined)
        this.#failure ??= Object.assign(new Error(told.failure.message), { code: told.failure.code })
      this.take(told)
    }
    this.#wake()
  }

  /** The thread is gone, and does nothing any more. */
  fail(error: Error): void {
    this.#failure ??= error
    this.underWay = 0
    this.#wake()
  }

  /** A block is back. */
  protected abstract take(told: BlockReport): void

  protected handOver({ buffer }: Uint8Array<ArrayBuffer>, length: number, to: Target): void {
    if (this.#failure !== undefined) throw this.#failure
    this.underWay += 1
    this.#order({ content: this.place.number, block: buffer, length, to }, [buffer])
  }

  protected async until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.#failure === undefined) await this.#change()
    if (this.#failure !== undefined) throw this.#failure
  }

  #order(order: Order, given: ArrayBuffer[] = []): void {
    this.place.worker.postMessage(order, given)
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

/** A file that a thread writes. */
export class WrittenFile extends ThreadedContent {
  readonly #fd: number
  #at = 0

  constructor(place: Place, fd: number) {
    super(place)
    this.#fd = fd
  }

  /** Takes a block away. Resolves when it takes the next. */
  async write(block: Uint8Array<ArrayBuffer>, length: number): Promise<void> {
    this.handOver(block, length, { fd: this.#fd, at: this.#at })
    this.#at += length
    await this.until(() => this.underWay <= this.place.most())
  }

  protected override take({ block }: BlockReport): void {
    giveBack(block)
  }
}

/** A block that has come back with its hash. */
export interface HashedBlock {
  block: Uint8Array<ArrayBuffer>
  sha256: string
}

/** A content that a thread only hashes, one block after another. */
export class HashedContent extends ThreadedContent {
  #back: HashedBlock | undefined

  /** Takes a block away and gives it back. `isAll`: no other comes, and the hash of the block is that of the content. */
  async hash(block: Uint8Array<ArrayBuffer>, length: number, isAll: boolean): Promise<HashedBlock> {
    this.#back = undefined
    this.handOver(block, length, { isAll })
    await this.until(() => this.#back !== undefined)
    if (this.#back === undefined) throw new Error('A block did not come back')
    return this.#back
  }

  protected override take({ block, blockSha256: sha256 = '' }: BlockReport): void {
    this.#back = { block: new Uint8Array(block), sha256 }
  }
}
