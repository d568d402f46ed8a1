import { type Engine, inChunks, type Reader, rows } from './database.ts'
import { cachedRows, readCache } from './read-cache.ts'
import { sql } from './sql.ts'

/** How many names per company are cached. */
const mostKept = 10_000

/** A tag as records show it: the one it was merged into, if any. */
interface NamedTag {
  id: string
  tagName: string
}

/**
 * The tags with these ids; deleted tags are left out, and the map may hold other tags too. A merged tag leads to its
 * target in one step, which `retireTag` ensures.
 */
export async function readTagNames(
  reader: Reader,
  companyNo: number,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, NamedTag>> {
  const cache = readCache(reader)
  const key = `tag names ${companyNo}`
  const names = (cache?.get(key) as Map<string, NamedTag> | undefined) ?? new Map<string, NamedTag>()
  const wanted = new Set<string>()
  for (const id of ids) if (!names.has(id)) wanted.add(id)
  for (const some of inChunks([...wanted])) {
    const found = await rows<NamedTag & { asked: string }>(
      reader,
      sql`SELECT g."id" AS "asked", coalesce(m."id", g."id") AS "id", coalesce(m."tagName", g."tagName") AS "tagName"
        FROM "tags" g LEFT JOIN "tags" m ON m."companyNo" = g."companyNo" AND m."id" = g."mergedInto"
        WHERE g."companyNo" = ${companyNo} AND g."id" IN ${sql.list(some)}
        AND (g."deletedAt" IS NULL OR g."mergedInto" IS NOT NULL)`,
    )
    for (const { asked, id, tagName } of found) names.set(asked, { id, tagName })
  }
  if (names.size < mostKept) cache?.set(key, names)
  else cache?.delete(key)
  return names
}

/**
 * SQL of a column with the names of the tags of `t`, in order, where no cache has them. Each name is looked up by its
 * key: the engine would otherwise read all tags for a join.
 */
const namesOfRow = `CASE WHEN t."tagIds" = '[]' THEN '[]' ELSE (SELECT json_agg((
    SELECT coalesce(m."tagName", g."tagName") FROM "tags" g
      LEFT JOIN "tags" m ON m."companyNo" = g."companyNo" AND m."id" = g."mergedInto"
      WHERE g."companyNo" = t."companyNo" AND g."id" = v."id" AND (g."deletedAt" IS NULL OR g."mergedInto" IS NOT NULL)
  ) ORDER BY v."place") FROM json_array_elements_text(t."tagIds"::json) WITH ORDINALITY v("id", "place")) END`

export const tagNames = (engine: Engine): { tagNames?: string } =>
  engine === 'postgres' ? { tagNames: namesOfRow } : {}

/** A row that may have been read with `tagNames`. Neither is there if only other fields are shown. */
export interface Tagged {
  companyNo: number
  tagIds?: string
  /** A deleted tag has no name. */
  tagNames?: readonly (string | null)[] | null | undefined
}

/** The ids of tags whose names are not known yet. */
const unnamedIds = ({ tagIds = '[]', tagNames: names }: Tagged): string[] =>
  tagIds === '[]' || Array.isArray(names) ? [] : (JSON.parse(tagIds) as string[])

/** The names of the tags of each row, without duplicates. */
export async function readNamesOf(reader: Reader, found: readonly Tagged[]): Promise<string[][]> {
  const ids = found.map(unnamedIds)
  const unnamed = ids.flat()
  const [first] = found
  const known =
    first === undefined || unnamed.length === 0
      ? undefined
      : await readTagNames(reader, first.companyNo, unnamed)
  return found.map(({ tagNames: names }, n) => {
    const shown = names ?? ids[n]?.map((id) => known?.get(id)?.tagName ?? null) ?? []
    const present = shown.filter((name) => name !== null)
    return present.length < 2 ? present : [...new Set(present)]
  })
}

/** The ids under which records store the tag with this key: its own, and those of tags being merged into it. */
export async function tagIdsOf(reader: Reader, companyNo: number, key: string): Promise<string[]> {
  const found = await cachedRows<{ id: string; merged: string | null }>(
    reader,
    'tag ids by key',
    sql`SELECT g."id" AS "id", m."id" AS "merged" FROM "tags" g
      LEFT JOIN "tags" m ON m."companyNo" = g."companyNo" AND m."mergedInto" = g."id"
      WHERE g."companyNo" = ${companyNo} AND g."tagNameKey" = ${key} AND g."deletedAt" IS NULL`,
  )
  return [...new Set(found.flatMap(({ id, merged }) => (merged === null ? [id] : [id, merged])))]
}
