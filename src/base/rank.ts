import { randomBytes } from 'node:crypto'
import { newId } from './ids.ts'

/**
 * A rank places a record in an order that people choose. It is a position in base 62, compared by bytes, and a random
 * mark after a dot, which sorts before every digit. A record that nobody has placed yet has its id as its rank: ids are
 * time-ordered, so such records come oldest first, and new ones come last.
 *
 * Every placement gets a new mark. Making room for others changes the position of a record but not its mark, so a
 * cursor can tell the two apart.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length
const markLength = 4

export const longestRank = 64
const longestPosition = longestRank - markLength - 1

/** Ranks longer than this are shortened in the background. */
export const longRank = 40

export const rankPattern = /^[0-9A-Za-z]{1,59}(?:\.[0-9A-Za-z]{4})?$/

function positionOf(rank: string): string {
  const dot = rank.indexOf('.')
  return dot === -1 ? rank : rank.slice(0, dot)
}

/** The part of a rank that only a new placement changes. */
export function markOf(rank: string): string {
  const dot = rank.indexOf('.')
  return dot === -1 ? '' : rank.slice(dot)
}

function newMark(): string {
  const bytes = randomBytes(markLength)
  return `.${Array.from(bytes, (byte) => digits.charAt(byte % base)).join('')}`
}

/** A new rank between two others, or undefined if there is no room. Without `low`: the first; without `high`: the last. */
export function rankBetween(low: string | undefined, high: string | undefined): string | undefined {
  const position =
    high === undefined
      ? positionAfter(low === undefined ? '' : positionOf(low))
      : positionBetween(low === undefined ? '' : positionOf(low), positionOf(high))
  if (position === undefined || position.length > longestPosition) return undefined
  return position + newMark()
}

/** The id of a record that is created now, so that records created later come after it. */
function positionAfter(low: string): string {
  const now = newId()
  return now > low ? now : `${low}${digits.charAt(base / 2)}`
}

const digitAt = (text: string, n: number): number => Math.max(0, digits.indexOf(text.charAt(n) || '0'))

/** The shortest position in the middle. */
function positionBetween(low: string, high: string): string | undefined {
  let shared = ''
  let n = 0
  for (; n < high.length && digitAt(low, n) === digitAt(high, n); n += 1) shared += high.charAt(n)
  const [from, to] = [digitAt(low, n), digitAt(high, n)]
  if (n === high.length || to < from) return undefined
  if (to - from > 1) return shared + digits.charAt((from + to) >> 1)
  // A rest after this digit of `high` leaves room for the digit itself.
  if (n + 1 < high.length) return shared + digits.charAt(to)
  shared += digits.charAt(from)
  for (n += 1; digitAt(low, n) === base - 1; n += 1) shared += digits.charAt(base - 1)
  return shared + digits.charAt((digitAt(low, n) + base + 1) >> 1)
}

const numberOf = (text: string, length: number): bigint => {
  let value = 0n
  for (let n = 0; n < length; n += 1) value = value * BigInt(base) + BigInt(digitAt(text, n))
  return value
}

/** The part of the room that the records of a run take up; the rest stays free in the middle. */
const taken = 4_096n

/**
 * The ranks of a run of records, with their own marks, moved apart: the first half close to the record before the run,
 * the second half close to the one after it. People often place many records at one spot, so the room is left there.
 * Undefined if there is too little room for so many.
 */
export function moveApart(
  [before, after]: readonly [readonly string[], readonly string[]],
  low: string | undefined,
  high: string | undefined,
): string[] | undefined {
  const from = low === undefined ? '' : positionOf(low)
  const to = high === undefined ? laterPosition(from) : positionOf(high)
  const parts = BigInt(before.length + after.length) * taken
  for (let length = 1; length <= longestPosition; length += 1) {
    const [start, end] = [numberOf(from, length), numberOf(to, length)]
    const step = (end - start) / parts
    if (step < base) continue
    return [
      ...before.map((rank, n) => written(start + step * BigInt(n + 1), length) + markOf(rank)),
      ...after.map((rank, n) => written(end - step * BigInt(after.length - n), length) + markOf(rank)),
    ]
  }
  return undefined
}

function laterPosition(low: string): string {
  const now = newId()
  return now > low ? now : `${low}${digits.charAt(base - 1)}`
}

function written(value: bigint, length: number): string {
  let text = ''
  for (let rest = value, n = 0; n < length; n += 1, rest /= BigInt(base))
    text = digits.charAt(Number(rest % BigInt(base))) + text
  let end = text.length
  while (text.charAt(end - 1) === '0') end -= 1
  return text.slice(0, end)
}
