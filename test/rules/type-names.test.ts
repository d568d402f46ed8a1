import { expect, test } from 'vitest'
import { read, sources } from './project.ts'

/** The names of the types that a file exports; a class is a type too. */
function exportedTypes(text: string): string[] {
  const declarations = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)/gm,
  )
  return [...declarations].map(([, name = '']) => name)
}

/** Each name that more than one file exports, with those files. */
function ambiguous(files: readonly { path: string; text: string }[]): string[] {
  const pairs = files.flatMap(({ path, text }) => exportedTypes(text).map((name) => ({ name, path })))
  return [...Map.groupBy(pairs, ({ name }) => name)]
    .filter(([, found]) => found.length > 1)
    .map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`)
}

test('no exported type name means two things', () => {
  const files = sources.map((path) => ({ path, text: read(path) }))
  expect(files.flatMap(({ text }) => exportedTypes(text)).length).toBeGreaterThan(100)
  expect(ambiguous(files)).toEqual([])
})

test('a name that means two things would be found', () => {
  const text = 'export interface Place {\n  row: number\n}\ntype Part = string\n'
  expect(
    ambiguous([
      { path: 'a.ts', text },
      { path: 'b.ts', text: 'export type Place = string\n\nexport abstract class Part {}\n' },
      { path: 'c.ts', text: 'export type PlaceId = string\n' },
    ]),
  ).toEqual(['Place: a.ts, b.ts'])
})
