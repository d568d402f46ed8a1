import { describe, expect, test } from 'vitest'
import {
  codeAt,
  enrolmentAddress,
  hashRecoveryCode,
  matchingStep,
  newRecoveryCodes,
  stepAt,
  toBase32,
} from '../../src/sign-in/one-time-code.ts'

const seed = Buffer.from('12345678901234567890')

describe('one-time codes', () => {
  // RFC 6238, appendix B, the last six digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i seconds the code is %s, as the RFC says', (seconds, code) => {
    expect(codeAt(seed, stepAt(seconds * 1000))).toBe(code)
  })

  test('are accepted one step early and late, but not two', () => {
    const now = 1_700_000_000_000
    const step = stepAt(now)
    for (const [off, taken] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const)
      expect(matchingStep(seed, codeAt(seed, step + off), 0, now)).toBe(taken ? step + off : undefined)
  })

  test('are not accepted again, nor are older ones', () => {
    const now = 1_700_000_000_000
    const step = stepAt(now)
    expect(matchingStep(seed, codeAt(seed, step), step, now)).toBeUndefined()
    expect(matchingStep(seed, codeAt(seed, step - 1), step, now)).toBeUndefined()
    expect(matchingStep(seed, codeAt(seed, step + 1), step, now)).toBe(step + 1)
  })

  test.each(['', '12345', '1234567', 'abcdef', '０８１８０４'])('%j is not a code', (code) => {
    expect(matchingStep(seed, code, 0)).toBeUndefined()
  })

  test('an authenticator gets the seed in base 32', () => {
    expect(toBase32(seed)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(enrolmentAddress(seed, 'Acme Ltd', 'ada@example.com')).toBe(
      'otpauth://totp/Acme%20Ltd:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20Ltd&algorithm=SHA1&digits=6&period=30',
    )
  })
})

test('recovery codes are ten, all different, and may be typed without their dashes', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    expect(hashRecoveryCode(code.toUpperCase().replaceAll('-', ' '))).toBe(hashRecoveryCode(code))
  }
})
