import { codeAt, stepAt } from '../../src/sign-in/one-time-code.ts'

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an app on a phone shows for a key, as it is typed in; `later`: in that many half minutes. */
export function codeFor(key: string, later = 0): string {
  const bits = [...key.replaceAll(/\s/g, '')].map((letter) =>
    base32.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return codeAt(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)),
    stepAt(Date.now()) + later,
  )
}
