import { randomInt } from 'node:crypto'

/**
 * The expected state of one record. A writer changes one thing at a time and waits for the answer, so after a kill the
 * record has the last acknowledged state, with or without the one change in progress.
 */
export class Line<S extends object> {
  /** Identifies it in the service before its id is known: its `externalId` or its name. */
  readonly key: string
  id: string | undefined
  /** The last acknowledged state; undefined if there is none yet. */
  sure: S | undefined
  /** The state after the request in progress, if it was carried out. */
  #under: { next: S; entry: string } | undefined
  /** The change log entries of its acknowledged changes since the last check. */
  #entries: string[] = []

  constructor(key: string) {
    this.key = key
  }

  /** `entry`: its name in the change log. */
  begin(next: S, entry: string): void {
    this.#under = { next, entry }
  }

  acknowledge(): void {
    if (this.#under === undefined) return
    this.sure = this.#under.next
    this.#entries.push(this.#under.entry)
    this.#under = undefined
  }

  /**
   * Compares the actual state with the possible ones; returns the fault. `logged`: its entries since the last check.
   */
  settle(found: S | undefined, logged: readonly string[]): string | undefined {
    const under = this.#under
    const isSure = isSame(found, this.sure)
    const isNext = under !== undefined && isSame(found, under.next)
    const expected = [...this.#entries, ...(isNext && under !== undefined ? [under.entry] : [])]
    this.#under = undefined
    this.#entries = []
    if (!isSure && !isNext)
      return `${this.key} is ${JSON.stringify(found)}, acknowledged was ${JSON.stringify(this.sure)}${under === undefined ? '' : `, in progress ${JSON.stringify(under.next)}`}`
    this.sure = found
    const [there, due] = [logged.join(', ') || 'nothing', expected.join(', ') || 'none']
    return there === due || logged.length + expected.length === 0
      ? undefined
      : `${this.key} has ${there} in the change log for the changes ${due}`
  }
}

/** Ignores the order of members. */
function isSame(one: object | undefined, other: object | undefined): boolean {
  const written = (value: object | undefined): string =>
    value === undefined ? '' : JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return written(one) === written(other)
}

export interface TaskState {
  title: string
  inTrash: boolean
}
export interface TimeState {
  taskId: string
  minutes: number
}
export interface FileState {
  sha256: string
  locked: boolean
}
export interface TagState {
  tagName: string
}

/** Every kind of write: each must have been acknowledged, or the proof says nothing about it. */
export const writeKinds = [
  ...(['task', 'change', 'deletion', 'restoration', 'time', 'upload', 'file'] as const),
  ...(['piece', 'lock', 'unlock', 'bulk', 'token', 'revocation', 'tag'] as const),
]
export type WriteKind = (typeof writeKinds)[number]

/** Everything that the writers have sent. */
export class Ledger {
  readonly tasks = new Map<string, Line<TaskState>>()
  readonly times = new Map<string, Line<TimeState>>()
  readonly files = new Map<string, Line<FileState>>()
  readonly tags = new Map<string, Line<TagState>>()
  /** Requests that create several records or none: the keys of each. */
  readonly together: string[][] = []
  /** Issued tokens, and whether they have been revoked. */
  readonly tokens = new Map<string, 'live' | 'being revoked' | 'revoked'>()
  /** Resumable uploads, with the number of bytes acknowledged and sent. */
  readonly uploads = new Map<string, { acknowledged: number; sent: number }>()
  /** Unexpected answers. */
  readonly strange: string[] = []
  /** The kinds of writes that were acknowledged. */
  readonly kinds = new Set<WriteKind>()
  /** The hashes of content read since it was stored: not all content is read after each kill. */
  readonly read = new Map<string, string>()
  acknowledged = 0
  /** Ledgers of the same company must not share keys. */
  readonly #name = randomInt(2 ** 40).toString(36)
  #count = 0

  acknowledge(kind: WriteKind): void {
    this.acknowledged += 1
    this.kinds.add(kind)
  }

  newKey(kind: string): string {
    this.#count += 1
    return `${kind}-${this.#name}-${this.#count}`
  }

  line<S extends object>(lines: Map<string, Line<S>>, kind: string): Line<S> {
    const line = new Line<S>(this.newKey(kind))
    lines.set(line.key, line)
    return line
  }
}
