import { expect, test } from 'vitest'
import type { Stage } from '../../web/src/api/types.ts'
import { statusSections } from '../../web/src/pages/tasks/sections.ts'

const columns = (...stages: [name: string, status: Stage['details']['status']][]): string[] =>
  statusSections(
    stages.map(([stageName, status]) => ({
      id: stageName,
      details: { stageName, status, softLimit: null } as Stage['details'],
    })),
  ).map(({ label }) => label)

test('columns follow the order of the statuses, and stages keep their own', () => {
  expect(columns()).toEqual(['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'])
  expect(columns(['Review', 'In Progress'])).toEqual(['Open', 'Review', 'On Hold', 'Completed', 'Cancelled'])
  expect(columns(['Done', 'Completed'], ['Ideas', 'Open'], ['Next', 'Open'])).toEqual([
    ...['In Progress', 'On Hold', 'Done', 'Ideas', 'Next', 'Cancelled'],
  ])
})
