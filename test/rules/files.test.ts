import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, projectFiles, read, sources } from './project.ts'

const longest = 300

/** "Past 300 it is two things", unless it is one for the reason given here. */
const longFiles: Readonly<Record<string, string>> = {
  'src/config.ts': 'every setting once, with its default and its sentence: one table',
  'src/http/fields.ts':
    'the kinds of fields there are: one list of short functions that are read side by side',
  'src/db/page.ts': 'the race of walks is one algorithm, and its parts only make sense together',
}

test(`source files have at most ${longest} lines`, () => {
  const long = sources.filter((path) => linesOf(path) > longest)
  expect(long.filter((path) => !Object.hasOwn(longFiles, path))).toEqual([])
  // An exception that is no longer needed goes.
  expect(Object.keys(longFiles).filter((path) => !long.includes(path))).toEqual([])
})

const code = projectFiles.filter((path) => /^(src|test|scripts|bin|bench)\//.test(path))

test('file and folder names are kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[a-z]+$/
  const folder = /^[a-z0-9]+(-[a-z0-9]+)*$/
  const odd = code.filter((path) => {
    const folders = path.split('/').slice(0, -1)
    return !kebab.test(basename(path)) || !folders.every((name) => folder.test(name))
  })
  expect(odd).toEqual([])
})

const vague = /(^|[a-z-])(utils?|helpers?|managers?|services?)$/i

test('nothing is named utils, helpers, Manager or Service', () => {
  expect(code.filter((path) => vague.test(basename(path).split('.')[0] ?? ''))).toEqual([])
  const declared = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?(?:abstract )?(?:class|interface|type|function) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /(Utils?|Helpers?|Manager|Service)$/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(declared).toEqual([])
})

test('no default exports and no barrels', () => {
  const defaults = sources.filter((path) => /^export default\b/m.test(read(path)))
  const barrels = sources.filter((path) =>
    /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;\n]*\bfrom\b/m.test(read(path)),
  )
  expect(defaults).toEqual([])
  expect(barrels).toEqual([])
})

/** Calls at the left margin: they would run for whoever imports the file. */
test('importing a file does nothing', () => {
  const acting = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:await |process\.|console\.|set(?:Timeout|Interval)\()[^\n]*/gm)].map(
      ([line]) => `${path}: ${line}`,
    ),
  )
  expect(acting).toEqual([])
})

test('no test is skipped or singled out, and no type is silenced', () => {
  const silenced = code
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/\b(?:it|test|describe)\.(?:skip|only|todo)\(|@ts-(?:ignore|nocheck)/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    )
  expect(silenced).toEqual([])
})
