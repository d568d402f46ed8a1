import { expect, test } from 'vitest'
import { errorsPage } from '../../scripts/docs/errors-page.ts'
import { problemCodes } from '../../src/base/errors.ts'

test('the documentation page has a row for each error, by status', () => {
  const rows = errorsPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  expect(rows).toHaveLength(problemCodes.length)
  const statuses = rows.map((row) => Number(/\| (\d{3}) /.exec(row)?.[1]))
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b))
  expect(errorsPage()).toContain('`npm run docs`')
})
