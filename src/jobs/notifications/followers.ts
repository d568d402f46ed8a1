import { clock } from '../../base/clock.ts'
import type { NumberedChange } from '../../db/change-log/feed.ts'
import { inChunks, rows, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Subject } from './store.ts'

/** The tables of subscribers, by the kind of record. Nobody follows an event. */
const tables: Readonly<Partial<Record<string, string>>> = {
  task: 'taskSubscribers',
  file: 'fileSubscribers',
  milestone: 'milestoneSubscribers',
  workspace: 'workspaceSubscribers',
}

/** Somebody who follows a record from now on, because of a change. */
export interface Joining {
  subject: Subject
  userId: string
  changeId: string
}

/** The people who follow some records or their workspaces, by the id of the record or workspace. */
export async function readFollowers(
  tx: Transaction,
  companyNo: number,
  subjects: readonly Subject[],
): Promise<Map<string, Set<string>>> {
  const followers = new Map<string, Set<string>>()
  const ids = new Map<string, Set<string>>()
  for (const { kind, id, workspaceId } of subjects) {
    ids.set(kind, (ids.get(kind) ?? new Set()).add(id))
    if (workspaceId !== null) ids.set('workspace', (ids.get('workspace') ?? new Set()).add(workspaceId))
  }
  for (const [kind, some] of ids) {
    const table = tables[kind]
    if (table === undefined) continue
    const column = sql.id(`${kind}Id`)
    for (const chunk of inChunks([...some])) {
      const found = await rows<{ recordId: string; userId: string }>(
        tx,
        sql`SELECT ${column} AS "recordId", "userId" FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo}
          AND ${column} IN ${sql.list(chunk)}`,
      )
      for (const { recordId, userId } of found)
        followers.set(recordId, (followers.get(recordId) ?? new Set()).add(userId))
    }
  }
  return followers
}

/** Returns whether a person unfollowed the record after the change that would make them follow it. */
export async function readLeft(
  tx: Transaction,
  companyNo: number,
  joining: readonly Joining[],
): Promise<(joining: Joining) => boolean> {
  const first = joining.reduce((least, { changeId }) => (changeId < least ? changeId : least), '~')
  const left = new Map<string, string>()
  const types = Object.keys(tables).map((kind) => `${kind}.unsubscribed`)
  for (const ids of inChunks([...new Set(joining.map(({ subject }) => subject.id))])) {
    const found = await rows<Pick<NumberedChange, 'id' | 'recordId' | 'previous'>>(
      tx,
      sql`SELECT "id", "recordId", "previous" FROM "changes" WHERE "companyNo" = ${companyNo}
        AND "recordId" IN ${sql.list(ids)} AND "id" > ${first} AND "type" IN ${sql.list(types)} ORDER BY "id"`,
    )
    for (const { id, recordId, previous } of found)
      for (const userId of leaversIn(previous)) left.set(`${recordId} ${userId}`, id)
  }
  return ({ subject, userId, changeId }) => (left.get(`${subject.id} ${userId}`) ?? '') > changeId
}

/** The people whom a change has unsubscribed. */
function leaversIn(previous: string | null): readonly string[] {
  const { subscribers = [] } = JSON.parse(previous ?? '{}') as { subscribers?: string[] }
  return subscribers
}

/** Stores new followers. Those of a kind that nobody follows are left out. */
export async function storeFollowers(
  tx: Transaction,
  companyNo: number,
  joining: readonly Joining[],
): Promise<void> {
  const now = clock.timestamp()
  for (const [kind, some] of Map.groupBy(joining, ({ subject }) => subject.kind)) {
    const table = tables[kind]
    if (table === undefined) continue
    for (const chunk of inChunks(some, 100)) {
      const values = chunk.map(({ subject, userId }) => [companyNo, subject.id, userId, now, now])
      await rows(
        tx,
        sql`INSERT INTO ${sql.id(table)} ("companyNo", ${sql.id(`${kind}Id`)}, "userId", "createdAt", "updatedAt")
          VALUES ${sql.values(values)} ON CONFLICT DO NOTHING`,
      )
    }
  }
}
