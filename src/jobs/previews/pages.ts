import { createHash } from 'node:crypto'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import type { BlobRow } from '../../db/rows/files.ts'
import { FairQueue } from '../../fairness/fair-queue.ts'
import { recognizeDrawable } from '../../file-store/content-type.ts'
import { previewOf } from '../../file-store/keep.ts'
import type { BlobStore } from '../../file-store/store.ts'
import { type DrawnPage, drawPageInSeparateProcess } from './run.ts'

/** Pages of larger files are not rendered. */
const mostBytes = 50_000_000

/** Later pages are not rendered. */
export const lastPage = 50

/** The most pages that wait to be rendered, of one company. */
const mostWaiting = 10

/** Bytes of rendered pages in memory; the oldest make room. */
const mostKept = 32_000_000

/** A failure is cached for a minute, so that hostile content is not rendered all the time. */
const failureSeconds = 60

/** The size of a cached failure, in bytes. */
const leastCost = 1_000

interface KeptPage extends DrawnPage {
  sha256: string
}

/**
 * Pages of PDFs are rendered on request: one at a time, and companies take turns. They stay in memory for
 * a while.
 */
export class PdfPages {
  readonly #blobs: BlobStore
  readonly #draw: typeof drawPageInSeparateProcess
  readonly #queue = new FairQueue<() => Promise<void>>()
  readonly #waiting = new Map<number, number>()
  readonly #pages = new Map<string, Promise<KeptPage | undefined>>()
  readonly #costs = new Map<string, number>()
  readonly #stop = new AbortController()
  #isDrawing = false
  #kept = 0

  constructor(blobs: BlobStore, draw = drawPageInSeparateProcess) {
    this.#blobs = blobs
    this.#draw = draw
  }

  /** A page, counted from 1; undefined if the content is not a PDF, or cannot be rendered. */
  page(content: BlobRow, page: number): Promise<KeptPage | undefined> {
    const key = `${content.companyNo} ${content.sha256} ${page}`
    const known = this.#pages.get(key)
    if (known !== undefined) return known
    const { companyNo } = content
    const waiting = this.#waiting.get(companyNo) ?? 0
    if (waiting >= mostWaiting)
      throw problem('unavailable', 'Too many pages are waiting to be rendered. Try again in a moment.', {
        headers: { 'retry-after': '5' },
      })
    this.#waiting.set(companyNo, waiting + 1)
    const drawn = new Promise<KeptPage | undefined>((resolve, reject) => {
      this.#queue.add(String(companyNo), () => this.#drawNow(content, page).then(resolve, reject))
    })
    this.#pages.set(key, drawn)
    drawn.then(
      (found) => this.#keep(key, found),
      // The file store may be available again for the next request.
      () => this.#pages.delete(key),
    )
    void this.#drawAll()
    return drawn
  }

  /** Ends the rendering in progress. */
  close(): void {
    this.#stop.abort()
  }

  async #drawAll(): Promise<void> {
    if (this.#isDrawing) return
    this.#isDrawing = true
    for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
      const start = clock.ticks()
      await next()
      this.#queue.charge(clock.ticks() - start)
    }
    this.#isDrawing = false
  }

  async #drawNow({ companyNo, blobKey, size }: BlobRow, page: number): Promise<KeptPage | undefined> {
    try {
      if (size > mostBytes) return undefined
      // Ignore the declared type.
      if (previewOf((await recognizeDrawable(this.#blobs, blobKey, size)) ?? '') !== 'pdf') return undefined
      const drawn = await this.#draw(page, await this.#blobs.read(blobKey), this.#stop.signal)
      const sha256 = createHash('sha256')
        .update(drawn?.picture ?? '')
        .digest('hex')
      return drawn && { ...drawn, sha256 }
    } finally {
      const left = (this.#waiting.get(companyNo) ?? 1) - 1
      if (left === 0) this.#waiting.delete(companyNo)
      else this.#waiting.set(companyNo, left)
    }
  }

  #keep(key: string, found: KeptPage | undefined): void {
    const cost = Math.max(leastCost, found?.picture?.length ?? 0)
    this.#costs.set(key, cost)
    this.#kept += cost
    if (found === undefined) clock.setTimeout(() => this.#forget(key), failureSeconds * 1000).unref()
    for (const oldest of this.#costs.keys()) {
      if (this.#kept <= mostKept) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#kept -= this.#costs.get(key) ?? 0
    this.#costs.delete(key)
    this.#pages.delete(key)
  }
}
