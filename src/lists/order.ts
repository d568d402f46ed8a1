import type { Position } from '../query/cursor.ts'

/** The position of a row in a list: its sort keys, then its id. */
export interface Ranked {
  keys: readonly (string | number)[]
  id: string
}

/** For each key, and for the id, whether it descends. */
export interface SortOrder {
  keys: readonly boolean[]
  id: boolean
}

/** Whether an index by the first key and the id has exactly this order, in one direction or the other. */
export function isOneWay({ keys, id }: SortOrder): boolean {
  return keys.length === 0 || (keys.length === 1 && keys[0] === id)
}

/** The best rows after a position that a plan has found so far, at most `size`, in order. */
export class Ranking {
  readonly #size: number
  readonly #order: SortOrder
  readonly #position: Position | undefined
  readonly #rows: Ranked[] = []

  constructor(size: number, order: SortOrder, position: Position | undefined) {
    this.#size = size
    this.#order = order
    this.#position = position
  }

  add(row: Ranked): void {
    if (this.#position !== undefined) {
      const side = compare(row, this.#position, this.#order)
      if (side < 0 || (side === 0 && !this.#position.inclusive)) return
    }
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#rows[middle]
      const side = other === undefined ? 1 : compare(row, other, this.#order)
      // Two index ranges can lead to the same row.
      if (side === 0) return
      if (side < 0) high = middle
      else low = middle + 1
    }
    if (low === this.#size) return
    this.#rows.splice(low, 0, row)
    if (this.#rows.length > this.#size) this.#rows.pop()
  }

  best(): Ranked[] {
    return this.#rows
  }

  /** Whether everything from `row` on, in the order of the first key alone, comes after all rows kept so far. */
  isBehind(row: Ranked): boolean {
    const worst = this.#rows.at(-1)
    if (worst === undefined || this.#rows.length < this.#size) return false
    if (isOneWay(this.#order)) return compare(row, worst, this.#order) >= 0
    const firstKey = { keys: this.#order.keys.slice(0, 1), id: false }
    return compare({ ...row, id: '' }, { ...worst, id: '' }, firstKey) > 0
  }
}

export function compare(a: Ranked, b: Ranked, order: SortOrder): number {
  for (const [n, descending] of order.keys.entries()) {
    const side = compareValues(a.keys[n] ?? '', b.keys[n] ?? '')
    if (side !== 0) return descending ? -side : side
  }
  const side = compareValues(a.id, b.id)
  return order.id ? -side : side
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareBytes(String(a), String(b))
}

/** Compares as both engines do, by the bytes of UTF-8; JavaScript's own order differs above U+FFFF. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let n = 0; n < length; n += 1) {
    const x = a.charCodeAt(n)
    const y = b.charCodeAt(n)
    if (x !== y) return weight(x) - weight(y)
  }
  return a.length - b.length
}

/** Surrogates encode code points above all others. */
function weight(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800
  return unit >= 0xd800 ? unit + 0x2000 : unit
}
