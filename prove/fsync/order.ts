import { dirname } from 'node:path'
import type { Faults } from '../proof.ts'
import type { Call, Moment } from './trace.ts'

/** An answer that acknowledges a write. */
export interface Acknowledgement {
  what: string
  /** In the headers of the answer. */
  requestId: string
  /** In the database once the write is stored: an id or a hash. */
  mark: string
}

const writing = new Set(['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2'])
const sending = new Set(['write', 'writev', 'sendto', 'sendmsg'])
const syncing = new Set(['fsync', 'fdatasync'])
const linking = new Set(['link', 'linkat', 'rename', 'renameat', 'renameat2'])

/** The history of a file; times are counted in trace events. */
interface FileState {
  written: number
  syncedSince: number
  /** When it got its final name, and where. */
  named?: { at: number; folder: string }
}

/**
 * Checks the order of system calls for each acknowledged write: its row is written to the log, then the log is synced,
 * and only then is the answer sent. Before a row that refers to content is written, the content is synced, has its
 * final name, and the folder is synced.
 */
export class Order {
  readonly #faults: Faults
  /** By a text in the answer. */
  readonly #awaited: Map<string, Acknowledgement>
  /** When each mark was first written to the log. */
  readonly #marks: Map<string, number | undefined>
  readonly #files = new Map<string, FileState>()
  readonly #folders = new Map<string, number>()
  readonly #began = new Map<Call, number>()
  #now = 0
  #log = { written: 0, syncedSince: 0 }
  acknowledged = 0
  contents = 0
  syncs = 0

  constructor(acknowledgements: readonly Acknowledgement[], faults: Faults) {
    this.#faults = faults
    this.#awaited = new Map(acknowledgements.map((each) => [each.requestId, each]))
    this.#marks = new Map(acknowledgements.map(({ mark }) => [mark, undefined]))
  }

  see(moments: Iterable<Moment>): void {
    for (const moment of moments) {
      this.#now += 1
      if (moment.kind === 'begins') this.#begin(moment.call)
      else if (moment.result >= 0) this.#end(moment.call)
    }
  }

  /** The trace has ended. */
  end(): void {
    for (const { what } of this.#awaited.values()) this.#faults.add(`${what}: its answer is not in the trace`)
  }

  #begin(call: Call): void {
    this.#began.set(call, this.#now)
    if (sending.has(call.name) && call.text.includes('HTTP/1.1 2')) this.#answer(call.text)
    if (isLog(call) && writing.has(call.name)) this.#rowsWritten(call.text)
  }

  #end(call: Call): void {
    const began = this.#began.get(call) ?? this.#now
    this.#began.delete(call)
    const { name, path = '', text } = call
    if (linking.has(name)) {
      const [from = '', to = ''] = [...text.matchAll(/"([^"]*)"/g)].map(([, given]) => given)
      const file = this.#files.get(idOf(from))
      if (file !== undefined) file.named = { at: this.#now, folder: dirname(to) }
    } else if (isLog(call)) {
      if (writing.has(name)) this.#log.written = this.#now
      if (!syncing.has(name)) return
      this.#log.syncedSince = began
      this.syncs += 1
    } else if (/\/blobs\//.test(path)) {
      const file = this.#files.get(idOf(path)) ?? { written: 0, syncedSince: 0 }
      if (writing.has(name)) this.#files.set(idOf(path), { ...file, written: this.#now })
      else if (syncing.has(name) && this.#files.has(idOf(path))) file.syncedSince = began
      else if (syncing.has(name)) this.#folders.set(path, began)
    }
  }

  #answer(text: string): void {
    const id = /x-request-id: (\w+)/i.exec(text)?.[1] ?? ''
    const given = this.#awaited.get(id)
    if (given === undefined) return
    this.#awaited.delete(id)
    this.acknowledged += 1
    const written = this.#marks.get(given.mark)
    if (written === undefined) this.#faults.add(`${given.what} was acknowledged before it was written`)
    else if (this.#log.syncedSince <= written || this.#log.syncedSince <= this.#log.written)
      this.#faults.add(`${given.what} was acknowledged before it was synced`)
  }

  /** Called when the write begins: the content it refers to must be durable by then. */
  #rowsWritten(text: string): void {
    for (const [mark, at] of this.#marks)
      if (at === undefined && text.includes(mark)) this.#marks.set(mark, this.#now)
    for (const [id, { written, syncedSince, named }] of this.#files) {
      if (!text.includes(id)) continue
      this.#files.delete(id)
      this.contents += 1
      if (syncedSince <= written) this.#faults.add(`The content ${id} had a row before it was synced`)
      else if (named === undefined || (this.#folders.get(named.folder) ?? 0) <= named.at)
        this.#faults.add(`The content ${id} had a row before the folder of its name was synced`)
    }
  }
}

const isLog = ({ path }: Call): boolean => path?.endsWith('-wal') === true

const idOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
