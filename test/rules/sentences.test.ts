import { expect, test } from 'vitest'
import { beyondTests, sentences } from '../contract/said.ts'
import { projectFiles, read } from './project.ts'

/** The sentences that tests quote: the text within `said(…)`, in either quotation mark. */
function quoted(): Set<string> {
  const files = projectFiles.filter((path) => /^test\/(contract|browser)\/.*\.test\.ts$/.test(path))
  const literal = /said\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g
  const calls = files.flatMap((path) => [...read(path).matchAll(literal)])
  return new Set(calls.map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(.)/g, '$1')))
}

test('every sentence of the published interface has a test that quotes it, or a reason', () => {
  const tested = quoted()
  expect(sentences.length).toBeGreaterThan(90)
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(sentences.filter((sentence) => !tested.has(sentence) && !(sentence in beyondTests))).toEqual([])
})

test('no sentence with a test is listed as untestable, and only published sentences are', () => {
  const tested = quoted()
  const excuses = Object.keys(beyondTests)
  expect(excuses.filter((sentence) => tested.has(sentence) || !sentences.includes(sentence))).toEqual([])
  expect(excuses.length).toBeLessThanOrEqual(5)
})
