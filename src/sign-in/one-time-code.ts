import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { clock } from '../base/clock.ts'

/** RFC 6238 as every authenticator supports it: SHA-1, six digits, thirty seconds. */
const digits = 6
const seconds = 30
/** Clocks may be off by one step either way. */
const leeway = 1
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 recommends. */
export function newSeed(): Buffer {
  return randomBytes(20)
}

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => base32.charAt(Number.parseInt(part.padEnd(5, '0'), 2)))
    .join('')
}

export function stepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / seconds)
}

/** The code for a time step (RFC 4226, section 5.3). */
export function codeAt(seed: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', seed).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a code, if later than `after`; undefined if the code is wrong. */
export function matchingStep(
  seed: Uint8Array,
  code: string,
  after: number,
  now = clock.now(),
): number | undefined {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const middle = stepAt(now)
  let found: number | undefined
  for (let step = middle - leeway; step <= middle + leeway; step += 1) {
    const right = Buffer.from(codeAt(seed, step))
    if (given.length === right.length && timingSafeEqual(given, right) && step > after) found ??= step
  }
  return found
}

/** The content of the QR code. */
export function enrolmentAddress(seed: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(seed)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${seconds}`
}

const recoveryCodeCount = 10

/** Ten codes of 80 bits: `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )
}

/** 80 bits cannot be guessed, so a fast hash is enough. */
export function hashRecoveryCode(code: string): string {
  return hash('sha256', code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''), 'base64url')
}
