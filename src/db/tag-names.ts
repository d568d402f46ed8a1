import { inChunks, type Reader, rows } from './database.ts'
import { recall, recalled } from './recall.ts'

/** How many names of a company are kept between requests. */
const mostRecalled = 10_000

/** A tag as records show it: the one that it was merged into, if it was. */
interface NamedTag {
  id: string
  tagName: string
}

/** What these ids stand for; those of deleted tags for nothing. More may be there than was asked for. Chains need no care: `retireTag` shortens them. */
export async function readTagNames(
  reader: Reader,
  companyNo: number,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, NamedTag>> {
  const place = recall(reader)
  const key = `tag names ${companyNo}`
  const names = (place?.get(key) as Map<string, NamedTag> | undefined) ?? new Map<string, NamedTag>()
  const wanted = new Set<string>()
  for (const id of ids) if (!names.has(id)) wanted.add(id)
  for (const some of inChunks([...wanted])) {
    const found = await rows<NamedTag & { asked: string }>(reader, {
      sql: `SELECT g."id" AS "asked", coalesce(m."id", g."id") AS "id", coalesce(m."tagName", g."tagName") AS "tagName"
        FROM "tags" g LEFT JOIN "tags" m ON m."companyNo" = g."companyNo" AND m."id" = g."mergedInto"
        WHERE g."companyNo" = ? AND g."id" IN (${some.map(() => '?').join(', ')})
        AND (g."deletedAt" IS NULL OR g."mergedInto" IS NOT NULL)`,
      values: [companyNo, ...some],
    })
    for (const { asked, id, tagName } of found) names.set(asked, { id, tagName })
  }
  if (names.size < mostRecalled) place?.set(key, names)
  else place?.delete(key)
  return names
}

/** The ids by which records bear the tags of these keys: their own, and those of tags that are being merged into them. */
export async function tagIdsByKey(
  reader: Reader,
  companyNo: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = await recalled<{ key: string; id: string; merged: string | null }>(reader, {
    sql: `SELECT g."tagNameKey" AS "key", g."id" AS "id", m."id" AS "merged" FROM "tags" g
      LEFT JOIN "tags" m ON m."companyNo" = g."companyNo" AND m."mergedInto" = g."id"
      WHERE g."companyNo" = ? AND g."tagNameKey" IN (${keys.map(() => '?').join(', ')}) AND g."deletedAt" IS NULL`,
    values: [companyNo, ...keys],
  })
  const ids = new Map<string, string[]>()
  for (const { key, id, merged } of found)
    ids.set(key, [...(ids.get(key) ?? [id]), ...(merged === null ? [] : [merged])])
  return ids
}
