import { expect, test } from 'vitest'
import { read, sources } from './project.ts'

/** STYLE.md, "Words": the private dialect that code must not return to. */
const dialect = /\b(anew|is told|are told|by itself|by themselves|meanwhile|whoever|under way|doomed)\b/gi

/** Folders that are written in plain English throughout; add the others once they are. */
const folders = /^src\/(base|observe|query|cli|supervise|mail|description|http|company|app\.ts|serve\.ts)\b/

const found = (text: string): string[] => [...text.matchAll(dialect)].map(([words]) => words)

test('code uses the words that every engineer knows', () => {
  const plain = sources.filter((path) => folders.test(path))
  expect(plain.length).toBeGreaterThan(100)
  expect(plain.flatMap((path) => found(read(path)).map((words) => `${path}: ${words}`))).toEqual([])
})

test('the dialect would be found', () => {
  expect(found('// Whoever asks anew is told so meanwhile.')).toEqual([
    'Whoever',
    'anew',
    'is told',
    'meanwhile',
  ])
  expect(found('// The caller tries again and gets an error.')).toEqual([])
})
