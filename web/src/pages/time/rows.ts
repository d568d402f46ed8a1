import { knownName } from '../../api/names.ts'
import { byName } from '../../parts/by-name.ts'
import type { ShownEdit } from './cell-edits.ts'
import { cellId, daysOf, type Entry, groupedBy, newestFirst, sumOf, type Work, workId } from './cells.ts'

/** A cell as it is shown: what is stored with what was typed. */
export interface ShownCell {
  id: string
  day: string
  minutes: number
  note: string
  billable: boolean
  /** The stored entries, the newest first. */
  entries: readonly Entry[]
  edit: ShownEdit | undefined
}

export interface WeekRow {
  id: string
  work: Work
  name: string
  place: string
  cells: readonly ShownCell[]
  total: number
}

/** The cell that is being edited. */
export interface Editing {
  id: string
  /** What was typed to begin with. */
  typed: string | undefined
  inNote: boolean
  /** Closes it and moves the cursor. */
  moves: (by: { down: number; right: number }) => void
}

export const nameOf = ({ workspaceId, taskId }: Work): string => knownName(taskId ?? workspaceId) ?? ''

function cellOf(
  work: Work,
  day: string,
  stored: ReadonlyMap<string, readonly Entry[]>,
  edits: ReadonlyMap<string, ShownEdit>,
  usual: boolean,
): ShownCell {
  const id = cellId(work, day)
  const entries = newestFirst(stored.get(id) ?? [])
  const shown = edits.get(id)
  const [newest] = entries
  return {
    ...{ id, day, entries, edit: shown },
    minutes: shown?.edit.minutes ?? sumOf(entries),
    note: shown?.edit.note ?? newest?.note ?? '',
    billable: shown?.edit.billable ?? newest?.billable ?? usual,
  }
}

/**
 * The rows of a week, by workspace and name. Rows without time are those that were added. A row that shows the same as
 * before is the same object, so that it is not rendered again.
 */
export function rowsOf(
  monday: string,
  entries: readonly Entry[],
  added: readonly Work[],
  edits: ReadonlyMap<string, ShownEdit>,
  before: readonly WeekRow[] = [],
): WeekRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  const days = daysOf(monday)
  const stored = groupedBy(entries, (entry) => cellId(entry, entry.date))
  const works = new Map([...entries, ...added].map((work) => [workId(work), work]))
  // New time of a row is billable if its last time was.
  const usual = new Map(entries.map((entry) => [workId(entry), entry.billable]))
  return [...works]
    .map(([id, { workspaceId, taskId }]): WeekRow => {
      const work = { workspaceId, taskId }
      const cells = days.map((day) => cellOf(work, day, stored, edits, usual.get(id) ?? false))
      const row = {
        ...{ id, work, cells, total: sumOf(cells) },
        name: nameOf(work),
        place: knownName(workspaceId) ?? '',
      }
      const last = known.get(id)
      return last !== undefined && signatureOf(last) === signatureOf(row) ? last : row
    })
    .toSorted((a, b) => byName(a.place, b.place) || byName(a.name, b.name) || byName(a.id, b.id))
}

/** Everything that a row shows, to tell whether it has to be rendered again. */
const signatureOf = ({ name, place, cells }: WeekRow): string =>
  JSON.stringify([
    ...[name, place],
    cells.map(({ minutes, note, billable, edit, entries }) => [
      ...[minutes, note, billable, edit?.state, edit?.why],
      entries.map((entry) => [entry.id, entry.minutes, entry.note, entry.billable]),
    ]),
  ])
