import { wordsOf } from '../../query/words.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { inChunks, type Reader, rows, type SqlValue, type Transaction } from '../database.ts'
import { sql } from '../sql.ts'

type Row = Readonly<Record<string, SqlValue | undefined>>

interface Change {
  before: object | undefined
  row: object | undefined
}

/** Entries per statement. */
const atOnce = 100

/** Keeps the search index in step with changed records. Records in the trash have no entry. */
export async function indexForSearch(
  tx: Transaction,
  resource: Resource,
  changes: readonly Change[],
): Promise<void> {
  if (resource.searched.length === 0) return
  const removed: Row[] = []
  const added: Row[] = []
  for (const change of changes) {
    const [before, row] = [change.before as Row | undefined, change.row as Row | undefined]
    if (before !== undefined && row !== undefined && !isDifferent(resource, before, row)) continue
    if (before !== undefined) removed.push(before)
    if (row !== undefined && !isInTrash(row)) added.push(row)
  }
  const companyNo = Number((removed[0] ?? added[0])?.['companyNo'])
  await removeEntries(
    tx,
    companyNo,
    removed.map(({ id }) => String(id)),
  )
  await addEntries(tx, resource, companyNo, await completed(tx, resource, companyNo, added))
}

const isInTrash = ({ deletedAt = null }: Row): boolean => deletedAt !== null

const isDifferent = ({ searched }: Resource, before: Row, row: Row): boolean =>
  [...searched, 'workspaceId', 'deletedAt'].some((name) => before[name] !== row[name])

/** Bulk changes know only the columns that they set. */
async function completed(
  reader: Reader,
  resource: Resource,
  companyNo: number,
  found: readonly Row[],
): Promise<readonly Row[]> {
  const partial = found.filter((row) => resource.searched.some((name) => row[name] === undefined))
  if (partial.length === 0) return found
  const whole = new Map<string, Row>()
  for (const some of inChunks(partial, atOnce)) {
    const ids = some.map(({ id }) => String(id))
    const read = await rows<Row>(
      reader,
      sql`SELECT * FROM ${sql.id(tableOf(resource))} WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`,
    )
    for (const row of read) whole.set(String(row['id']), row)
  }
  return found.map((row) => whole.get(String(row['id'])) ?? row)
}

export async function removeEntries(
  tx: Transaction,
  companyNo: number,
  ids: readonly string[],
): Promise<void> {
  for (const some of inChunks(ids, atOnce))
    await rows(
      tx,
      sql`DELETE FROM "searchEntries" WHERE "companyNo" = ${companyNo} AND "recordId" IN ${sql.list(some)}`,
    )
}

export async function addEntries(
  tx: Transaction,
  resource: Resource,
  companyNo: number,
  all: readonly Row[],
): Promise<void> {
  for (const some of inChunks(all, atOnce)) {
    const entries = some.map((row) => [
      companyNo,
      String(row['id']),
      resource.kind,
      placeOf(resource, row),
      entryWords(resource, companyNo, row),
    ])
    await rows(
      tx,
      sql`INSERT INTO "searchEntries" ("companyNo", "recordId", "kind", "workspaceId", "words")
        VALUES ${sql.values(entries)}`,
    )
  }
}

/** A workspace is in itself. */
const placeOf = ({ kind }: Resource, row: Row): string | null =>
  String((kind === 'workspace' ? row['id'] : row['workspaceId']) ?? '') || null

/**
 * The words of a record as the index stores them: first whose it is, of which kind and where, then the words of each
 * searched field. Both engines split this text alike: it has only letters, digits and spaces of ASCII.
 */
export function entryWords(resource: Resource, companyNo: number, row: Row): string {
  const workspaceId = placeOf(resource, row)
  const marks = [markOf.company(companyNo), markOf.kind(resource.kind)]
  if (workspaceId !== null) marks.push(markOf.workspace(workspaceId))
  const texts = resource.searched.map((name) =>
    [...wordsOf(String(row[name] ?? ''))].map(({ word }) => indexedWord(word)).join(' '),
  )
  // A phrase does not continue in the next field.
  return [...marks, ...texts].join(' x ')
}

/** Words that no text has. Two ids that differ only in case share one: queries check the column too. */
export const markOf = {
  company: (companyNo: number): string => `c${companyNo}`,
  kind: (kind: string): string => `k${kind.toLowerCase()}`,
  workspace: (id: string): string => `w${id.toLowerCase()}`,
}

/** The word in ASCII, so that the beginning of a word is the beginning of its form here. */
export function indexedWord(word: string): string {
  let text = 't'
  for (const letter of word)
    text += /[a-pr-z0-9]/.test(letter)
      ? letter
      : letter === 'q'
        ? 'qq'
        : `q${(letter.codePointAt(0) ?? 0).toString(36).padStart(4, '0')}`
  return text
}
