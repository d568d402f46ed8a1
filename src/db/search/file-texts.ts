import type { Resource } from '../../schema/resource.ts'
import type { Sql, SqlValue, Transaction } from '../database.ts'
import type { TextKind } from '../rows/files.ts'
import { sql } from '../sql.ts'

/** A record with the texts that are searched. */
export type SearchedRow = Readonly<Record<string, SqlValue | undefined>>

const kindByType: Readonly<Record<string, TextKind>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'office',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'office',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'office',
}

const kindByEnding: Readonly<Record<string, TextKind>> = {
  pdf: 'pdf',
  htm: 'html',
  html: 'html',
  docx: 'office',
  pptx: 'office',
  xlsx: 'office',
  csv: 'plain',
  markdown: 'plain',
  md: 'plain',
  txt: 'plain',
}

/** By its media type, or else by the end of its name. Undefined if its text is not read. */
function textKindOf(mimeType: string, fileName: string): TextKind | undefined {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return kindByType[type] ?? kindByEnding[ending] ?? (type.startsWith('text/') ? 'plain' : undefined)
}

/** The texts of a record that are searched: fields, and the text inside a file. */
export const searchedTexts = ({ kind, searched }: Resource): readonly string[] =>
  kind === 'file' ? [...searched, 'content'] : searched

/** SQL of the searched texts that are not columns of the record `t`, each after a comma. */
export const addedTexts = ({ kind }: Resource): Sql =>
  kind === 'file'
    ? sql`, (SELECT x."content" FROM "fileTexts" x
        WHERE x."companyNo" = t."companyNo" AND x."sha256" = t."sha256") AS "content"`
    : sql``

/** Requests the text inside these files, unless it is already stored. A job reads it and has the files indexed again. */
export async function wantTexts(tx: Transaction, files: readonly SearchedRow[]): Promise<void> {
  const wanted = files.flatMap(({ companyNo, sha256, mimeType, fileName, content }) => {
    const kind = textKindOf(String(mimeType), String(fileName))
    if ((content ?? null) !== null || kind === undefined) return []
    return [[Number(companyNo), String(sha256), kind, 'wanted']]
  })
  if (wanted.length > 0)
    await tx.send(
      sql`INSERT INTO "fileTexts" ("companyNo", "sha256", "kind", "state") VALUES ${sql.values(wanted)}
        ON CONFLICT DO NOTHING`,
    )
}
