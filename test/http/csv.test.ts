import { expect, test } from 'vitest'
import { csvLine } from '../../src/http/csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a=1', 'a=1'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['ünï çødé 𝒵', 'ünï çødé 𝒵'],
  ["'quoted", "'quoted"],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  // Spreadsheets that split at semicolons or tabs would begin a cell there.
  ['a;=1+1', `"a;'=1+1"`],
  ['a; -1', `"a; '-1"`],
  ['a;"=1+1"', `"a;""'=1+1"""`],
  ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
  ['a\n+1', `"a\n'+1"`],
  ['a;b=1', '"a;b=1"'],
  // Of a description, which may begin with a tab.
  ['\t=1', `"'\t'=1"`],
])('%j becomes %s', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})
