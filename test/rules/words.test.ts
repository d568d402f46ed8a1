import { expect, test } from 'vitest'
import { projectFiles, read } from './project.ts'

/** STYLE.md, "Words": the private dialect that code must not return to. */
const dialect =
  /\b(anew|(is|are|was|were) told|by (itself|themselves)|meanwhile|whoever|under way|doomed|for ever|thereby|likewise|in vain|at hand|that there is not|(broken|breaks) off|stands? (behind|beside)|goes on where|give the same command)\b/gi

/** Code that people read. The schemas of earlier versions never change, and these tests quote the dialect. */
const isCode = (path: string): boolean =>
  /^(src|web\/src|test|prove|bench|scripts|bin|deploy)\/.*\.(ts|tsx|js|mjs|css|html|conf|service)$/.test(
    path,
  ) && !/^test\/(schemas|rules)\//.test(path)

/** Comments may quote the contract, in double quotation marks. */
const withoutQuotes = (text: string): string =>
  text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, (line) => line.replaceAll(/"[^"]*("|$)/g, ''))

const found = (text: string): string[] => [...withoutQuotes(text).matchAll(dialect)].map(([words]) => words)

test('code uses the words that every engineer knows', () => {
  const code = projectFiles.filter(isCode)
  expect(code.length).toBeGreaterThan(900)
  expect(code.flatMap((path) => found(read(path)).map((words) => `${path}: ${words}`))).toEqual([])
})

test('the dialect would be found', () => {
  expect(found('// Whoever asks anew is told so meanwhile.')).toEqual([
    'Whoever',
    'anew',
    'is told',
    'meanwhile',
  ])
  expect(found('/** "Each succeeds by itself." */')).toEqual([])
  expect(found('// The caller tries again and gets an error.')).toEqual([])
})
