import type { ServerResponse } from 'node:http'
import { clock, type Timer } from '../base/clock.ts'
import type { NumberedChange } from '../db/change-log/feed.ts'
import type { Database } from '../db/database.ts'
import type { Hub } from './hub.ts'
import { formatPosition } from './position.ts'
import { readChanges, type Selection, selectVisible } from './read.ts'
import type { EndReason } from './readers.ts'
import { type Viewer, type VisibleIds, viewerOf } from './visible.ts'

/** Bytes that a reader may leave unread. It resumes by its position, so nothing is lost. */
const mostUnread = 262_144
/** Milliseconds between two signs of life. */
const heartbeatMilliseconds = 20_000
const pageSize = 200

const reconnect = 'retry: 2000\n\n'

interface StreamParts {
  db: Database
  hub: Hub
  visibleIds: VisibleIds
  /** Runs a read as a short request of the caller. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** The text of an item for this caller, without the position. */
  textOf: (change: NumberedChange, caller: Viewer['caller']) => string | Promise<string>
  /** Looks up the caller again; undefined if they have no access any more. */
  recognize: () => Promise<Viewer['caller'] | undefined>
}

/** Changes as server-sent events. It holds neither a connection to the database nor a turn while it waits. */
export class ChangeStream {
  readonly #parts: StreamParts
  readonly #response: ServerResponse
  readonly #epoch: string
  readonly #selection: Selection
  #viewer: Viewer
  #seq: number
  /** The position that the reader has. */
  #told: number
  #isWanted = false
  #isRunning = false
  #ended = false
  #unfollow: () => void = () => undefined
  #heartbeat: Timer | undefined

  constructor(
    parts: StreamParts,
    response: ServerResponse,
    {
      epoch,
      after,
      selection,
      viewer,
    }: { epoch: string; after: number; selection: Selection; viewer: Viewer },
  ) {
    this.#parts = parts
    this.#response = response
    this.#epoch = epoch
    this.#selection = selection
    this.#viewer = viewer
    this.#seq = after
    this.#told = after
  }

  /** Resolves when the stream is open; it goes on until `end`, or until the reader disconnects. */
  async open(): Promise<void> {
    this.#response.once('close', () => this.#close())
    // The connection of a reader that takes nothing for this long is closed.
    this.#response.setTimeout(3 * heartbeatMilliseconds)
    this.#response.write(reconnect)
    this.#heartbeat = clock.setInterval(() => this.#beat(), heartbeatMilliseconds)
    this.#heartbeat.unref()
    try {
      this.#unfollow = await this.#parts.hub.follow(this.#viewer.caller.companyNo, () => this.#wake())
    } catch {
      this.end('moving')
      return
    }
    if (this.#ended) this.#unfollow()
    else this.#wake()
  }

  end(reason: EndReason): void {
    if (this.#ended) return
    this.#close()
    if (reason === 'slow') this.#response.destroy()
    else this.#response.end(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  /** Replaces what is known of the caller, whose permissions may have changed. */
  async refresh(): Promise<void> {
    const caller = await this.#parts.recognize()
    if (caller === undefined) this.end('revoked')
    else this.#viewer = await viewerOf(this.#parts.db, caller)
  }

  #close(): void {
    this.#ended = true
    clock.clear(this.#heartbeat)
    this.#unfollow()
  }

  /** An event without data moves the position of the reader past changes that they do not see. */
  #beat(): void {
    if (this.#response.writableLength > 0) return
    this.#response.write(this.#seq > this.#told ? `id: ${this.#position(this.#seq)}\n\n` : ':\n\n')
    this.#told = this.#seq
  }

  #position(seq: number): string {
    return formatPosition({ epoch: this.#epoch, seq })
  }

  #wake(): void {
    this.#isWanted = true
    if (this.#isRunning) return
    this.#isRunning = true
    this.#run()
      // The reader resumes elsewhere, or here when the database is back.
      .catch(() => this.end('moving'))
      .finally(() => {
        this.#isRunning = false
      })
  }

  async #run(): Promise<void> {
    while (this.#isWanted && !this.#ended) {
      this.#isWanted = false
      const { companyNo } = this.#viewer.caller
      const recent = this.#parts.hub.recentAfter(companyNo, this.#seq)
      const last = recent?.at(-1)
      if (recent === undefined) await this.#catchUp()
      else if (last !== undefined) {
        await this.#show(recent)
        this.#seq = last.seq
      }
    }
  }

  /** Reads a page that is no longer, or was never, in memory. */
  async #catchUp(): Promise<void> {
    const { db, visibleIds, turn } = this.#parts
    const page = await turn(() =>
      readChanges(db, this.#viewer, this.#selection, this.#seq, pageSize, visibleIds),
    )
    // The page may include changes of the caller's access.
    await this.refresh()
    if (this.#ended) return
    await this.#write(page.changes)
    this.#seq = page.last
    this.#isWanted = true
    if (this.#response.writableNeedDrain) await drained(this.#response)
  }

  async #show(recent: readonly NumberedChange[]): Promise<void> {
    const { db, visibleIds } = this.#parts
    const { userId } = this.#viewer.caller
    const isAboutAccess = ({ kind, recordId }: NumberedChange): boolean =>
      recordId === userId && (kind === 'member' || kind === 'user')
    if (recent.some(isAboutAccess)) await this.refresh()
    if (!this.#ended)
      await this.#write(await selectVisible(db, this.#viewer, this.#selection, recent, visibleIds))
  }

  async #write(changes: readonly NumberedChange[]): Promise<void> {
    if (changes.length === 0) return
    const { caller } = this.#viewer
    let text = ''
    for (const change of changes)
      text += `id: ${this.#position(change.seq)}\nevent: change\ndata: ${await this.#parts.textOf(change, caller)}\n\n`
    if (this.#ended) return
    if (this.#response.writableLength > mostUnread) {
      this.end('slow')
      return
    }
    this.#response.write(text)
    this.#told = changes.at(-1)?.seq ?? this.#told
  }
}

/** Resolves when the reader has read what was sent, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}
