import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../base/actor.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Write } from '../../db/write.ts'
import { foldText } from '../../query/fields.ts'
import { tag } from '../../schema/records/tag.ts'

/** "A tag is stored once and referred to": turns names into ids and creates missing tags. */
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
  const ids = await tagIdsFor(tx, actor, names)
  const old = JSON.parse(before) as string[]
  if (isDeepStrictEqual(ids, old)) return old
  const known = await readTagNames(tx, actor.companyNo, old)
  const shown = new Set(old.flatMap((id) => known.get(id)?.id ?? []))
  return isDeepStrictEqual([...shown], ids) ? old : ids
}

/** The ids of a record's tags; none if they were not read. */
export function tagIdsOf({ tagIds }: { tagIds?: string }): string[] {
  return tagIds === undefined || tagIds === '[]' ? [] : (JSON.parse(tagIds) as string[])
}

/** The names of these tags without duplicates. */
export function shownNames(
  ids: readonly string[],
  known: Awaited<ReturnType<typeof readTagNames>>,
): string[] {
  const names = ids.flatMap((id) => known.get(id)?.tagName ?? [])
  return names.length < 2 ? names : [...new Set(names)]
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
