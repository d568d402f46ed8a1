import { expect, test } from 'vitest'
import type { Change } from '../../web/src/api/types.ts'
import { tellActivity } from '../../web/src/pages/home/activity-data.ts'
import { plainText } from '../../web/src/parts/plain-text.ts'

const names = { a: 'Task a', b: 'Task b', x: '', y: '' }

function change(id: string, minute: number, given: Partial<Change['details']>): Change {
  const createdAt = `2026-11-18T10:${String(minute).padStart(2, '0')}:00.000Z`
  return {
    ...{ id, permalink: '' },
    details: {
      ...{ type: 'task.updated', kind: 'task', recordId: 'a', userHash: 'ada', fields: [], previous: {} },
      ...{ workspaceId: 'w', otherWorkspaceId: null, clientId: null, requestId: 'r', after: {} },
      ...{ createdAt, updatedAt: createdAt, createdBy: null, externalId: null },
      ...given,
    },
  }
}

test('the actions of a person within an hour on one record are one line, with the most important one', () => {
  const lines = tellActivity(
    [
      change('4', 4, { userHash: 'bo', fields: ['dueDate'] }),
      change('3', 3, { fields: ['rank'], recordId: 'b' }),
      change('2', 2, { fields: ['title'] }),
      change('1', 1, { type: 'task.created' }),
    ],
    names,
    10,
  )
  expect(lines.map(({ userHash, does }) => `${userHash} ${does}`)).toEqual([
    'bo changed the dates of',
    'ada created',
  ])
})

test('a line has the time and the place of the action it shows, whatever else happened to the record', () => {
  const told = tellActivity(
    [
      change('9', 23, { type: 'task.created', recordId: 'b' }),
      change('8', 20, { type: 'task.restored' }),
      change('7', 19, { type: 'task.deleted' }),
      change('5', 15, { fields: ['title'] }),
      change('4', 14, { type: 'comment.created', kind: 'comment', recordId: 'x' }),
      change('3', 11, { type: 'task.created' }),
    ],
    names,
    10,
  )
  expect(told.map(({ id, at, does, subjects }) => [id, at.slice(14, 16), does, subjects.length])).toEqual([
    ['9', '23', 'created', 1],
    ['4', '14', 'commented on', 1],
    ['3', '11', 'created', 1],
  ])
})

test('a comment has its text and the record that it is on; a deleted one is left out', () => {
  const commented = (id: string, recordId: string, after: object): Change =>
    change(id, Number(id), { type: 'comment.created', kind: 'comment', recordId, after: { ...after } })
  const told = tellActivity(
    [
      commented('4', 'said', { taskId: 'a' }),
      commented('3', 'gone', { taskId: 'a' }),
      commented('2', 'also', { fileId: 'hidden' }),
      // From before the record was logged.
      commented('1', 'old', {}),
    ],
    { ...names, said: 'Families pay less.', also: 'Good.', old: 'Hello.' },
    10,
  )
  expect(told.flatMap(({ subjects }) => subjects)).toEqual([
    {
      kind: 'comment',
      id: 'said',
      name: 'Families pay less.',
      on: { kind: 'task', id: 'a', name: 'Task a' },
    },
    { kind: 'comment', id: 'also', name: 'Good.', on: { kind: 'file', id: 'hidden', name: 'File' } },
    { kind: 'comment', id: 'old', name: 'Hello.' },
  ])
})

test('a task that was brought back was restored, and one that was reopened was not completed', () => {
  const does = (...changes: Change[]) => tellActivity(changes, names, 10).map((line) => line.does)
  expect(
    does(
      change('3', 3, { fields: ['title'] }),
      change('2', 2, { type: 'task.restored' }),
      change('1', 1, { type: 'task.deleted' }),
    ),
  ).toEqual(['restored'])
  expect(
    does(
      change('2', 2, { fields: ['status'], after: { status: 'Open' } }),
      change('1', 1, { fields: ['status'], after: { status: 'Completed' } }),
    ),
  ).toEqual(['moved'])
})

test('the same deed on several records is one line, and each comment has its own', () => {
  const done = { fields: ['status'], after: { status: 'Completed' } }
  const comment = { type: 'comment.created', kind: 'comment' }
  const lines = tellActivity(
    [
      change('4', 4, { ...comment, recordId: 'y' }),
      change('3', 3, { ...comment, recordId: 'x' }),
      change('2', 2, { ...done, recordId: 'b' }),
      change('1', 1, { ...done, recordId: 'a' }),
    ],
    names,
    10,
  )
  expect(lines.map(({ does, subjects }) => [does, subjects.map(({ id }) => id).join()])).toEqual([
    ['commented on', 'y'],
    ['commented on', 'x'],
    ['completed', 'b,a'],
  ])
  const [moved] = tellActivity(
    [change('1', 1, { fields: ['status'], after: { status: 'On Hold' } })],
    names,
    10,
  )
  expect(moved).toMatchObject({ does: 'moved', to: 'to On Hold' })
  const [approved] = tellActivity(
    [change('1', 1, { kind: 'file', fields: ['status'], after: { status: 'Final [READONLY]' } })],
    names,
    10,
  )
  expect(approved).toMatchObject({ does: 'set', to: 'to Final, read-only' })
})

test('a task moves to a stage, which is shown instead of its status', () => {
  const tell = (after: object) =>
    tellActivity(
      [change('1', 1, { fields: Object.keys(after), after: { ...after } })],
      { ...names, s: 'Review' },
      1,
    )
  expect(tell({ status: 'In Progress', stageId: 's' })).toMatchObject([{ does: 'moved', to: 'to Review' }])
  expect(tell({ stageId: 's' })).toMatchObject([{ does: 'moved', to: 'to Review' }])
  expect(tell({ status: 'In Progress', stageId: 'gone' })).toMatchObject([{ to: 'to In Progress' }])
  expect(tell({ status: 'Completed', stageId: 's' })).toMatchObject([{ does: 'completed' }])
})

test('deleted records, and changes that are not news, are left out', () => {
  const lines = tellActivity(
    [
      change('1', 1, { recordId: 'gone', fields: ['title'] }),
      change('2', 2, { type: 'comment.updated', kind: 'comment', recordId: 'x' }),
      change('3', 3, { type: 'time.created', kind: 'time', recordId: 'a' }),
    ],
    names,
    10,
  )
  expect(lines).toEqual([])
})

test('a comment is quoted without the signs of Markdown', () => {
  expect(plainText('@[Ada Lovelace](user:x) **can** you [look](https://example.com)? [no')).toBe(
    '@Ada Lovelace can you look? [no',
  )
})
