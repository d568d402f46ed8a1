import type { TagRow } from '../schema/records/tag.ts'
import { inChunks, rows, type Transaction } from './database.ts'
import { countTags } from './tag-counts.ts'

/** What bears tags: the table by which it is found, and its own, whose `tagIds` hold the same as a JSON list. */
const bearers = [
  { index: 'taskTags', owner: 'taskId', table: 'tasks', counted: 'tasks' },
  { index: 'fileTags', owner: 'fileId', table: 'files', counted: 'files' },
] as const

type Bearer = (typeof bearers)[number]
export type RetiredTag = Pick<TagRow, 'companyNo' | 'id' | 'mergedInto'>

/**
 * A tag is gone at once: deleted, or another one from now on. What was merged into it before follows, so that
 * an id leads to its tag in one step. What bears it is cleared by `clearTag`, piece by piece.
 */
export async function retireTag(
  tx: Transaction,
  { companyNo, id }: Pick<TagRow, 'companyNo' | 'id'>,
  mergedInto: string | null,
  deletedBy: string,
): Promise<RetiredTag> {
  await rows(tx, {
    sql: `UPDATE "tags" SET "mergedInto" = ? WHERE "companyNo" = ? AND "mergedInto" = ?`,
    values: [mergedInto, companyNo, id],
  })
  await rows(tx, {
    sql: `UPDATE "tags" SET "deletedAt" = ?, "deletedBy" = ?, "mergedInto" = ? WHERE "companyNo" = ? AND "id" = ?`,
    values: [new Date().toISOString(), deletedBy, mergedInto, companyNo, id],
  })
  return { companyNo, id, mergedInto }
}

/**
 * Clears so many records of a tag that is gone, and the tag itself once none bears it; undefined when all is
 * done, otherwise the place after which to go on. Nobody can take the tag again, so a walk does not go back:
 * PostgreSQL would step over all that was cleared before. Only one from the start can tell that it is through.
 */
export async function clearTag(
  tx: Transaction,
  tag: RetiredTag,
  most: number,
  after = '',
): Promise<string | undefined> {
  let left = most
  for (const bearer of bearers) {
    const cleared = await clearRecords(tx, tag, bearer, after, left)
    left -= cleared.length
    if (left <= 0) return cleared.at(-1)
  }
  if (after !== '') return ''
  const { companyNo, id } = tag
  const key = '"companyNo", "workspaceId", "tagId", "slot"'
  const uses = await rows(tx, {
    sql: `DELETE FROM "tagUses" WHERE (${key}) IN
      (SELECT ${key} FROM "tagUses" WHERE "companyNo" = ? AND "tagId" = ? LIMIT ?) RETURNING "slot"`,
    values: [companyNo, id, left],
  })
  if (uses.length >= left) return ''
  for (const [table, column] of [
    ['tagTotals', 'tagId'],
    ['tags', 'id'],
  ] as const)
    await rows(tx, {
      sql: `DELETE FROM "${table}" WHERE "companyNo" = ? AND "${column}" = ?`,
      values: [companyNo, id],
    })
  return undefined
}

interface Borne {
  id: string
  workspaceId: string
  tagIds: string
  deletedAt: string | null
  workspaceDeletedAt: string | null
}

async function clearRecords(
  tx: Transaction,
  { companyNo, id: tagId, mergedInto }: RetiredTag,
  bearer: Bearer,
  after: string,
  most: number,
): Promise<string[]> {
  const { index, owner, table, counted } = bearer
  const found = await rows<Borne>(tx, {
    sql: `SELECT t."id", t."workspaceId", t."tagIds", t."deletedAt", w."deletedAt" AS "workspaceDeletedAt"
      FROM "${index}" v CROSS JOIN "${table}" t CROSS JOIN "workspaces" w
      WHERE v."companyNo" = ? AND v."tagId" = ? AND v."${owner}" > ? AND t."companyNo" = v."companyNo" AND t."id" = v."${owner}"
      AND w."companyNo" = t."companyNo" AND w."id" = t."workspaceId" ORDER BY v."${owner}" LIMIT ?`,
    values: [companyNo, tagId, after, most],
  })
  const ids = found.map(({ id }) => id)
  const isBoth = ({ tagIds }: Borne): boolean => mergedInto === null || tagIds.includes(`"${mergedInto}"`)
  await removeTag(tx, companyNo, tagId, bearer, found.filter(isBoth))
  if (mergedInto === null) return ids
  await replaceTag(
    tx,
    companyNo,
    [tagId, mergedInto],
    bearer,
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

/** Ids are letters and digits, so that a list of them can be edited as a text, many rows at a time. */
async function removeTag(
  tx: Transaction,
  companyNo: number,
  tagId: string,
  { index, owner, table }: Bearer,
  found: readonly Borne[],
): Promise<void> {
  for (const some of inChunks(found)) {
    const ids = some.map(({ id }) => id)
    const marks = ids.map(() => '?').join(', ')
    await rows(tx, {
      sql: `UPDATE "${table}" SET "tagIds" = replace(replace(replace("tagIds", ?, ''), ?, ''), ?, '')
        WHERE "companyNo" = ? AND "id" IN (${marks})`,
      values: [`,"${tagId}"`, `"${tagId}",`, `"${tagId}"`, companyNo, ...ids],
    })
    await rows(tx, {
      sql: `DELETE FROM "${index}" WHERE "companyNo" = ? AND "tagId" = ? AND "${owner}" IN (${marks})`,
      values: [companyNo, tagId, ...ids],
    })
  }
}

async function replaceTag(
  tx: Transaction,
  companyNo: number,
  [from, into]: readonly [string, string],
  { index, owner, table }: Bearer,
  found: readonly Borne[],
): Promise<void> {
  for (const some of inChunks(found)) {
    const ids = some.map(({ id }) => id)
    const marks = ids.map(() => '?').join(', ')
    await rows(tx, {
      sql: `UPDATE "${table}" SET "tagIds" = replace("tagIds", ?, ?) WHERE "companyNo" = ? AND "id" IN (${marks})`,
      values: [`"${from}"`, `"${into}"`, companyNo, ...ids],
    })
    await rows(tx, {
      sql: `UPDATE "${index}" SET "tagId" = ? WHERE "companyNo" = ? AND "tagId" = ? AND "${owner}" IN (${marks})`,
      values: [into, companyNo, from, ...ids],
    })
  }
}
