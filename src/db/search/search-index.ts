import { leastId } from '../../base/ids.ts'
import { type SearchTerm, wordsOf } from '../../query/words.ts'
import { records } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { inChunks, type SqlValue, type Transaction } from '../database.ts'
import { sql } from '../sql.ts'
import { type SearchedRow, searchedTexts } from './file-texts.ts'

/** The kinds of records that can be found. */
export const searchedRecords = (): readonly Resource[] => records.filter((each) => each.searched.length > 0)

interface Change {
  before: object | undefined
  row: object | undefined
}

/** Rows per statement. */
const atOnce = 100

/**
 * Notes which records have to be indexed again. The search reads these records themselves until `indexBatch` has put
 * them into the index, so it finds every change immediately.
 */
export async function indexForSearch(
  tx: Transaction,
  resource: Resource,
  changes: readonly Change[],
): Promise<void> {
  if (resource.searched.length === 0) return
  const ids: string[] = []
  let companyNo: SqlValue | undefined
  for (const change of changes) {
    const [before, row] = [change.before as SearchedRow | undefined, change.row as SearchedRow | undefined]
    const [was, is] = [isFindable(before), isFindable(row)]
    if (!was && !is) continue
    if (before !== undefined && row !== undefined && !isDifferent(resource, before, row)) continue
    const changed = row ?? before
    companyNo = changed?.['companyNo']
    ids.push(String(changed?.['id']))
  }
  await noteUnindexed(tx, resource.kind, Number(companyNo), ids)
}

/** Records in the trash are not found. */
export const isFindable = (row: SearchedRow | undefined): boolean =>
  row !== undefined && (row['deletedAt'] ?? null) === null

const isDifferent = ({ searched }: Resource, before: SearchedRow, row: SearchedRow): boolean =>
  [...searched, 'workspaceId', 'deletedAt', 'sha256'].some((name) => before[name] !== row[name])

export async function noteUnindexed(
  tx: Transaction,
  kind: string,
  companyNo: number,
  ids: readonly string[],
): Promise<void> {
  for (const some of inChunks(ids, atOnce))
    await tx.send(
      sql`INSERT INTO "unindexed" ("companyNo", "kind", "recordId")
        VALUES ${sql.values(some.map((id) => [companyNo, kind, id]))}`,
    )
}

/** Whether records of this kind belong to a workspace. */
export const isInWorkspace = ({ fields }: Resource): boolean => Object.hasOwn(fields, 'workspaceId')

/** The workspace that decides who may see a record. A workspace is in itself. */
export const workspaceOf = ({ kind }: Resource, row: SearchedRow): string | null =>
  String((kind === 'workspace' ? row['id'] : row['workspaceId']) ?? '') || null

/** Characters; PostgreSQL cannot index longer texts. Only very long texts in non-Latin scripts are cut. */
const mostWords = 1_000_000

/**
 * The words of a record as the index stores them: first whose it is, of which kind and where, then the words of each
 * searched field. Both engines split this text alike: it has only letters, digits and spaces of ASCII.
 */
export function entryWords(resource: Resource, companyNo: number, row: SearchedRow): string {
  const workspaceId = workspaceOf(resource, row)
  const marks = [markOf.company(companyNo), markOf.kind(resource.kind)]
  if (workspaceId !== null) marks.push(markOf.workspace(workspaceId))
  const texts = searchedTexts(resource).map((name) =>
    [...wordsOf(String(row[name] ?? ''))].map(({ word }) => indexedWord(word)).join(' '),
  )
  // A phrase does not continue in the next field.
  return [...marks, ...texts].join(' x ').slice(0, mostWords)
}

/** Where the name begins in the words of a record: the place of the space before its first word, counted from 1. */
export function nameStart(resource: Resource, companyNo: number): number {
  const { kind } = resource
  const isPlaced = kind === 'workspace' || isInWorkspace(resource)
  const marks = [
    markOf.company(companyNo),
    markOf.kind(kind),
    ...(isPlaced ? [markOf.workspace(leastId(0))] : []),
  ]
  return `${marks.join(' x ')} x `.length
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

/** A term as it stands among the words of a name. */
export function writtenAs({ words, isPrefix }: SearchTerm): string {
  return ` ${words.map(indexedWord).join(' ')}${isPrefix ? '' : ' '}`
}
