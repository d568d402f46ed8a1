import type { Actor } from '../../base/actor.ts'
import { insertRow, newRow } from '../../db/records.ts'
import type { TagRow } from '../../db/rows/tags.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Write } from '../../db/write.ts'
import { foldText } from '../../query/fields.ts'

/** The row of a tag that nobody had before. */
export function newTag(actor: Actor, tagName: string, externalId: string | null): TagRow {
  return {
    ...newRow(actor.companyNo, actor.userId),
    externalId,
    tagName,
    tagNameKey: foldText(tagName),
    mergedInto: null,
    deletedAt: null,
    deletedBy: null,
  }
}

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
    const row = newTag(actor, tagName, null)
    await insertRow(tx, 'tags', row)
    tx.log({ verb: 'created', kind: 'tag', recordId: row.id })
    ids.set(tagNameKey, row.id)
  }
  return [...wanted.keys()].flatMap((key) => ids.get(key) ?? [])
}

/** The same as the JSON list of a record that bears tags already: as it is where it shows these names. */
export async function tagIdsAfter(
  tx: Write,
  actor: Actor,
  before: string,
  names: readonly string[],
): Promise<string> {
  const ids = JSON.stringify(await tagIdsFor(tx, actor, names))
  if (ids === before) return before
  const old = JSON.parse(before) as string[]
  const known = await readTagNames(tx, actor.companyNo, old)
  const shown = new Set(old.flatMap((id) => known.get(id)?.id ?? []))
  return JSON.stringify([...shown]) === ids ? before : ids
}

/** The names that a record with these tags shows: each once. */
export function shownNames(
  ids: readonly string[],
  known: Awaited<ReturnType<typeof readTagNames>>,
): string[] {
  const names = ids.flatMap((id) => known.get(id)?.tagName ?? [])
  return names.length < 2 ? names : [...new Set(names)]
}
