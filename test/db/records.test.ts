import { expect, test } from 'vitest'
import { leastId } from '../../src/base/ids.ts'
import { buildRow } from '../../src/db/records.ts'
import { timer } from '../../src/schema/records/timer.ts'

test('the id of a new record contains the time of its creation', () => {
  const createdAt = '2026-03-31T09:30:00.123Z'
  const values = { createdAt, startedAt: createdAt, userHash: 'u', workspaceId: 'w', billable: false }
  const row = buildRow({ companyNo: 1, userId: 'u' }, timer, values)
  const moment = Date.parse(createdAt)
  expect([row.createdAt, row.updatedAt]).toEqual([createdAt, createdAt])
  expect(row.id >= leastId(moment) && row.id < leastId(moment + 1)).toBe(true)
})
