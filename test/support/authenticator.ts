import { clock } from '../../src/base/clock.ts'
import { codeAt, stepAt } from '../../src/sign-in/one-time-code.ts'
import { time } from './clock.ts'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const step = 30_000

/**
 * The code that an authenticator app shows for a key; `later`: that many steps of 30 s ahead. A code of the step before
 * expires with this one, so there must be time left to send it.
 */
export async function codeFor(key: string, later = 0): Promise<string> {
  const left = step - (clock.now() % step)
  if (later < 0 && left < 10_000) await time.advance(left)
  const bits = [...key.replaceAll(/\s/g, '')].map((letter) =>
    base32.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return codeAt(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)),
    stepAt(clock.now()) + later,
  )
}
