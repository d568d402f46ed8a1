import { type Attachment, attachedTo } from './attached.ts'
import { type Reader, rows, type Sql } from './database.ts'
import { sql } from './sql.ts'
import { type Tables, trashedTables } from './tables.ts'

/** The rest of the primary key, after `companyNo`, of the attached tables that are not keyed by `id`. */
const keys: Readonly<Partial<Record<keyof Tables, readonly string[]>>> = {
  members: ['workspaceId', 'userId'],
  tagUses: ['workspaceId', 'tagId', 'slot'],
  taskMinutes: ['taskId', 'userHash'],
  taskBlockers: ['taskId', 'blockerId'],
  dueNotices: ['taskId', 'userId', 'dueDate'],
  commentReactions: ['commentId', 'emoji', 'userId'],
  fileVersions: ['fileId', 'id'],
  fileSubscribers: ['fileId', 'userId'],
  taskSubscribers: ['taskId', 'userId'],
  milestoneSubscribers: ['milestoneId', 'userId'],
  workspaceSubscribers: ['workspaceId', 'userId'],
  mutes: ['userId', 'recordId'],
  recents: ['userHash', 'recordId'],
  oneTimeCodes: ['userId'],
  recoveryCodes: ['userId', 'hash'],
  ssoIdentities: ['issuer', 'subject'],
}

export const keyOf = (table: keyof Tables): readonly string[] => keys[table] ?? ['id']

/** The condition for the rows, as `t`, that belong to these parents. */
export function belongingTo(
  { column, foundBy = column }: Attachment,
  companyNo: number,
  ids: readonly string[],
): Sql {
  if (typeof foundBy === 'string')
    return sql`t."companyNo" = ${companyNo} AND t.${sql.id(foundBy)} IN ${sql.list(ids)}`
  const { table, owner, value } = foundBy
  return sql`t."companyNo" = ${companyNo} AND t."id" IN (SELECT v.${sql.id(owner)} FROM ${sql.id(table)} v
    WHERE v."companyNo" = ${companyNo} AND v.${sql.id(value)} IN ${sql.list(ids)})`
}

export const isLiving = sql`t."deletedAt" IS NULL`

/** Conditions that together match every row; indexes hold either what is in the trash or what is not. */
export function statesOf(table: keyof Tables): Sql[] {
  return trashedTables.has(table) ? [isLiving, sql`t."deletedAt" IS NOT NULL`] : [sql`1 = 1`]
}

/** The tables with rows that block purging a record, in the order of the list. */
export async function tablesInTheWay(
  reader: Reader,
  parent: keyof Tables,
  { companyNo, id }: { companyNo: number; id: string },
): Promise<(keyof Tables)[]> {
  const inTheWay: (keyof Tables)[] = []
  for (const entry of attachedTo(parent)) {
    if (entry.purge !== 'refuse' && entry.purge !== 'refuse living') continue
    const belonging = belongingTo(entry, companyNo, [id])
    for (const state of entry.purge === 'refuse' ? statesOf(entry.table) : [isLiving]) {
      const found = await rows(
        reader,
        sql`SELECT 1 AS "one" FROM ${sql.id(entry.table)} t WHERE ${belonging} AND ${state} LIMIT 1`,
      )
      if (found.length === 0) continue
      inTheWay.push(entry.table)
      break
    }
  }
  return inTheWay
}
