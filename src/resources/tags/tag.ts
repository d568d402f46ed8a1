import { demand, maySeeDirectory } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds, findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { readTagCounts } from '../../db/tag-counts.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TagRow, tag } from '../../schema/records/tag.ts'
import { usedInMyWorkspaces } from './visible-tags.ts'

const declared = {
  sort: ['tagName'],
  sortIndexes: ['tagName', 'updatedAt'],
  filterIndexes: ['externalId'],
} as const

export const tags = listOf(tag, { ...declared, filter: ['tagName'] })

/** The same records as in the list; "on the search path the filter field is called `tags`". */
export const foundTags = listOf(tag, {
  ...declared,
  filter: [],
  search: { name: 'tags', column: 't."tagNameKey"' },
})

export async function presentTags(
  reader: Reader,
  actor: Actor,
  site: Site,
  found: readonly TagRow[],
): Promise<Representation[]> {
  const counted = maySeeDirectory(actor)
  const ids = found.map(({ id }) => id)
  const counts = counted ? await readTagCounts(reader, actor.companyNo, ids) : undefined
  return found.map((row) => {
    const none = counted ? 0 : null
    return present(tag, site.publicUrl, row.id, {
      ...row,
      ...(counts?.get(row.id) ?? { taskCount: none, fileCount: none }),
    })
  })
}

export async function presentTag(
  reader: Reader,
  actor: Actor,
  site: Site,
  row: TagRow,
): Promise<Representation> {
  const [shown] = await presentTags(reader, actor, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}

export function visibleTagIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const visible = maySeeDirectory(actor) ? sql`1 = 1` : usedInMyWorkspaces(actor)
  return existingIds(reader, 'tags', actor.companyNo, ids, sql`t."deletedAt" IS NULL AND (${visible})`)
}

export async function findTag(reader: Reader, actor: Actor, id: string): Promise<TagRow> {
  const row = await findRow(reader, 'tags', actor.companyNo, id)
  if (row === undefined || row.deletedAt !== null) throw problem('not_found', 'There is no such tag.')
  const visible = maySeeDirectory(actor) || (await visibleTagIds(reader, actor, [id])).has(id)
  demand(visible, 'External people see the tags that are used in their workspaces.')
  return row
}
