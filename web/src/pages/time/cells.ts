import type { Time } from '../../api/types.ts'
import { CannotUndo } from '../../api/undo.ts'
import { addDays } from '../../parts/days.ts'
import { timeTexts } from '../../texts/time.ts'

/** A time entry of the person who is signed in. */
export interface Entry extends Pick<Time['details'], 'date' | 'minutes' | 'note' | 'billable' | 'createdAt'> {
  id: string
  workspaceId: string
  taskId: string | null
}

/** A row of the week: a task, or the work in a workspace without a task. */
export interface Work {
  workspaceId: string
  taskId: string | null
}

export const workId = ({ workspaceId, taskId }: Work): string => `${workspaceId}/${taskId ?? ''}`
export const cellId = (work: Work, day: string): string => `${workId(work)} ${day}`

export const daysOf = (monday: string): string[] => Array.from({ length: 7 }, (_, n) => addDays(monday, n))

/** What a person typed into a cell. */
export interface CellEdit {
  minutes?: number
  note?: string
  billable?: boolean
}

/** One operation of a bulk request. */
export interface TimeOperation {
  method: 'POST' | 'PUT' | 'DELETE'
  id?: string
  body?: Readonly<Record<string, unknown>>
}

export const sumOf = (entries: readonly Pick<Entry, 'minutes'>[]): number =>
  entries.reduce((sum, { minutes }) => sum + minutes, 0)

/** The newest first. */
export const newestFirst = (entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))

const wordsOf = (note: string | undefined): { note?: string | null } =>
  note === undefined ? {} : { note: note.trim() === '' ? null : note }

/** Where an entry is logged: the service takes the workspace from the task. */
const placeOf = ({ workspaceId, taskId }: Work): object => (taskId === null ? { workspaceId } : { taskId })

/**
 * What to send for an edited cell. The sum of a cell with several entries changes the newest; if it becomes less than the
 * others have, the newest disappear.
 */
export function operationsOf(
  work: Work,
  day: string,
  entries: readonly Entry[],
  edit: CellEdit,
): TimeOperation[] {
  const { billable } = edit
  const fields = { ...wordsOf(edit.note), ...(billable !== undefined && { billable }) }
  const [newest, ...others] = newestFirst(entries)
  const wanted = edit.minutes ?? sumOf(entries)
  if (newest === undefined)
    return wanted === 0
      ? []
      : [{ method: 'POST', body: { ...placeOf(work), date: day, minutes: wanted, ...fields } }]
  const minutes = wanted - sumOf(others)
  if (minutes <= 0)
    return [{ method: 'DELETE', id: newest.id }, ...operationsOf(work, day, others, { minutes: wanted })]
  const body = { ...fields, ...(minutes !== newest.minutes && { minutes }) }
  return Object.keys(body).length === 0 ? [] : [{ method: 'PUT', id: newest.id, body }]
}

/** The part of an entry that an edit writes. */
type Written = Partial<Pick<Entry, 'date' | 'minutes' | 'note' | 'billable'>>

/** An entry before and after an edit; null where there was none. */
export interface EntryChange {
  id: string
  before: Entry | null
  after: Written | null
}

/** What an operation did to an entry, once the service has carried it out. */
export function changeOf(
  { method, id, body }: TimeOperation,
  createdId: string | null,
  entries: readonly Entry[],
): EntryChange {
  const before = entries.find((entry) => entry.id === id) ?? null
  return {
    id: id ?? createdId ?? '',
    before,
    after: method === 'DELETE' ? null : { ...before, ...(body as Written) },
  }
}

function isSame(entry: Entry, { date, minutes, note, billable }: Written): boolean {
  return (
    (date === undefined || date === entry.date) &&
    (minutes === undefined || minutes === entry.minutes) &&
    (note === undefined || (note ?? '').trim() === (entry.note ?? '').trim()) &&
    (billable === undefined || billable === entry.billable)
  )
}

/** What to send to take changes back. Throws if somebody has changed one of the entries since. */
export function restoring(changes: readonly EntryChange[], now: readonly Entry[]): TimeOperation[] {
  return changes.flatMap(({ id, before, after }): TimeOperation[] => {
    const entry = now.find((each) => each.id === id)
    if (before === null ? entry === undefined : entry !== undefined && isSame(entry, before)) return []
    if (after === null && entry === undefined && before !== null) {
      const { date, minutes, note, billable } = before
      return [{ method: 'POST', body: { ...placeOf(before), date, minutes, note, billable } }]
    }
    if (entry === undefined || after === null || !isSame(entry, after))
      throw new CannotUndo(timeTexts.week.changedSince)
    if (before === null) return [{ method: 'DELETE', id }]
    const { minutes, note, billable } = before
    return [{ method: 'PUT', id, body: { minutes, note, billable } }]
  })
}

/** The items by a key, in their order. */
export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
