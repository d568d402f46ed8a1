import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { walking } from '../../scripts/docs/tested-page.ts'
import { read, root } from './project.ts'

/** `| operation | files |` of the page. */
function listed(): Map<string, string[]> {
  const rows = [...read('docs/tested-operations.md').matchAll(/^\| `([^`]+)` +\| (.*?) *\|$/gm)]
  return new Map(
    rows.map(([, operation = '', files = '']) => [
      operation,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => `test/${file}`),
    ]),
  )
}

function operations(): string[] {
  const { paths } = JSON.parse(read('docs/api/openapi.json')) as { paths: Record<string, object> }
  return Object.entries(paths)
    .filter(([path]) => /^\/(v1|search)\//.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`))
}

test('every operation has a test of its own that runs on both engines; "npm run tested" writes the page', () => {
  const page = listed()
  expect(operations().filter((operation) => !page.get(operation)?.length)).toEqual([])
  expect([...page.keys()].filter((operation) => !operations().includes(operation))).toEqual([])
})

test('every test that the page names is there, and so is every one that walks', () => {
  const files = new Set([...[...listed().values()].flat(), ...Object.keys(walking)])
  expect([...files].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
