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
  #under: { next: S; logged: number } | undefined
  /** How many entries of the change log its acknowledged changes have, since it was last looked at. */
  #logged = 0

  constructor(key: string) {
    this.key = key
  }

  begin(next: S, logged = 1): void {
    this.#under = { next, logged }
  }

  acknowledge(): void {
    if (this.#under === undefined) return
    this.sure = this.#under.next
    this.#logged += this.#under.logged
    this.#under = undefined
  }

  /** It was refused, and that is known: nothing has changed. */
  refuse(): void {
    this.#under = undefined
  }

  /** Holds what is there against what may be; tells what is wrong. `logged`: its entries since it was last looked at. */
  settle(found: S | undefined, logged: number): string | undefined {
    const under = this.#under
    const isSure = isSame(found, this.sure)
    const isNext = under !== undefined && isSame(found, under.next)
    const expected = this.#logged + (isNext && under !== undefined ? under.logged : 0)
    this.#under = undefined
    this.#logged = 0
    if (!isSure && !isNext)
      return `${this.key} is ${JSON.stringify(found)}, acknowledged was ${JSON.stringify(this.sure)}${under === undefined ? '' : `, under way ${JSON.stringify(under.next)}`}`
    this.sure = found
    return logged === expected
      ? undefined
      : `${this.key} has ${logged} entries in the change log for ${expected} changes`
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

/** All that was sent by all writers. */
export class Ledger {
  readonly tasks = new Map<string, Line<TaskState>>()
  readonly times = new Map<string, Line<TimeState>>()
  readonly files = new Map<string, Line<FileState>>()
  readonly tags = new Map<string, Line<TagState>>()
  /** Requests that make several records or none: the keys of each. */
  readonly together: string[][] = []
  /** Tokens that were handed out. */
  readonly tokens: string[] = []
  /** Hashes of contents that were read since they were stored: not all of them are read after each kill. */
  readonly read = new Map<string, string>()
  acknowledged = 0
  /** Another ledger of the same company has other keys. */
  readonly #name = randomInt(2 ** 40).toString(36)
  #count = 0

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
