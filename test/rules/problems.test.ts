import { expect, test } from 'vitest'
import { problemCodes } from '../../src/base/errors.ts'
import { read, sources } from './project.ts'

/** Codes that nothing throws yet, and why they are already declared. */
const notThrownYet: Readonly<Record<string, string>> = {}

/** Where codes are thrown: not the catalogue, the description, or the declared errors of a method. */
const throwing = sources
  .filter((path) => path !== 'src/base/errors.ts' && !path.startsWith('src/http/openapi/'))
  .map((path) => read(path).replaceAll(/\bproblems: \[[^\]]*\]/g, ''))

test('every error of the catalogue is thrown somewhere', () => {
  const unused = problemCodes.filter((code) => !throwing.some((text) => text.includes(`'${code}'`)))
  expect(unused.toSorted()).toEqual(Object.keys(notThrownYet).toSorted())
})
