import { randomFillSync } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 22
const pool = Buffer.alloc(10 * 256)
let used = pool.length

/** The identifier of a record and the moment that it carries, to be stored together. */
export interface Stamp {
  id: string
  at: string
}

/**
 * "22 characters of [0-9A-Za-z]: 128 bits, time-ordered, not guessable, never reused": 48 bits of
 * milliseconds, then 80 random bits, in base 62 whose digits stand in the order of their bytes. Ids
 * therefore sort as their moments do, which is why a list by `createdAt` walks the index of ids.
 */
export function stamp(milliseconds: number = Date.now()): Stamp {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const high = pool.readUIntBE(used, 5)
  const low = pool.readUIntBE(used + 5, 5)
  used += 10
  const bits = (BigInt(milliseconds) << 80n) | (BigInt(high) << 40n) | BigInt(low)
  return { id: encode(bits), at: new Date(milliseconds).toISOString() }
}

/** The least id that a record made at this moment, or later, can have. */
export function leastId(milliseconds: number): string {
  return encode(BigInt(Math.max(0, milliseconds)) << 80n)
}

/** Base 62 in two halves of eleven digits, so that all but one division is done on small numbers. */
function encode(bits: bigint): string {
  const half = 62n ** 11n
  return digits(bits / half) + digits(bits % half)
}

function digits(half: bigint): string {
  let high = Number(half / 62n ** 5n)
  let low = Number(half % 62n ** 5n)
  let text = ''
  for (let n = 0; n < 5; n += 1) {
    text = alphabet.charAt(low % 62) + text
    low = Math.floor(low / 62)
  }
  for (let n = 0; n < 6; n += 1) {
    text = alphabet.charAt(high % 62) + text
    high = Math.floor(high / 62)
  }
  return text
}

const shape = new RegExp(`^[0-9A-Za-z]{${idLength}}$`)

export function isId(text: string): boolean {
  return shape.test(text)
}
