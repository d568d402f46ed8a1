import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { addedColumns } from '../../db/content-rows.ts'
import type { Engine, Reader, SqlValue } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { readNamesOf, type Tagged, tagNames } from '../../db/tag-names.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { IndexRange, Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type FileRow, file } from '../../schema/records/file.ts'
import { commentCounts, commentCountsFor } from '../comments/count.ts'
import { type Found, findInside, findInsideEvenInTrash } from '../workspaces/inside.ts'

/** An expired lock counts as none, even if it is still stored. */
function lockedIs(whole: IndexRange, value: SqlValue): Restriction {
  const key = 't."lockExpiresAt"'
  const now = clock.timestamp()
  if (value !== true) return { condition: sql`(${sql.raw(key)} IS NULL OR ${sql.raw(key)} <= ${now})` }
  const condition = sql`${sql.raw(key)} > ${now}`
  return { condition, indexRanges: [{ ...whole, range: { key, low: [condition], high: [] } }] }
}

/** SQL of what is shown of a file besides its columns. */
const added = (engine: Engine): Record<string, string> => ({
  ...tagNames(engine),
  commentCount: commentCounts('fileId'),
})

export const files = listOf(file, {
  added,
  written: { locked: lockedIs },
})

/** A row, and the names of its tags if they were read with it. */
type Listed = FileRow & Pick<Tagged, 'tagNames'> & { commentCount?: string | null }

export type FoundFile = Found<Listed>

export function findFile(reader: Reader, actor: Actor, id: string): Promise<FoundFile> {
  return findInside(reader, actor, 'files', id, 'file', addedColumns(added(reader.engine)))
}

export function findFileEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<FoundFile> {
  return findInsideEvenInTrash(reader, actor, 'files', id, 'file', addedColumns(added(reader.engine)))
}

/** The current lock, unless it has expired. */
export function lockOf({ lockedBy, lockExpiresAt }: FileRow): { by: string; until: string } | undefined {
  if (lockedBy === null || lockExpiresAt === null || lockExpiresAt <= clock.timestamp()) return undefined
  return { by: lockedBy, until: lockExpiresAt }
}

export async function presentFiles(
  reader: Reader,
  site: Site,
  actor: Actor,
  found: readonly Listed[],
): Promise<Representation[]> {
  const names = await readNamesOf(reader, found)
  const counts = await commentCountsFor(reader, actor, 'fileId', found)
  return found.map((row, n) => {
    const locked = lockOf(row) !== undefined
    // Hide a lock that has expired but is still stored.
    const now = locked || row.lockedBy === null ? row : { ...row, lockedBy: null, lockExpiresAt: null }
    const shown = { ...now, commentCount: counts[n] }
    return present(file, site.publicUrl, row.id, shown, { tags: names[n] ?? [], locked })
  })
}

export async function presentFile(
  reader: Reader,
  site: Site,
  actor: Actor,
  row: Listed,
): Promise<Representation> {
  const [shown] = await presentFiles(reader, site, actor, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
