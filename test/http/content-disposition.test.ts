import { expect, test } from 'vitest'
import { attachment, readFileName } from '../../src/http/content/content-disposition.ts'

test.each([
  // As the standard wants it.
  ['attachment; filename="a b.txt"', 'a b.txt'],
  ['attachment; filename="a;b.txt"; size=3', 'a;b.txt'],
  ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
  ['attachment; filename="x.txt"; filename*=UTF-8\'\'%E2%82%AC.txt', '€.txt'],
  ['attachment; filename*=UTF-8\'\'%E2%82%AC.txt; filename="x.txt"', '€.txt'],
  ['form-data; name="file"; filename="a.txt"', 'a.txt'],
  ['attachment; filename="a.txt"; ', 'a.txt'],
  ['attachment; filename="a.txt"; x-own=1', 'a.txt'],
  // As curl users and old clients send it.
  ['attachment; filename=Offer for Acme.pdf', 'Offer for Acme.pdf'],
  ['attachment; filename=Offer; final.pdf', 'Offer; final.pdf'],
  ['attachment; filename=Offer; size.pdf', 'Offer; size.pdf'],
  ['attachment; filename=a=b; c=d.pdf', 'a=b; c=d.pdf'],
  ['attachment; filename=The "new" offer.pdf', 'The "new" offer.pdf'],
  ['attachment; filename="The "new" offer.pdf"', 'The "new" offer.pdf'],
  ['attachment; filename="The "new" offer.pdf"; size=3', 'The "new" offer.pdf'],
  ['attachment; filename=Offer for Acme.pdf; size=3', 'Offer for Acme.pdf'],
  ["attachment; filename=Offer for Acme.pdf; filename*=UTF-8''Better.pdf", 'Better.pdf'],
  ['attachment; filename="open.pdf', 'open.pdf'],
  ['attachment; filename=a.txt" nonsense"', 'a.txt" nonsense'],
  ['filename=bare.pdf', 'bare.pdf'],
  ['attachment;filename=a.txt;', 'a.txt'],
  ['attachment; filename=a.txt ; ;', 'a.txt'],
  ['attachment filename; filename=a.pdf', 'a.pdf'],
  ['attachment; filename=', ''],
  ['attachment; filename="', ''],
  // `filename*` that cannot be read.
  ["attachment; filename=good.txt; filename*=UTF-8''%zz", 'good.txt'],
  ["attachment; filename*=utf-16''a; filename=good.txt", 'good.txt'],
  // Paths.
  ['attachment; filename=a/b.txt', 'a_b.txt'],
  ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
  ['attachment; filename="C:\\Offers\\a.txt"', 'C:_Offers_a.txt'],
])('%s names %j', (header, name) => {
  expect(readFileName(header)).toBe(name)
})

test.each(['attachment', '', ';;;', 'attachment; name=a', "attachment; filename*=UTF-8''%zz"])(
  '%j names no file',
  (header) => {
    expect(() => readFileName(header)).toThrow('Content-Disposition')
  },
)

test('reads back what the service sends', () => {
  for (const name of ['a.txt', 'a "b"; c.txt', 'größe €.txt', "it's 100 %.txt", 'a;b=c'])
    expect(readFileName(attachment(name))).toBe(name)
})
