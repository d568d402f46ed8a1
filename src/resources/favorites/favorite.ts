import type { Actor } from '../../base/actor.ts'
import { isId } from '../../base/ids.ts'
import { type Reader, rows } from '../../db/database.ts'
import { existingIds } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type FavoriteRow, favorite } from '../../schema/records/favorite.ts'

export const favorites = listOf(favorite, { below: true, inOrder: true })

export const presentFavorite = (site: Site, row: FavoriteRow, name: string): Representation =>
  present(favorite, site.publicUrl, row.id, row, { name })

/** The first restriction of a list of the caller's favorites: those among `ids`. */
export function ownAmong({ companyNo, userId }: Actor, ids: readonly string[]): Restriction {
  const among = ids.length === 0 ? sql`1 = 0` : sql`t."id" IN ${sql.list(ids)}`
  const where = sql`t."companyNo" = ${companyNo} AND t."userHash" = ${userId} AND ${among}`
  return {
    condition: sql`t."userHash" = ${userId} AND ${among}`,
    indexRanges: [{ from: '"favorites" t', id: 't."id"', where }],
  }
}

export async function ownFavorites(
  reader: Reader,
  { companyNo, userId }: Actor,
): Promise<Pick<FavoriteRow, 'id' | 'kind' | 'recordId'>[]> {
  return rows(
    reader,
    sql`SELECT "id", "kind", "recordId" FROM "favorites"
      WHERE "companyNo" = ${companyNo} AND "userHash" = ${userId}`,
  )
}

/** The caller's favorite of a record, if it is one. */
export async function ownFavorite(
  reader: Reader,
  { companyNo, userId }: Actor,
  recordId: string,
): Promise<FavoriteRow | undefined> {
  if (!isId(recordId)) return undefined
  const [found] = await rows<FavoriteRow>(
    reader,
    sql`SELECT * FROM "favorites"
      WHERE "companyNo" = ${companyNo} AND "userHash" = ${userId} AND "recordId" = ${recordId}`,
  )
  return found
}

export function visibleFavoriteIds(
  reader: Reader,
  { companyNo, userId }: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  return existingIds(reader, 'favorites', companyNo, ids, sql`t."userHash" = ${userId}`)
}
