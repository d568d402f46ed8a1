import { expect, test } from 'vitest'
import { records } from '../../src/schema/records.ts'
import { read, sources } from './project.ts'

/** The tables that the files of `src/schema/records` declare. */
const declared = (text: string): string[] =>
  [...text.matchAll(/\btable: '(\w+)',?\n?\s*(?:hidden|alias|volatile|\})/g)].map(([, table = '']) => table)

test('every resource with a table is listed in schema/records.ts', () => {
  const tables = sources
    .filter((path) => path.startsWith('src/schema/records/'))
    .flatMap((path) => declared(read(path)))
  expect(tables.toSorted()).toEqual(records.map(({ table }) => table).toSorted())
})
