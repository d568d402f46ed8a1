import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isPasswordHash, parsePublicKey } from '../../src/schema/fields/credentials.ts'
import { hashPassword, PasswordDesk } from '../../src/sign-in/passwords.ts'

const password = 'violet harbour stapler 42'

test('our own hashes are accepted, and cheaper ones', async () => {
  const own = await hashPassword(password)
  expect(isPasswordHash(own)).toBe(true)
  expect(isPasswordHash(own.replace('m=19456,t=2', 'm=8,t=1'))).toBe(true)
  expect(await new PasswordDesk().verify(own, password)).toBe(true)
})

test.each([
  ['more memory', 'm=19457,t=2,p=1'],
  ['2 GB', 'm=2097152,t=2,p=1'],
  ['more rounds', 'm=19456,t=3,p=1'],
  ['more threads', 'm=19456,t=2,p=2'],
  ['a number that is none', 'm=1e9,t=2,p=1'],
])('a hash with %s is no password, and is never computed', async (_what, cost) => {
  const costly = (await hashPassword(password)).replace('m=19456,t=2,p=1', cost)
  expect(isPasswordHash(costly)).toBe(false)
  const before = process.memoryUsage().rss
  expect(await new PasswordDesk().verify(costly, password)).toBe(false)
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

test.each<[string, number, number, boolean]>([
  ['as the service makes it', 2_048, 65_537, true],
  ['with another good exponent', 2_048, 65_539, true],
  ['with a small exponent', 2_048, 3, false],
  ['that is short', 1_024, 65_537, false],
])('a key %s', (_what, modulusLength, publicExponent, expected) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength, publicExponent })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(parsePublicKey(pem) !== undefined).toBe(expected)
})

test('a key of another kind, and no key at all', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  expect(parsePublicKey(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBeUndefined()
  expect(parsePublicKey('-----BEGIN PUBLIC KEY-----\nnothing\n-----END PUBLIC KEY-----\n')).toBeUndefined()
})
