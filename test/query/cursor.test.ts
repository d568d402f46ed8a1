import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  binding,
  cursorKey,
  openPlaces,
  type Places,
  type Position,
  sealPlaces,
} from '../../src/query/cursor.ts'
import { refused } from './refused.ts'

const key = cursorKey(Buffer.alloc(32, 7))
const bound = binding({ company: 'c1', path: '/v1/tasks', sort: '-priority', filter: '' })
const position: Position = { keys: ['größe 😀', -1.5, 3], id: '0Gm2vYbJx7T4cQ9dKe5RwA', inclusive: true }
const places: Places = { previous: position, next: { ...position, id: '0Gm2vYbJx7T4cQ9dKe5RwB' } }

/** Sealed by hand, as a version would do it. */
function sealed(first: number, plain: string): string {
  const nonce = Buffer.alloc(12, 1)
  const sealing = createCipheriv('aes-256-gcm', key, nonce)
  sealing.setAAD(Buffer.concat([Buffer.of(first), Buffer.from(bound)]))
  const parts = [sealing.update(plain, 'utf8'), sealing.final(), sealing.getAuthTag()]
  return Buffer.concat([Buffer.of(first), nonce, ...parts]).toString('base64url')
}

const anyPosition = fc.record({
  keys: fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constant('\ud800'),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
      fc.integer(),
    ),
    { maxLength: 3 },
  ),
  id: fc.string({ maxLength: 22 }),
  inclusive: fc.boolean(),
})
const anyPlaces = fc
  .record({
    previous: fc.option(anyPosition, { nil: undefined }),
    next: fc.option(anyPosition, { nil: undefined }),
  })
  .filter(({ previous, next }) => previous !== undefined || next !== undefined)

function expectRefused(text: string, otherKey = key, otherBinding = bound): void {
  const problem = refused(() => openPlaces(otherKey, otherBinding, text))
  expect(problem.code).toBe('invalid_pagination_hash')
  const detail =
    'The paginationhash is damaged, or belongs to another list, sort or filter. Use it unchanged from links.next or links.previous, or start again with paging=first.'
  expect(problem.message).toBe(detail)
  expect(problem.faults).toEqual([{ parameter: 'paginationhash', detail }])
}

describe('round trip', () => {
  test('any positions, or only one', () => {
    fc.assert(
      fc.property(anyPlaces, fc.string(), (given, anyBinding) => {
        const text = sealPlaces(key, anyBinding, given)
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
        expect(openPlaces(key, anyBinding, text)).toEqual(given)
      }),
    )
  })

  test('the longest sort keys there can be', () => {
    // Of all characters that a text may have, these take the most space.
    const keys = ['\n'.repeat(1024), '"'.repeat(1024), '\\'.repeat(1024)]
    const long = { previous: { ...position, keys }, next: { ...position, keys } }
    expect(openPlaces(key, bound, sealPlaces(key, bound, long))).toEqual(long)
  })

  test('the key depends only on the secret', () => {
    const same = cursorKey(Buffer.alloc(32, 7))
    expect(openPlaces(same, bound, sealPlaces(key, bound, places))).toEqual(places)
  })

  test('the position and the version cannot be read, and the version is the first byte', () => {
    const bytes = Buffer.from(sealPlaces(key, bound, places), 'base64url')
    expect(bytes[0]).toBe(2)
    expect(bytes.includes(position.id)).toBe(false)
  })

  test('the same places give the same text, and no two texts share a nonce', () => {
    expect(sealPlaces(key, bound, places)).toBe(sealPlaces(key, bound, places))
    const others = Array.from({ length: 1_000 }, (_, n) => ({ ...position, keys: [n] }))
    const sealed = [
      ...others.map((next) => sealPlaces(key, bound, { previous: undefined, next })),
      ...others.map((next) => sealPlaces(key, `${bound} `, { previous: undefined, next })),
      ...others.map((next) =>
        sealPlaces(cursorKey(Buffer.alloc(32, 8)), bound, { previous: undefined, next }),
      ),
    ]
    const nonces = sealed.map((text) => Buffer.from(text, 'base64url').toString('hex', 1, 13))
    expect(new Set(nonces).size).toBe(sealed.length)
  })
})

test('a position sealed by release 0.1.0 works in either direction', () => {
  const plain = JSON.stringify([position.keys, position.id, position.inclusive])
  expect(openPlaces(key, bound, sealed(1, plain))).toEqual({ previous: position, next: position })
})

describe('refused', () => {
  const text = sealPlaces(key, bound, places)
  const bytes = Buffer.from(text, 'base64url')

  test('each flipped bit', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expectRefused(altered.toString('base64url'))
    }
  })

  test('each other character in place of the last one, even if the bytes stay the same', () => {
    // Whatever its length, one of these three leaves spare bits in its last character.
    for (const id of ['a', 'ab', 'abc']) {
      const short = sealPlaces(key, bound, { previous: undefined, next: { ...position, id } })
      for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
        if (!short.endsWith(letter)) expectRefused(short.slice(0, -1) + letter)
      }
    }
  })

  test('each truncation, from either end', () => {
    for (let length = 0; length < text.length; length += 1) {
      expectRefused(text.slice(0, length))
      expectRefused(text.slice(text.length - length))
    }
  })

  test.each([
    ['padding', `${text}=`],
    ['a space', ` ${text}`],
    ['a newline', `${text}\n`],
    ['twice', text + text],
    ['more', `${text}A`],
    ['other letters', `${text.slice(0, 10)}+${text.slice(10)}`],
    ['not ASCII', `${text}ä`],
    ['nothing', ''],
    ['too long', 'A'.repeat(32_769)],
    ['far too long', 'A'.repeat(5_000_000)],
  ])('%s', (_name, altered) => {
    expectRefused(altered)
  })

  test('another secret', () => {
    expectRefused(text, cursorKey(Buffer.alloc(32, 8)))
  })

  test.each([
    { company: 'c2', path: '/v1/tasks', sort: '-priority', filter: '' },
    { company: 'c1', path: '/v1/times', sort: '-priority', filter: '' },
    { company: 'c1', path: '/v1/tasks', sort: 'priority', filter: '' },
    { company: 'c1', path: '/v1/tasks', sort: '-priority', filter: '["locked","=",true]' },
  ])('another list: %j', (parts) => {
    expectRefused(text, key, binding(parts))
  })

  test.each([
    ['{}'],
    ['[]'],
    ['[["a"],"id"]'],
    ['[["a"],1,true]'],
    ['[[null],"id",true]'],
    ['["a","id",true]'],
  ])('a sealed text of another shape: %s', (plain) => {
    expectRefused(sealed(1, plain))
    expectRefused(sealed(2, `[${plain},null]`))
    expectRefused(sealed(2, plain))
  })

  test('any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' })), (other) => {
        expectRefused(other)
      }),
    )
  })
})

test('binding is injective', () => {
  const part = fc.string({ unit: fc.constantFrom('"', ',', '\\', 'a', '\n'), maxLength: 3 })
  const parts = fc.record({ company: part, path: part, sort: part, filter: part })
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const same = (['company', 'path', 'sort', 'filter'] as const).every((name) => one[name] === other[name])
      expect(binding(one) === binding(other)).toBe(same)
    }),
  )
  const [comma, shifted] = [
    { company: 'a","b', path: 'c', sort: '', filter: '' },
    { company: 'a', path: 'b","c', sort: '', filter: '' },
  ]
  expect(binding(comma)).not.toBe(binding(shifted))
})
