import { clock } from '../base/clock.ts'
import type { TagRow } from '../schema/records/tag.ts'
import { inChunks, rows, type Transaction } from './database.ts'
import { noteUnindexed } from './search/search-index.ts'
import { sql } from './sql.ts'
import { countTags } from './tag-counts.ts'

/**
 * Records that have tags: the table that finds them by tag, and their own table, where `tagIds` is the same as a JSON
 * list.
 */
const taggedTables = [
  { index: 'taskTags', owner: 'taskId', table: 'tasks', counted: 'tasks' },
  { index: 'fileTags', owner: 'fileId', table: 'files', counted: 'files' },
] as const

type TaggedTable = (typeof taggedTables)[number]
export type RetiredTag = Pick<TagRow, 'companyNo' | 'id' | 'mergedInto'>

/**
 * Deletes a tag or merges it into another, with immediate effect. Tags merged into it before follow, so that an id leads
 * to its tag in one step. `clearTag` then updates the records that have it, in batches.
 */
export async function retireTag(
  tx: Transaction,
  { companyNo, id }: Pick<TagRow, 'companyNo' | 'id'>,
  mergedInto: string | null,
  deletedBy: string,
): Promise<RetiredTag> {
  await tx.query
    .updateTable('tags')
    .set({ mergedInto })
    .where('companyNo', '=', companyNo)
    .where('mergedInto', '=', id)
    .execute()
  await noteUnindexed(tx, 'tag', companyNo, [id])
  await tx.query
    .updateTable('tags')
    .set({ deletedAt: clock.timestamp(), deletedBy, mergedInto })
    .where('companyNo', '=', companyNo)
    .where('id', '=', id)
    .execute()
  return { companyNo, id, mergedInto }
}

/**
 * Removes a retired tag from up to `most` records, and deletes its row once no record has it. Returns undefined when
 * done, otherwise the id to continue after. Nobody can assign the tag any more, so each batch continues where the last
 * one ended; if it started over, PostgreSQL would step over every cleared row again. Only a pass from the start proves
 * that nothing is left.
 */
export async function clearTag(
  tx: Transaction,
  tag: RetiredTag,
  most: number,
  after = '',
): Promise<string | undefined> {
  let left = most
  for (const tagged of taggedTables) {
    const cleared = await clearRecords(tx, tag, tagged, after, left)
    left -= cleared.length
    if (left <= 0) return cleared.at(-1)
  }
  if (after !== '') return ''
  const { companyNo, id } = tag
  const key = sql.ids(['companyNo', 'workspaceId', 'tagId', 'slot'])
  const uses = await rows(
    tx,
    sql`DELETE FROM "tagUses" WHERE (${key}) IN
      (SELECT ${key} FROM "tagUses" WHERE "companyNo" = ${companyNo} AND "tagId" = ${id} LIMIT ${left}) RETURNING "slot"`,
  )
  if (uses.length >= left) return ''
  await tx.query.deleteFrom('tagTotals').where('companyNo', '=', companyNo).where('tagId', '=', id).execute()
  await tx.query.deleteFrom('tags').where('companyNo', '=', companyNo).where('id', '=', id).execute()
  return undefined
}

interface Tagged {
  id: string
  workspaceId: string
  tagIds: string
  deletedAt: string | null
  workspaceDeletedAt: string | null
}

async function clearRecords(
  tx: Transaction,
  { companyNo, id: tagId, mergedInto }: RetiredTag,
  tagged: TaggedTable,
  after: string,
  most: number,
): Promise<string[]> {
  const { index, owner, table, counted } = tagged
  const found = await rows<Tagged>(
    tx,
    sql`SELECT t."id", t."workspaceId", t."tagIds", t."deletedAt", w."deletedAt" AS "workspaceDeletedAt"
      FROM ${sql.id(index)} v CROSS JOIN ${sql.id(table)} t CROSS JOIN "workspaces" w
      WHERE v."companyNo" = ${companyNo} AND v."tagId" = ${tagId} AND v.${sql.id(owner)} > ${after}
      AND t."companyNo" = v."companyNo" AND t."id" = v.${sql.id(owner)}
      AND w."companyNo" = t."companyNo" AND w."id" = t."workspaceId" ORDER BY v.${sql.id(owner)} LIMIT ${most}`,
  )
  const ids = found.map(({ id }) => id)
  const isBoth = ({ tagIds }: Tagged): boolean => mergedInto === null || tagIds.includes(`"${mergedInto}"`)
  await removeTag(tx, companyNo, tagId, tagged, found.filter(isBoth))
  if (mergedInto === null) return ids
  await replaceTag(
    tx,
    companyNo,
    [tagId, mergedInto],
    tagged,
    found.filter((row) => !isBoth(row)),
  )
  await countTags(
    tx,
    companyNo,
    found
      .filter(({ deletedAt }) => deletedAt === null)
      .flatMap((row) => {
        const place = { workspaceId: row.workspaceId, workspaceInTrash: row.workspaceDeletedAt !== null }
        const moved = isBoth(row) ? [] : [{ ...place, tagId: mergedInto, [counted]: 1 }]
        return [{ ...place, tagId, [counted]: -1 }, ...moved]
      }),
  )
  return ids
}

/** Ids are letters and digits, so a JSON list of them can be edited as text, many rows per statement. */
async function removeTag(
  tx: Transaction,
  companyNo: number,
  tagId: string,
  { index, owner, table }: TaggedTable,
  found: readonly Tagged[],
): Promise<void> {
  const quoted = `"${tagId}"`
  for (const some of inChunks(found)) {
    const ids = some.map(({ id }) => id)
    await rows(
      tx,
      sql`UPDATE ${sql.id(table)}
        SET "tagIds" = replace(replace(replace("tagIds", ${`,${quoted}`}, ''), ${`${quoted},`}, ''), ${quoted}, '')
        WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`,
    )
    await rows(
      tx,
      sql`DELETE FROM ${sql.id(index)} WHERE "companyNo" = ${companyNo} AND "tagId" = ${tagId}
        AND ${sql.id(owner)} IN ${sql.list(ids)}`,
    )
  }
}

async function replaceTag(
  tx: Transaction,
  companyNo: number,
  [from, into]: readonly [string, string],
  { index, owner, table }: TaggedTable,
  found: readonly Tagged[],
): Promise<void> {
  for (const some of inChunks(found)) {
    const ids = some.map(({ id }) => id)
    await rows(
      tx,
      sql`UPDATE ${sql.id(table)} SET "tagIds" = replace("tagIds", ${`"${from}"`}, ${`"${into}"`})
        WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`,
    )
    await rows(
      tx,
      sql`UPDATE ${sql.id(index)} SET "tagId" = ${into} WHERE "companyNo" = ${companyNo} AND "tagId" = ${from}
        AND ${sql.id(owner)} IN ${sql.list(ids)}`,
    )
  }
}
