import { clock } from '../base/clock.ts'
import { type NumberedChange, readNumbered } from '../db/change-log/feed.ts'
import type { Reader } from '../db/database.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import { type Viewer, type VisibleIds, visibleChanges } from './visible.ts'

/** Which changes a reader has selected. */
export interface Selection {
  /** Names of types, or `kind.*`; undefined: all. */
  types?: ReadonlySet<string> | undefined
  /** Changes in this workspace, or moves out of it. */
  workspaceId?: string | undefined
  recordId?: string | undefined
  /** Leaves out the changes that this user or API client made. */
  exceptBy?: { userId: string; clientId: string | undefined } | undefined
}

function isSelected(selection: Selection, change: NumberedChange): boolean {
  const { types, workspaceId, recordId, exceptBy } = selection
  if (types !== undefined && !types.has(change.type) && !types.has(`${change.kind}.*`)) return false
  if (recordId !== undefined && change.recordId !== recordId) return false
  if (
    workspaceId !== undefined &&
    change.workspaceId !== workspaceId &&
    change.otherWorkspaceId !== workspaceId
  )
    return false
  return (
    exceptBy === undefined ||
    change.userId !== exceptBy.userId ||
    change.clientId !== (exceptBy.clientId ?? null)
  )
}

export interface ChangePage {
  changes: NumberedChange[]
  /** All changes up to this number were looked at. */
  last: number
  /** Whether there may be more after `last`. */
  more: boolean
}

/** A page looks at this many changes at most, or for this many milliseconds. */
const most = { changes: 5_000, milliseconds: 30 }
const atOnce = 500

/** The changes after a number that a viewer may see and has selected, oldest first. */
export async function readChanges(
  reader: Reader,
  viewer: Viewer,
  selection: Selection,
  after: number,
  limit: number,
  visibleIds: VisibleIds,
): Promise<ChangePage> {
  const end = clock.ticks() + most.milliseconds
  const changes: NumberedChange[] = []
  let last = after
  for (let looked = 0; ; await yieldNow()) {
    const size = looked === 0 ? Math.min(Math.max(limit, 50), atOnce) : atOnce
    // One more, to know whether there is one.
    const [found, isEnd] = cutAt(size, await readNumbered(reader, viewer.caller.companyNo, last, size + 1))
    const visible = await selectVisible(reader, viewer, selection, found, visibleIds)
    const taken = visible.slice(0, limit - changes.length)
    changes.push(...taken)
    const isCut = taken.length < visible.length
    last = (isCut ? taken.at(-1) : found.at(-1))?.seq ?? last
    looked += found.length
    const isFull = isCut || changes.length >= limit
    if (isFull || isEnd || looked >= most.changes || clock.ticks() > end)
      return { changes, last, more: isCut || !isEnd }
  }
}

function cutAt<T>(size: number, found: readonly T[]): [readonly T[], boolean] {
  return found.length > size ? [found.slice(0, size), false] : [found, true]
}

/** The changes, among some, that a viewer may see and has selected. */
export async function selectVisible(
  reader: Reader,
  viewer: Viewer,
  selection: Selection,
  changes: readonly NumberedChange[],
  visibleIds: VisibleIds,
): Promise<NumberedChange[]> {
  const selected = changes.filter((change) => isSelected(selection, change))
  const visible = await visibleChanges(reader, viewer, selected, visibleIds)
  // Once more: a workspace may be hidden now.
  return visible.filter((change) => isSelected(selection, change))
}
