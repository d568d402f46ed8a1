import { randomInt } from 'node:crypto'

/**
 * What one record should be. A writer changes one thing of it at a time and waits for the answer, so after a kill it is
 * what was acknowledged last, or that with the one change that was under way.
 */
export class Line<S extends object> {
  /** What stands for it in the service before its id is known: its `externalId`, or its name. */
  readonly key: string
  id: string | undefined
  /** What was acknowledged; undefined: nothing yet. */
  sure: S | undefined
  /** What it would be if the request under way was carried out. */
  #under: { next: S; entry: string } | undefined
  /** The entries of the change log that its acknowledged changes have, since it was last looked at. */
  #entries: string[] = []

  constructor(key: string) {
    this.key = key
  }

  /** `entry`: what the change log calls it. */
  begin(next: S, entry: string): void {
    this.#under = { next, entry }
  }

  acknowledge(): void {
    if (this.#under === undefined) return
    this.sure = this.#under.next
    this.#entries.push(this.#under.entry)
    this.#under = undefined
  }

  /** Holds what is there against what may be; tells what is wrong. `logged`: its entries since it was last looked at. */
  settle(found: S | undefined, logged: readonly string[]): string | undefined {
    const under = this.#under
    const isSure = isSame(found, this.sure)
    const isNext = under !== undefined && isSame(found, under.next)
    const expected = [...this.#entries, ...(isNext && under !== undefined ? [under.entry] : [])]
    this.#under = undefined
    this.#entries = []
    if (!isSure && !isNext)
      return `${this.key} is ${JSON.stringify(found)}, acknowledged was ${JSON.stringify(this.sure)}${under === undefined ? '' : `, under way ${JSON.stringify(under.next)}`}`
    this.sure = found
    const [there, due] = [logged.join(', ') || 'nothing', expected.join(', ') || 'none']
    return there === due || logged.length + expected.length === 0
      ? undefined
      : `${this.key} has ${there} in the change log for the changes ${due}`
  }
}

/** Members in any order. */
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

/** Every kind of write: each must have been acknowledged, or nothing is known of it. */
export const writeKinds = [
  ...(['task', 'change', 'deletion', 'restoration', 'time', 'upload', 'file'] as const),
  ...(['piece', 'lock', 'unlock', 'bulk', 'token', 'revocation', 'tag'] as const),
]
export type WriteKind = (typeof writeKinds)[number]

/** All that was sent by all writers. */
export class Ledger {
  readonly tasks = new Map<string, Line<TaskState>>()
  readonly times = new Map<string, Line<TimeState>>()
  readonly files = new Map<string, Line<FileState>>()
  readonly tags = new Map<string, Line<TagState>>()
  /** Requests that make several records or none: the keys of each. */
  readonly together: string[][] = []
  /** Tokens that were handed out, and whether they were revoked since. */
  readonly tokens = new Map<string, 'live' | 'being revoked' | 'revoked'>()
  /** Uploads that come in pieces, with how many bytes were acknowledged, and how many sent. */
  readonly uploads = new Map<string, { acknowledged: number; sent: number }>()
  /** Answers that nobody should have got. */
  readonly strange: string[] = []
  /** The kinds of writes that were acknowledged. */
  readonly kinds = new Set<WriteKind>()
  /** Hashes of contents that were read since they were stored: not all of them are read after each kill. */
  readonly read = new Map<string, string>()
  acknowledged = 0
  /** Another ledger of the same company has other keys. */
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
