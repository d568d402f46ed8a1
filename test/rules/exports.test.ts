import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles, read } from './project.ts'

interface SourceFile {
  path: string
  text: string
}

const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|enum|function\*?|const|let) (\w+)/gm
const specifiers = /(?:\bfrom|\bimport\(|\bnew URL\()\s*'(\.[^']+)'/g

/** Exports that no importing file mentions. */
function unused(files: readonly SourceFile[], checked: (path: string) => boolean): string[] {
  const importers = new Map<string, string[]>()
  for (const { path, text } of files)
    for (const [, specifier = ''] of text.matchAll(specifiers)) {
      const target = join(path, '..', specifier)
      importers.set(target, [...(importers.get(target) ?? []), text])
    }
  return files
    .filter(({ path }) => checked(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)]
        .map(([, name = '']) => name)
        .filter((name) => !importers.get(path)?.some((other) => new RegExp(`\\b${name}\\b`).test(other)))
        .map((name) => `${path}: ${name}`),
    )
}

test('every export is used by another file', () => {
  const files = projectFiles
    .filter((path) => /^(src|bin|test|scripts|bench|prove)\/.*\.(ts|mjs)$/.test(path))
    .map((path) => ({ path, text: read(path) }))
  const found = unused(files, (path) => /^(src|scripts|bench|prove)\//.test(path))
  // db/migrate.ts imports whatever is in their folder.
  const isLoaded = (each: string): boolean => /^src\/db\/migrations\/\d{4}-.*: migration$/.test(each)
  expect(found.filter((each) => !isLoaded(each))).toEqual([])
})

test('an unused export would be found', () => {
  const files = [
    { path: 'src/a.ts', text: 'export const used = 1\nexport interface Unused {}\nconst own = 2\n' },
    { path: 'src/b.ts', text: "import { used } from './a.ts'\n" },
    { path: 'test/c.test.ts', text: 'const Unused = 1\n' },
  ]
  expect(unused(files, (path) => path.startsWith('src/'))).toEqual(['src/a.ts: Unused'])
})
