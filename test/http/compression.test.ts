import { expect, test } from 'vitest'
import { encodingFor } from '../../src/http/compression.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['*', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=0, gzip; q=0', undefined],
  ['br;q=nonsense', 'br'],
])('Accept-Encoding %s: %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})
