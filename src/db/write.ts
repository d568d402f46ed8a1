import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { stamp } from '../base/ids.ts'
import type { Resource, RowOf } from '../schema/resource.ts'
import { insertChanges } from './change-log/feed.ts'
import { encodePrevious } from './change-log/previous-values.ts'
import type { ChangeKind, VerbOf } from './change-log/types.ts'
import type { Database, Transaction } from './database.ts'
import {
  buildRow,
  insertRecords,
  type NewRecord,
  type RecordChanges,
  type Updated,
  updateRecord,
} from './records.ts'
import { sql } from './sql.ts'

/** The author of a change. The command line has no user. */
export type Author = Pick<Actor, 'companyNo' | 'clientId' | 'requestId'> & {
  userId: string | null
  /** The address the request came from; stored with sign-in events. */
  address?: string
}

/** A kind of record, and what happened to it. */
type KindAndVerb = { [K in ChangeKind]: { kind: K; verb: VerbOf<K> } }[ChangeKind]

export type Change = KindAndVerb & ChangeDetails

export interface ChangeDetails {
  recordId: string
  workspaceId?: string | null
  /** For a move: the previous workspace, so that its members are notified too. */
  otherWorkspaceId?: string | null
  fields?: readonly string[]
  /** Whether it is about something that is hidden from external people. */
  internalOnly?: boolean
  /** The values of those fields before the change, as far as readers may see them. */
  previous?: Readonly<Record<string, unknown>>
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
  return announced(db, author, (log) =>
    db.transaction(async (tx) => {
      const result = await logged(tx, author, log, work)
      if (db.replica !== undefined && author.userId !== null)
        await noteWrite(tx, author.companyNo, author.userId)
      return result
    }),
  )
}

/** A replica serves this person once it has replayed the transaction. */
async function noteWrite(tx: Transaction, companyNo: number, userId: string): Promise<void> {
  const createdAt = clock.timestamp()
  await tx.send(
    sql`INSERT INTO "callerWrites" ("companyNo", "userId", "createdAt") VALUES (${companyNo}, ${userId}, ${createdAt})`,
  )
}

/** The same for loading a whole company; see `Database.load`. */
export function writeLoad<T>(db: Database, author: Author, work: (tx: Write) => Promise<T>): Promise<T> {
  return announced(db, author, (log) => db.load((tx) => logged(tx, author, log, work)))
}

type Listener = (companyNo: number) => void

const listeners = new WeakMap<Database, Set<Listener>>()

/** Calls `listener` with the company of each write of this process that logged changes, once it is durable. */
export function onLogged(db: Database, listener: Listener): () => void {
  const all = listeners.get(db) ?? new Set()
  listeners.set(db, all.add(listener))
  return () => void all.delete(listener)
}

interface Log {
  isEmpty: boolean
}

async function announced<T>(db: Database, author: Author, run: (log: Log) => Promise<T>): Promise<T> {
  const log = { isEmpty: true }
  const result = await run(log)
  if (!log.isEmpty) for (const listener of listeners.get(db) ?? []) listener(author.companyNo)
  return result
}

async function logged<T>(
  tx: Transaction,
  author: Author,
  log: Log,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
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
  // The last attempt counts.
  log.isEmpty = changes.length === 0
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
      internalOnly: change.internalOnly || null,
      fields: JSON.stringify(change.fields ?? []),
      previous: encodePrevious(change.previous, change.fields),
    }
  })
  await insertChanges(tx, entries)
}
