import type { Worker } from 'node:worker_threads'
import { giveBack } from './blocks.ts'

/** A message to a thread about one file, which has a number. */
type ThreadRequest =
  | { content: number; block: ArrayBuffer; length: number; to: Target }
  | { content: number; close: 'digest' | 'forget' }

/** Where a block goes: into a file, or back with its own hash. `isAll`: the block is all of the content. */
type Target = { fd: number; at: number } | { isAll: boolean }

/** The thread's reply. A block always comes back, even after a failure. */
export type ThreadReply =
  | {
      content: number
      block: ArrayBuffer
      blockSha256: string | undefined
      failure: { message: string; code: string } | undefined
    }
  | { content: number; sha256: string }

type BlockReport = Extract<ThreadReply, { block: ArrayBuffer }>

/** The thread as seen by its content. */
export interface ThreadHandle {
  number: number
  worker: Worker
  /** How many of its blocks may be in progress. */
  most: () => number
  onClosed: () => void
}

/** Content that a thread hashes, block by block. Blocks are transferred, not copied. */
abstract class ThreadedContent {
  protected inProgress = 0
  protected readonly place: ThreadHandle
  #failure: Error | undefined
  #sha256: string | undefined
  #wake = (): void => undefined

  constructor(place: ThreadHandle) {
    this.place = place
  }

  /** The hash of all blocks. */
  async digest(): Promise<string> {
    await this.until(() => this.inProgress === 0)
    this.#order({ content: this.place.number, close: 'digest' })
    await this.until(() => this.#sha256 !== undefined)
    return this.#sha256 ?? ''
  }

  /** Ends the content. Resolves when the thread is done with it; the file must stay open until then. */
  async close(): Promise<void> {
    while (this.inProgress > 0) await this.#change()
    this.#order({ content: this.place.number, close: 'forget' })
    this.place.onClosed()
  }

  note(told: ThreadReply): void {
    if ('sha256' in told) this.#sha256 = told.sha256
    else {
      this.inProgress -= 1
      if (told.failure !== undefined)
        this.#failure ??= Object.assign(new Error(told.failure.message), { code: told.failure.code })
      this.take(told)
    }
    this.#wake()
  }

  /** The thread has ended. */
  fail(error: Error): void {
    this.#failure ??= error
    this.inProgress = 0
    this.#wake()
  }

  /** A block has come back. */
  protected abstract take(told: BlockReport): void

  protected handOver({ buffer }: Uint8Array<ArrayBuffer>, length: number, to: Target): void {
    if (this.#failure !== undefined) throw this.#failure
    this.inProgress += 1
    this.#order({ content: this.place.number, block: buffer, length, to }, [buffer])
  }

  protected async until(isSo: () => boolean): Promise<void> {
    while (!isSo() && this.#failure === undefined) await this.#change()
    if (this.#failure !== undefined) throw this.#failure
  }

  #order(order: ThreadRequest, given: ArrayBuffer[] = []): void {
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

  constructor(place: ThreadHandle, fd: number) {
    super(place)
    this.#fd = fd
  }

  /** Transfers a block. Resolves when the next one may follow. */
  async write(block: Uint8Array<ArrayBuffer>, length: number): Promise<void> {
    this.handOver(block, length, { fd: this.#fd, at: this.#at })
    this.#at += length
    await this.until(() => this.inProgress <= this.place.most())
  }

  protected override take({ block }: BlockReport): void {
    giveBack(block)
  }
}

/** A block that has come back with its hash. */
interface HashedBlock {
  block: Uint8Array<ArrayBuffer>
  sha256: string
}

/** Content that a thread only hashes, one block after another. */
export class HashedContent extends ThreadedContent {
  #back: HashedBlock | undefined

  /** Transfers a block to the thread and back. `isAll`: it is the only one, so its hash is that of the content. */
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
