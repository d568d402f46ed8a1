import type { Actor } from '../actor.ts'
import { inChunks, type Reader, rows } from '../db/database.ts'
import { insertRow, newRow } from '../db/records.ts'
import type { TagRow } from '../db/rows/tags.ts'
import type { Write } from '../db/write.ts'
import { foldText } from '../query/fields.ts'

/** "A tag is stored once and referred to": turns names into ids, making the tags that do not exist yet. */
export async function tagIdsFor(tx: Write, actor: Actor, names: readonly string[]): Promise<string[]> {
  const wanted = new Map(names.map((name) => [foldText(name), name]))
  if (wanted.size === 0) return []
  const known = await tx.query
    .selectFrom('tags')
    .select(['id', 'tagNameKey'])
    .where('companyNo', '=', actor.companyNo)
    .where('tagNameKey', 'in', [...wanted.keys()])
    .where('deletedAt', 'is', null)
    .execute()
  const ids = new Map(known.map(({ id, tagNameKey }) => [tagNameKey, id]))
  for (const [tagNameKey, tagName] of wanted) {
    if (ids.has(tagNameKey)) continue
    const row: TagRow = {
      ...newRow(actor.companyNo, actor.userId),
      externalId: null,
      tagName,
      tagNameKey,
      mergedInto: null,
      deletedAt: null,
      deletedBy: null,
    }
    await insertRow(tx, 'tags', row)
    tx.log({ verb: 'created', kind: 'tag', recordId: row.id })
    ids.set(tagNameKey, row.id)
  }
  return [...wanted.keys()].flatMap((key) => ids.get(key) ?? [])
}

/** The names of tags by their ids. */
export async function readTagNames(
  reader: Reader,
  companyNo: number,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const names = new Map<string, string>()
  for (const ids of inChunks(wanted)) {
    const found = await rows<{ id: string; tagName: string }>(reader, {
      sql: `SELECT "id", "tagName" FROM "tags" WHERE "companyNo" = ? AND "id" IN (${ids.map(() => '?').join(', ')})`,
      values: [companyNo, ...ids],
    })
    for (const { id, tagName } of found) names.set(id, tagName)
  }
  return names
}
