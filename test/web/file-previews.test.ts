import { expect, test } from 'vitest'
import { readCsv } from '../../web/src/pages/files/csv.ts'
import { previewKindOf } from '../../web/src/pages/files/file-kind.ts'

test('cells may be quoted, with separators, quotation marks and line breaks in them', () => {
  expect(readCsv('a,b\r\n"x, y","say ""hi""\nthere"\r\n', 10)).toEqual([
    ['a', 'b'],
    ['x, y', 'say "hi"\nthere'],
  ])
})

test('semicolons and tabs separate too, and empty lines are left out', () => {
  expect(readCsv('a;b\n\n1,5;2', 10)).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ])
  expect(readCsv('a\tb\n1\t', 10)).toEqual([
    ['a', 'b'],
    ['1', ''],
  ])
})

test('only so many rows are read', () => {
  expect(readCsv('a\nb\nc\nd', 2)).toEqual([['a'], ['b']])
  expect(readCsv('', 2)).toEqual([])
})

test('a file is shown by its type, and by its file extension where the type is too general', () => {
  expect(previewKindOf('a.png', 'image/png')).toBe('picture')
  expect(previewKindOf('a.pdf', 'application/pdf')).toBe('pdf')
  expect(previewKindOf('a.mp4', 'video/mp4')).toBe('video')
  expect(previewKindOf('README.md', 'application/octet-stream')).toBe('markdown')
  expect(previewKindOf('a.csv', 'text/csv')).toBe('table')
  expect(previewKindOf('a.html', 'text/html')).toBe('text')
  expect(previewKindOf('a.geojson', 'application/geo+json')).toBe('text')
  expect(previewKindOf('a.zip', 'application/zip')).toBe('none')
})
