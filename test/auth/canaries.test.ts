import { expect, test } from 'vitest'
import { Canaries } from '../../prove/secrets/canaries.ts'

/** The proof of secrets is only as good as its search. */
const forms: [name: string, write: (secret: string) => string | Uint8Array][] = [
  ['as it is', (secret) => `a line with ${secret} in it`],
  ['in JSON', (secret) => JSON.stringify({ password: `x${secret}` })],
  ['in an address', (secret) => `/v1/tasks?token=${encodeURIComponent(secret)}&x=1`],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['in base 64', (secret) => Buffer.from(secret).toString('base64')],
  ['in base 64 behind a name', (secret) => `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`],
  ['in base 64 behind two letters', (secret) => Buffer.from(`ab${secret}cd`).toString('base64url')],
  ['in base 64 behind four letters', (secret) => Buffer.from(`abcd${secret}e`).toString('base64')],
  ['between bytes of a file', (secret) => Buffer.concat([Buffer.from([0, 255]), Buffer.from(secret)])],
]

test.each(forms)('a planted secret is found %s', (_, write) => {
  const canaries = new Canaries()
  const secret = canaries.make('planted')
  canaries.make('elsewhere')
  canaries.add('with strange letters', 'a "quoted" päss/wörd+1')
  expect(canaries.in(write(secret))).toEqual(['planted'])
  expect(canaries.in(write('a "quoted" päss/wörd+1'))).toEqual(['with strange letters'])
  expect(canaries.in(write(secret), ['planted'])).toEqual([])
})

test('a text that is not there is not found', () => {
  const canaries = new Canaries()
  const secret = canaries.make('planted')
  expect(canaries.in(`${secret.slice(0, -3)} and ${secret.slice(3)}`)).toEqual([])
  expect(canaries.in('')).toEqual([])
})

test('a text too short to be distinctive cannot be searched for', () => {
  expect(() => new Canaries().add('pin', '123456')).toThrow('too short')
})
