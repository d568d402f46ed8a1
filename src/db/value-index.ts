import type { Resource, ValueIndex } from '../schema/resource.ts'
import { inChunks, type SqlValue, type Transaction } from './database.ts'
import { indexForSearch } from './search/search-index.ts'
import { sql } from './sql.ts'
import { countTags, type TagCountChange, tagChanges } from './tag-counts.ts'

type Row = Readonly<Record<string, SqlValue>>

/** A row before a change (undefined: it was just created) and after it (undefined: it is being purged). */
interface IndexChange {
  before: object | undefined
  row: object | undefined
}

interface Entry {
  companyNo: number
  value: string
  owner: string
}

/**
 * Keeps the tables that find records by value, and the tag counts, in sync with the rows. `insert` and `update` call
 * it; code that changes rows in bulk must call it too.
 */
export async function indexRecords(
  tx: Transaction,
  resource: Resource,
  changes: readonly IndexChange[],
): Promise<void> {
  for (const [{ table, owner, value }, fields] of indexesOf(resource)) {
    const removed: Entry[] = []
    const added: Entry[] = []
    for (const change of changes) {
      const [before, row] = [change.before as Row | undefined, change.row as Row | undefined]
      const old = before === undefined ? [] : valuesOf(before, fields)
      const now = row === undefined ? [] : valuesOf(row, fields)
      if (before !== undefined) removed.push(...missing(old, now).map((each) => entryOf(before, each)))
      if (row !== undefined) added.push(...missing(now, old).map((each) => entryOf(row, each)))
    }
    if (removed.length > 0) await removeEntries(tx, { table, owner, value }, removed)
    if (added.length > 0) await addEntries(tx, { table, owner, value }, added)
  }
  await countChangedTags(tx, resource, changes)
  await indexForSearch(tx, resource, changes)
}

const grouped = new WeakMap<Resource, readonly [ValueIndex, string[]][]>()

function indexesOf(resource: Resource): readonly [ValueIndex, string[]][] {
  const known = grouped.get(resource) ?? groupIndexes(resource)
  grouped.set(resource, known)
  return known
}

/** Fields that share a table are indexed together. */
function groupIndexes({ indexes }: Resource): [ValueIndex, string[]][] {
  const tables = Map.groupBy(Object.entries(indexes), ([, { table }]) => table)
  return [...tables.values()].flatMap((entries) => {
    const [first] = entries
    return first === undefined ? [] : [[first[1], entries.map(([name]) => name)]]
  })
}

/** Each value once; lists are stored as JSON text. */
function valuesOf(row: Row, fields: readonly string[]): string[] {
  const all = fields.flatMap((name) => {
    const stored = row[name]
    if (typeof stored !== 'string') return []
    return stored.startsWith('[') ? (JSON.parse(stored) as string[]) : [stored]
  })
  return all.length < 2 ? all : [...new Set(all)]
}

function missing(values: readonly string[], others: readonly string[]): readonly string[] {
  return others.length === 0 ? values : values.filter((value) => !others.includes(value))
}

const entryOf = ({ companyNo, id }: Row, value: string): Entry => ({
  companyNo: Number(companyNo),
  value,
  owner: String(id),
})

const entriesAtOnce = 100

async function removeEntries(
  tx: Transaction,
  { table, owner, value: column }: ValueIndex,
  all: readonly Entry[],
): Promise<void> {
  for (const [value, entries] of Map.groupBy(all, (entry) => entry.value))
    for (const some of inChunks(entries, entriesAtOnce))
      await tx.send(
        sql`DELETE FROM ${sql.id(table)} WHERE "companyNo" = ${some[0]?.companyNo ?? null}
          AND ${sql.id(column)} = ${value} AND ${sql.id(owner)} IN ${sql.list(some.map((entry) => entry.owner))}`,
      )
}

async function addEntries(
  tx: Transaction,
  { table, owner, value: column }: ValueIndex,
  all: readonly Entry[],
): Promise<void> {
  for (const some of inChunks(all, entriesAtOnce))
    await tx.send(
      sql`INSERT INTO ${sql.id(table)} ("companyNo", ${sql.id(column)}, ${sql.id(owner)})
        VALUES ${sql.values(some.map((entry) => [entry.companyNo, entry.value, entry.owner]))}`,
    )
}

/** The tables of records that can have tags. */
const taggedTables: ReadonlySet<string> = new Set(['tasks', 'files'])

async function countChangedTags(
  tx: Transaction,
  { table, indexes }: Resource,
  changes: readonly IndexChange[],
): Promise<void> {
  if (indexes['tagIds'] === undefined || !taggedTables.has(table ?? '')) return
  const kind = table as 'tasks' | 'files'
  const counts = changes.flatMap(({ before, row }) =>
    tagCountsBetween(kind, before as Row | undefined, row as Row | undefined),
  )
  const companyNo = (changes[0]?.row as Row | undefined)?.['companyNo']
  if (counts.length > 0) await countTags(tx, Number(companyNo), counts)
}

function tagCountsBetween(
  kind: 'tasks' | 'files',
  before: Row | undefined,
  row: Row | undefined,
): TagCountChange[] {
  // A purged record has not been counted since it or its workspace went to the trash.
  if (row === undefined) return []
  const [old, now] = [before === undefined ? [] : countedTags(before), countedTags(row)]
  const workspaceId = String(row['workspaceId'])
  const from = before === undefined ? workspaceId : String(before['workspaceId'])
  return from === workspaceId
    ? tagChanges(kind, workspaceId, old, now)
    : [...tagChanges(kind, from, old, []), ...tagChanges(kind, workspaceId, [], now)]
}

/** Records in the trash do not count. */
const countedTags = (row: Row): string[] => (row['deletedAt'] === null ? valuesOf(row, ['tagIds']) : [])
