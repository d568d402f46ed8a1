import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testedPage, walking } from '../../scripts/docs/tested-page.ts'
import { read, root } from './project.ts'

/** The counts on a page, by operation. */
function countsOf(page: string): Map<string, number> {
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| +(\d+) \|$/gm)]
  return new Map(rows.map(([, operation = '', count]) => [operation, Number(count)]))
}

function operations(): string[] {
  const { paths } = JSON.parse(read('docs/api/openapi.json')) as { paths: Record<string, object> }
  return Object.entries(paths)
    .filter(([path]) => /^\/(v1|search)\//.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`))
}

test('every operation has its own test that runs on both engines; "npm run tested" writes the page', () => {
  const page = countsOf(read('docs/tested-operations.md'))
  const declared = operations()
  expect(declared.filter((operation) => (page.get(operation) ?? 0) === 0)).toEqual([])
  expect([...page.keys()].filter((operation) => !declared.includes(operation))).toEqual([])
})

test('only files that ran on both engines count, and not those that walk over everything', () => {
  const [walk = ''] = Object.keys(walking)
  const lines = [
    'GET /v1/tasks\tsqlite\ttest/api/tasks.test.ts',
    'GET /v1/tasks\tpostgres\ttest/api/tasks.test.ts',
    'GET /v1/tasks\tsqlite\ttest/api/lists.test.ts',
    `GET /v1/tasks\tsqlite\t${walk}`,
    `GET /v1/tasks\tpostgres\t${walk}`,
  ]
  const page = countsOf(testedPage(['GET /v1/tasks', 'POST /v1/tasks'], lines))
  expect([...page]).toEqual([
    ['GET /v1/tasks', 1],
    ['POST /v1/tasks', 0],
  ])
})

test('every test that walks over all operations exists', () => {
  expect(Object.keys(walking).filter((file) => !existsSync(join(root, file)))).toEqual([])
})
