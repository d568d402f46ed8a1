import { expect, test } from 'vitest'
import { changeTypeNames } from '../../src/db/change-log/types.ts'
import { auditSummary, changedField } from '../../web/src/texts/audit-sentences.ts'

test('every type of change has a sentence in plain words', () => {
  expect(auditSummary('task.placed')).toBe('Moved a task')
  expect(auditSummary('member.created')).toBe('Added a member to a workspace')
  expect([changedField('task', 'stageId'), changedField('file', 'subscribers')]).toEqual([
    'Stage',
    'Subscribers',
  ])
  const summaries = changeTypeNames.map(auditSummary)
  expect(summaries.filter((text) => !/^[A-Z][a-z -]*$/.test(text.replace('API', 'api')))).toEqual([])
})
