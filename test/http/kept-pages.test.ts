import { expect, test } from 'vitest'
import type { Reader } from '../../src/db/database.ts'
import type { Answer } from '../../src/http/answer.ts'
import { KeptPages, keptPages } from '../../src/http/kept-pages.ts'

const page = (body: string): Answer => ({ status: 200, headers: {}, body })
/** As when the same page is requested twice. */
const keep = (pages: KeptPages | undefined, asked: string, answer: Answer): void => {
  pages?.put(asked, answer)
  pages?.put(asked, answer)
}
const characters = (count: number): string => 'x'.repeat(count)

test('if there are more pages than fit, the most recently requested ones are cached', () => {
  const pages = new KeptPages()
  for (let n = 0; n < 39; n += 1) keep(pages, `page ${n}`, page(characters(100_000)))
  expect(pages.get('page 0')).toBeDefined()
  for (let n = 39; n < 60; n += 1) keep(pages, `page ${n}`, page(characters(100_000)))
  expect(pages.get('page 0')).toBeDefined()
  expect(pages.get('page 1')).toBeUndefined()
  expect(pages.get('page 59')).toBeDefined()
})

test('a page that is requested once is not cached', () => {
  const pages = new KeptPages()
  pages.put('once', page('once'))
  expect(pages.get('once')).toBeUndefined()
  pages.put('once', page('once'))
  expect(pages.get('once')).toBeDefined()
})

test('a page that is stored twice takes space once', () => {
  const pages = new KeptPages()
  for (let n = 0; n < 100; n += 1) pages.put('same', page(characters(100_000)))
  keep(pages, 'other', page(''))
  expect(pages.get('same')).toBeDefined()
})

test('a very long page is not cached', () => {
  const pages = new KeptPages()
  keep(pages, 'long', page(characters(200_001)))
  expect(pages.get('long')).toBeUndefined()
})

test('nothing stale is cached: pages are dropped with the version of the database', () => {
  let version = 1
  const reader = { version: () => version } as Reader
  keep(keptPages(reader), 'page', page('old'))
  expect(keptPages(reader)?.get('page')?.body).toBe('old')
  version = 2
  expect(keptPages(reader)?.get('page')).toBeUndefined()
  expect(keptPages({} as Reader)).toBeUndefined()
})
