import { type Fault, invalid } from '../../base/errors.ts'
import { together } from '../../base/together.ts'
import type { Reader } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'

/** A record that may refer to a task list or a milestone. */
interface PlacedRecord {
  companyNo: number
  workspaceId: string
  tasklistId?: string | null
  milestoneId?: string | null
  stageId?: string | null
}

const places = [
  { name: 'tasklistId', table: 'tasklists', kind: 'task list' },
  { name: 'milestoneId', table: 'milestones', kind: 'milestone' },
  { name: 'stageId', table: 'stages', kind: 'stage' },
] as const

/** The references to records that no longer exist or are in another workspace. */
async function misplaced(reader: Reader, row: PlacedRecord): Promise<(typeof places)[number][]> {
  const named = places.flatMap((place) => {
    const id = row[place.name] ?? null
    return id === null ? [] : [{ place, id }]
  })
  const targets = await together(
    named.map(({ place: { table }, id }) => findRow(reader, table, row.companyNo, id)),
  )
  return named.flatMap(({ place }, n) => (targets[n]?.workspaceId === row.workspaceId ? [] : [place]))
}

/** "Task list and milestone of the same workspace only." */
export async function demandSameWorkspace(reader: Reader, row: PlacedRecord): Promise<void> {
  const faults: Fault[] = (await misplaced(reader, row)).map(({ name, kind }) => ({
    pointer: `/${name}`,
    detail: `"${name}" must name a ${kind} of the same workspace.`,
  }))
  if (faults.length > 0) throw invalid(faults)
}

/** Clears references that have become invalid, for example while the row was in the trash. */
export async function clearMisplaced(
  reader: Reader,
  row: PlacedRecord,
): Promise<{ tasklistId?: null; milestoneId?: null; stageId?: null }> {
  return Object.fromEntries((await misplaced(reader, row)).map(({ name }) => [name, null]))
}
