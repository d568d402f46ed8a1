import { problem } from '../base/errors.ts'
import { type Attachment, attachedTo } from '../db/attached.ts'
import { belongingTo, isLiving } from '../db/attached-rows.ts'
import { changeMany } from '../db/change-many.ts'
import { inChunks, rows, type Sql, type SqlValue } from '../db/database.ts'
import { demandFreeExternalId } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import type { Tables } from '../db/tables.ts'
import { countWorkspaceTags } from '../db/tag-counts.ts'
import type { ChangeDetails } from '../db/write.ts'
import type { Act, AttachedRow, Special, Verb } from './attached-special.ts'
import { attachedFiles } from './files/attached-files.ts'
import { attachedTimes } from './times/attached-times.ts'

const specials: Readonly<Record<string, Special<AttachedRow>>> = {
  files: attachedFiles,
  times: attachedTimes,
}

const plain = (table: string): Special<AttachedRow> => ({
  most: 10_000,
  tooMany: () => `More than 10,000 ${table} would go with it. Move or delete some of them first.`,
  demand: () => undefined,
})

/** How many records are read at a time. */
const batch = 500

/** Which attached records to change, and how. */
interface Step {
  verb: Verb
  /** How many records of each table have been changed so far. */
  counts: Map<string, number>
  which: Sql
  set: Record<string, SqlValue>
  change: (row: AttachedRow) => { verb: 'deleted' | 'restored' | 'updated' } & Omit<ChangeDetails, 'recordId'>
}

/** Moves attached records to the trash with their parents, with the same `deletedAt`. */
export function trashAttached(
  act: Act,
  parent: keyof Tables,
  ids: readonly string[],
  state: { deletedAt: string; deletedBy: string },
): Promise<void> {
  return walk(act, parent, ids, {
    verb: 'trash',
    counts: new Map(),
    which: isLiving,
    set: state,
    change: ({ workspaceId }) => ({ verb: 'deleted', workspaceId }),
  })
}

/** Restores the attached records that went to the trash with their parents: those with the same `deletedAt`. */
export function restoreAttached(
  act: Act,
  parent: keyof Tables,
  ids: readonly string[],
  deletedAt: string,
): Promise<void> {
  return walk(act, parent, ids, {
    verb: 'restore',
    counts: new Map(),
    which: sql`t."deletedAt" IS NOT NULL AND t."deletedAt" = ${deletedAt}`,
    set: { deletedAt: null, deletedBy: null },
    change: ({ workspaceId }) => ({ verb: 'restored', workspaceId }),
  })
}

/** Moves attached records to another workspace with their parents. Records in the trash stay where they are. */
export function moveAttached(
  act: Act,
  parent: keyof Tables,
  ids: readonly string[],
  workspaceId: string,
): Promise<void> {
  return walk(act, parent, ids, {
    verb: 'move',
    counts: new Map(),
    which: sql`${isLiving} AND t."workspaceId" <> ${workspaceId}`,
    set: { workspaceId },
    change: (row) => ({
      ...{ verb: 'updated' as const, workspaceId, otherWorkspaceId: row.workspaceId },
      fields: ['workspaceId'],
      previous: { workspaceId: row.workspaceId },
    }),
  })
}

async function walk(act: Act, parent: keyof Tables, ids: readonly string[], step: Step): Promise<void> {
  const { tx, actor } = act
  for (const entry of attachedTo(parent)) {
    const rule = entry[step.verb]
    if (rule === 'count')
      for (const id of ids) await countWorkspaceTags(tx, actor.companyNo, id, step.verb === 'trash' ? -1 : 1)
    // `ids` already contains the whole tree of parents.
    if (rule === 'together' && entry.table !== parent) await takeAlong(act, entry, ids, step)
  }
}

/** Changes the records attached to these parents, and the records attached to those. */
async function takeAlong(act: Act, entry: Attachment, ids: readonly string[], step: Step): Promise<void> {
  const { tx } = act
  const { table, kind } = entry
  // The change log has no entries for these rows, so they need not be read.
  if (kind === undefined) return changeUnread(act, entry, ids, step)
  const special = specials[table] ?? plain(table)
  const set = { ...step.set, ...(step.verb === 'trash' && special.whenTrashed) }
  for await (const found of batchesOf(act, entry, ids, step.which)) {
    const count = (step.counts.get(table) ?? 0) + found.length
    step.counts.set(table, count)
    if (count > special.most) throw problem('conflict', special.tooMany(step.verb))
    for (const row of found) {
      if (step.verb === 'restore') await demandFreeExternalId(tx, { kind, table }, row, row.externalId)
      await special.demand(step.verb, act, row)
    }
    await changeMany(tx, table, found, set)
    for (const row of found)
      tx.log({ kind, recordId: row.id, internalOnly: row.internalOnly ?? false, ...step.change(row) })
    await walk(
      act,
      table,
      found.map(({ id }) => id),
      step,
    )
  }
}

async function changeUnread(
  { tx, actor }: Act,
  entry: Attachment,
  ids: readonly string[],
  { which, set }: Step,
): Promise<void> {
  const assignments = Object.entries(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  for (const chunk of inChunks(ids))
    await tx.send(
      sql`UPDATE ${sql.id(entry.table)} AS t SET ${sql.join(assignments)}
        WHERE ${belongingTo(entry, actor.companyNo, chunk)} AND ${which}`,
    )
}

/** The caller changes each batch before it requests the next, so the same query finds only the rest. */
async function* batchesOf(
  { tx, actor }: Act,
  entry: Attachment,
  ids: readonly string[],
  which: Sql,
): AsyncGenerator<AttachedRow[]> {
  for (const chunk of inChunks(ids)) {
    const belonging = belongingTo(entry, actor.companyNo, chunk)
    for (let found: AttachedRow[] | undefined; found === undefined || found.length === batch; ) {
      found = await rows<AttachedRow>(
        tx,
        sql`SELECT t.* FROM ${sql.id(entry.table)} t WHERE ${belonging} AND ${which} LIMIT ${batch}`,
      )
      if (found.length > 0) yield found
    }
  }
}
