import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../base/actor.ts'
import { together } from '../../base/together.ts'
import { rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Write } from '../../db/write.ts'
import { foldText } from '../../query/fields.ts'
import { type TagRow, tag } from '../../schema/records/tag.ts'

/** "A tag is stored once and referred to": turns names into ids and creates missing tags. */
export async function tagIdsFor(tx: Write, actor: Actor, names: readonly string[]): Promise<string[]> {
  const wanted = new Map(names.map((name) => [foldText(name), name]))
  if (wanted.size === 0) return []
  const known = await rows<Pick<TagRow, 'id' | 'tagNameKey'>>(
    tx,
    sql`SELECT "id", "tagNameKey" FROM "tags" WHERE "companyNo" = ${actor.companyNo}
      AND "tagNameKey" IN ${sql.list([...wanted.keys()])} AND "deletedAt" IS NULL`,
  )
  const ids = new Map(known.map(({ id, tagNameKey }) => [tagNameKey, id]))
  for (const [tagNameKey, tagName] of wanted) {
    if (ids.has(tagNameKey)) continue
    const row = await tx.insert(tag, { tagName })
    tx.log({ verb: 'created', kind: 'tag', recordId: row.id })
    ids.set(tagNameKey, row.id)
  }
  return [...wanted.keys()].flatMap((key) => ids.get(key) ?? [])
}

/** Like `tagIdsFor`, for a record that has tags already. Returns its stored ids if they have these names. */
export async function tagIdsAfter(
  tx: Write,
  actor: Actor,
  before: string,
  names: readonly string[],
): Promise<string[]> {
  const old = JSON.parse(before) as string[]
  const [ids, known] = await together([tagIdsFor(tx, actor, names), readTagNames(tx, actor.companyNo, old)])
  if (isDeepStrictEqual(ids, old)) return old
  const shown = new Set(old.flatMap((id) => known.get(id)?.id ?? []))
  return isDeepStrictEqual([...shown], ids) ? old : ids
}

/** Previous values with the names of tags instead of their ids. */
export async function withTagNames(
  tx: Write,
  { companyNo }: Actor,
  previous: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { tags } = previous
  if (!Array.isArray(tags)) return previous
  const known = await readTagNames(tx, companyNo, tags)
  return { ...previous, tags: tags.flatMap((id) => known.get(id)?.tagName ?? []) }
}
