import type { Actor } from '../../base/actor.ts'
import type { Reader, SqlValue } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { IndexRange, Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type FileRow, file } from '../../schema/records/file.ts'
import { shownNames, tagIdsOf } from '../tags/names.ts'
import { type Found, findInside, findInsideEvenInTrash, visibleInside } from '../workspaces/inside.ts'

/** An expired lock counts as none, even if it is still stored. */
function lockedIs(whole: IndexRange, value: SqlValue): Restriction {
  const key = 't."lockExpiresAt"'
  const now = new Date().toISOString()
  if (value !== true) return { condition: sql`(${sql.raw(key)} IS NULL OR ${sql.raw(key)} <= ${now})` }
  const condition = sql`${sql.raw(key)} > ${now}`
  return { condition, indexRanges: [{ ...whole, range: { key, low: [condition], high: [] } }] }
}

export const files = listOf(file, {
  written: { locked: lockedIs },
})

export function visibleFileIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  return visibleInside(reader, actor, 'files', files, ids)
}

export type FoundFile = Found<FileRow>

export function findFile(reader: Reader, actor: Actor, id: string): Promise<FoundFile> {
  return findInside(reader, actor, 'files', id, 'file')
}

export function findFileEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<FoundFile> {
  return findInsideEvenInTrash(reader, actor, 'files', id, 'file')
}

/** The current lock, unless it has expired. */
export function lockOf({ lockedBy, lockExpiresAt }: FileRow): { by: string; until: string } | undefined {
  if (lockedBy === null || lockExpiresAt === null || lockExpiresAt <= new Date().toISOString())
    return undefined
  return { by: lockedBy, until: lockExpiresAt }
}

export async function presentFiles(
  reader: Reader,
  site: Site,
  found: readonly FileRow[],
): Promise<Representation[]> {
  const [first] = found
  if (first === undefined) return []
  const tagIds = found.map(tagIdsOf)
  const names = await readTagNames(reader, first.companyNo, tagIds.flat())
  return found.map((row, n) => {
    const locked = lockOf(row) !== undefined
    // Hide a lock that has expired but is still stored.
    const now = locked || row.lockedBy === null ? row : { ...row, lockedBy: null, lockExpiresAt: null }
    return present(file, site.publicUrl, row.id, now, { tags: shownNames(tagIds[n] ?? [], names), locked })
  })
}

export async function presentFile(reader: Reader, site: Site, row: FileRow): Promise<Representation> {
  const [shown] = await presentFiles(reader, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
