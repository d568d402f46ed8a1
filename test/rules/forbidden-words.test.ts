import { expect, test } from 'vitest'
import { projectFiles, read } from './project.ts'

/** Whatever ties the project to one machine or one package registry. */
const forbidden: Readonly<Record<string, RegExp>> = {
  'a path of one machine': /(?<![\w.:-])\/(?:work|root|home|Users)\/[\w.-]/,
  'the host of a package registry': /:\/\/(?:registry|npm|deb|pypi|mirror)\.[\w-]/,
  'a file address': /file:\/\/\/[\w]/,
}

function findings(text: string): string[] {
  return Object.entries(forbidden).flatMap(([what, pattern]) => {
    const found = pattern.exec(text)
    return found === null ? [] : [`${what}: ${text.slice(Math.max(0, found.index - 20), found.index + 40)}`]
  })
}

test('no committed file names a machine or a registry', () => {
  const found = projectFiles.flatMap((path) => findings(read(path)).map((each) => `${path}: ${each}`))
  expect(found).toEqual([])
})

test('they would be found', () => {
  const slash = '/'
  expect(findings(`see ${slash}root${slash}notes`)).toHaveLength(1)
  expect(findings(`(${slash}home${slash}ada${slash}atrium)`)).toHaveLength(1)
  expect(findings(`https:${slash}${slash}registry.example.com`)).toHaveLength(1)
  expect(findings('/v1/workspaces and https://atrium.example.com/root')).toEqual([])
})
