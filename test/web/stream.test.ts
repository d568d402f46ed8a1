import { expect, test } from 'vitest'
import type { Change, Comment } from '../../web/src/api/types.ts'
import { sentencesOf } from '../../web/src/pages/tasks/change-sentences.ts'
import { inOrder, type StreamEntry } from '../../web/src/pages/tasks/stream.ts'
import { happenedIn } from '../../web/src/parts/change-text.ts'
import { addDays, dateWords, dayWords, exactly, today } from '../../web/src/parts/days.ts'

const at = (minute: number): string => `2026-11-18T10:${String(minute).padStart(2, '0')}:00.000Z`

const comment = (id: string, minute: number, parentCommentId: string | null = null): Comment =>
  ({ id, details: { createdAt: at(minute), parentCommentId } }) as Comment

const change = (id: string, minute: number) => ({
  change: { id, details: { createdAt: at(minute) } } as Change,
  text: id,
})

const ids = (entries: readonly StreamEntry[]): string[] =>
  entries.map((entry) => ('change' in entry ? entry.change.id : entry.comment.id))

const items = [comment('asked', 2), comment('answered', 3, 'asked'), comment('said', 5)]
const changes = [change('done', 6), change('begun', 4), change('created', 1)]

test('comments and changes are in the order in which they happened, and replies stay with their comment', () => {
  const stream = inOrder({ items, hasOlder: false }, changes, 'all')
  expect(ids(stream)).toEqual(['created', 'asked', 'begun', 'said', 'done'])
  expect(ids(inOrder({ items, hasOlder: false }, changes, 'comments'))).toEqual(['asked', 'said'])
})

test('changes from before the loaded comments wait until older comments are loaded', () => {
  expect(ids(inOrder({ items, hasOlder: true }, changes, 'all'))).toEqual(['asked', 'begun', 'said', 'done'])
  const alone = inOrder({ items, hasOlder: true }, changes, 'changes')
  expect(ids(alone)).toEqual(['created', 'begun', 'done'])
})

test('reordering a task is not in its activity, and moving it to another stage is', () => {
  const change = (type: string, fields: string[], previous: object) =>
    ({ id: type, details: { type, fields, previous } }) as unknown as Change
  const changes = [
    change('task.updated', ['rank'], { rank: 'a' }),
    change('task.updated', ['status', 'stageId'], { status: 'Open', stageId: '1' }),
    change('task.updated', ['stageId', 'rank'], { stageId: '1', rank: 'a' }),
    change('task.blocked', [], {}),
  ]
  const texts = sentencesOf('task', changes, { status: 'On Hold' }).map(({ text }) => text)
  expect(texts).toEqual(['changed the status from Open to On Hold', 'moved it', 'added a blocker'])
})

test('dates and followers have their usual names in the activity', () => {
  const of = (field: string, previous: unknown) =>
    ({
      id: field,
      details: { type: 'task.updated', fields: [field], previous: { [field]: previous } },
    }) as unknown as Change
  const changes = [of('dueDate', '2024-11-12'), of('startDate', null), of('subscribers', [])]
  const details = { dueDate: '2024-11-13', startDate: '2024-11-01' }
  const texts = sentencesOf('task', changes, details).map(({ text }) => text)
  expect(texts[0]).toMatch(/^changed the due date from /)
  expect(texts[1]).toMatch(/^set the start date to /)
  expect(texts[2]).toBe('changed the followers')
})

test('a new version of a file is one sentence, whether it was uploaded or restored', () => {
  const details = { type: 'file.updated', fields: ['version', 'size', 'sha256'], previous: { version: 1 } }
  const change = { id: '1', details } as unknown as Change
  expect(sentencesOf('file', [change], { version: 2 }).map(({ text }) => text)).toEqual(['added version 2'])
})

test('a day in a history is a date, because the same weekday comes every week', () => {
  const now = today()
  const day = addDays(now, 4)
  const details = { type: 'task.updated', fields: ['dueDate'], previous: { dueDate: day } }
  const change = { id: '1', details } as unknown as Change
  const [told] = sentencesOf('task', [change], { dueDate: now })
  expect(told?.text).toBe(`changed the due date from ${dateWords(day)} to Today`)
  expect(dateWords('2026-11-20', '2026-11-18')).toMatch(/20/)
  expect(dayWords('2026-11-20', '2026-11-18')).not.toMatch(/20/)
  expect(dateWords('2026-11-17', '2026-11-18')).toBe('Yesterday')
})

test('a history names each changed field with its values, and points in time are times', () => {
  const happened = (fields: string[], previous: object, after: object, kind = 'task') =>
    happenedIn({ type: `${kind}.updated`, kind, fields, previous, after } as unknown as Change['details'])
  expect(happened(['status', 'completedAt'], { status: 'Open' }, { status: 'Completed' })).toBe(
    'status Open → Completed',
  )
  const at = '2026-11-18T10:00:00.000Z'
  expect(happened(['completedAt'], { completedAt: null }, { completedAt: at })).toBe(
    `completed none → ${exactly(at)}`,
  )
  expect(happened(['description'], { description: 'Old' }, { description: 'x'.repeat(200) })).toBe(
    'description changed',
  )
  // The new values of a record that is gone are not known.
  expect(happened(['title'], { title: 'Old' }, {})).toBe('title changed')
  expect(happened(['version'], { version: 1 }, {}, 'file')).toBe('version changed')
  expect(happened(['version', 'size'], { version: 1 }, { version: 2 }, 'file')).toBe('version 2 added')
  expect(happened(['url'], { url: 'https://a.example' }, {}, 'webhook')).toBe('URL changed')
  expect(happened(['rank'], {}, {})).toBe('moved in its list')
})
