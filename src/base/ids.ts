import { randomFillSync } from 'node:crypto'
import { clock } from './clock.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 22
const pool = Buffer.alloc(10 * 256)
let used = pool.length

/** The id of a record and the moment it encodes, to be stored together. */
interface Stamp {
  id: string
  at: string
}

/**
 * "22 characters of [0-9A-Za-z]: 128 bits, time-ordered, not guessable, never reused": 48 bits of
 * milliseconds, then 80 random bits, in base 62 with digits in byte order. Ids therefore sort by time, which
 * lets a list by `createdAt` use the index of ids. Those of a process keep their order within a millisecond.
 */
export function stamp(milliseconds: number = clock.now()): Stamp {
  // Formatting a timestamp costs as much as generating an id, and many ids share a millisecond.
  if (milliseconds !== written.milliseconds)
    written = { milliseconds, at: new Date(milliseconds).toISOString() }
  return { id: newId(milliseconds), at: written.at }
}

let written = { milliseconds: Number.NaN, at: '' }

/** An id alone, for things that are not stored, such as requests. */
export function newId(milliseconds: number = clock.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const first = pool.readUIntBE(used, 3)
  const random = [increasing(milliseconds, first), pool.readUIntBE(used + 3, 3), pool.readUIntBE(used + 6, 3)]
  const rest = pool.readUInt8(used + 9)
  used += 10
  return encode(milliseconds, random, rest)
}

/** The time of the last id, and the first 24 of its random bits. */
let [lastTime, lastBits] = [Number.NaN, 0]

/** The first 24 random bits. They increase within a millisecond, so that ids sort in the order of their generation. */
function increasing(milliseconds: number, random: number): number {
  lastBits = milliseconds === lastTime ? Math.min(lastBits + 1 + (random >> 14), limb - 1) : random >> 1
  lastTime = milliseconds
  return lastBits
}

/** The smallest id of a record created at this moment or later. */
export function leastId(milliseconds: number): string {
  return encode(Math.max(0, milliseconds), [0, 0, 0], 0)
}

const limb = 2 ** 24
const step = 62 ** 4

/**
 * Base 62 of 48 bits of milliseconds, three times 24 bits and 8 more. With 24-bit limbs divided by 62⁴, every
 * intermediate number is exact.
 */
function encode(milliseconds: number, [a = 0, b = 0, c = 0]: readonly number[], rest: number): string {
  const high = milliseconds * 2 ** 8
  const bits = [
    Math.floor(milliseconds / 2 ** 40),
    Math.floor(high / limb) % limb,
    (high % limb) + Math.floor(a / 2 ** 16),
    (a % 2 ** 16) * 2 ** 8 + Math.floor(b / 2 ** 16),
    (b % 2 ** 16) * 2 ** 8 + Math.floor(c / 2 ** 16),
    (c % 2 ** 16) * 2 ** 8 + rest,
  ]
  let text = ''
  for (let round = 0; round < 6; round += 1) {
    let left = 0
    for (let n = 0; n < bits.length; n += 1) {
      const part = left * limb + (bits[n] ?? 0)
      const quotient = Math.floor(part / step)
      left = part - quotient * step
      bits[n] = quotient
    }
    const [first, second] = [Math.floor(left / 3_844), left % 3_844]
    // 128 bits need 22 digits, so the last round yields two.
    text = (round < 5 ? twoDigits(first) : '') + twoDigits(second) + text
  }
  return text
}

const twoDigits = (value: number): string =>
  alphabet.charAt(Math.floor(value / 62)) + alphabet.charAt(value % 62)

const shape = new RegExp(`^[0-9A-Za-z]{${idLength}}$`)

export function isId(text: string): boolean {
  return shape.test(text)
}
