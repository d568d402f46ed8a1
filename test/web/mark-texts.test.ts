import { expect, test } from 'vitest'
import { markTexts } from '../../web/src/texts/marks.ts'

test('faces that are not shown are counted up to 99, and the first of them are named', () => {
  expect([1, 99, 100, 497].map(markTexts.more)).toEqual(['+1', '+99', '99+', '99+'])
  expect(markTexts.names(['Ada', 'Grace'])).toBe('Ada, Grace')
  const many = Array.from({ length: 30 }, (_, n) => `P${n}`)
  expect(markTexts.names(many)).toMatch(/^P0, .*, P19 …$/)
})
