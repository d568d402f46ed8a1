import type { Actor } from '../base/actor.ts'
import { stamp } from '../base/ids.ts'
import type { Resource, RowOf } from '../schema/resource.ts'
import type { Database, Transaction } from './database.ts'
import {
  buildRow,
  insertRecords,
  insertRows,
  type NewRecord,
  type RecordChanges,
  type Updated,
  updateRecord,
} from './records.ts'

/** The author of a change. The command line has no user. */
export type Author = Pick<Actor, 'companyNo' | 'clientId' | 'requestId'> & {
  userId: string | null
  /** The address the request came from; stored with sign-in events. */
  address?: string
}

export interface Change {
  /** What happened: `created`, `updated`, `deleted`… */
  verb: string
  kind: string
  recordId: string
  workspaceId?: string | null
  /** For a move: the previous workspace, so that its members are notified too. */
  otherWorkspaceId?: string | null
  fields?: readonly string[]
}

/** A transaction with a change log: log entries and changes are committed together. */
export interface Write extends Transaction {
  log(change: Change): void
  /** Stores a new record, created by the author unless `values` say otherwise, and indexes it. */
  insert<R extends Resource>(resource: R, values: NewRecord<R>): Promise<RowOf<R>>
  /** Stores the values that differ from the row, and returns the changed fields with their previous values. */
  update<R extends Resource>(resource: R, before: RowOf<R>, changes: RecordChanges<R>): Promise<Updated<R>>
}

/** Every write of the service goes through here. See `Database.transaction` for what `work` may do. */
export function write<T>(db: Database, author: Author, work: (tx: Write) => Promise<T>): Promise<T> {
  return db.transaction((tx) => logged(tx, author, work))
}

/** The same for loading a whole company; see `Database.load`. */
export function writeLoad<T>(db: Database, author: Author, work: (tx: Write) => Promise<T>): Promise<T> {
  return db.load((tx) => logged(tx, author, work))
}

async function logged<T>(tx: Transaction, author: Author, work: (tx: Write) => Promise<T>): Promise<T> {
  const changes: Change[] = []
  const result = await work({
    ...tx,
    log: (change) => changes.push(change),
    insert: async (resource, values) => {
      const row = buildRow(author, resource, values)
      await insertRecords(tx, resource, [row])
      return row
    },
    update: (resource, before, given) => updateRecord(tx, resource, before, given),
  })
  await append(tx, author, changes)
  return result
}

async function append(tx: Transaction, author: Author, changes: readonly Change[]): Promise<void> {
  // Entries with the same timestamp keep the order in which they happened.
  const stamps = changes.map(() => stamp()).sort((one, other) => (one.id < other.id ? -1 : 1))
  const entries = changes.map((change, n) => {
    const { id, at: createdAt } = stamps[n] ?? stamp()
    return {
      companyNo: author.companyNo,
      id,
      seq: null,
      createdAt,
      type: `${change.kind}.${change.verb}`,
      kind: change.kind,
      recordId: change.recordId,
      workspaceId: change.workspaceId ?? null,
      otherWorkspaceId: change.otherWorkspaceId ?? null,
      userId: author.userId,
      clientId: author.clientId ?? null,
      requestId: author.requestId,
      address: author.address ?? null,
      fields: JSON.stringify(change.fields ?? []),
    }
  })
  await insertRows(tx, 'changes', entries)
}
