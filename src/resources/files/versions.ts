import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import type { Write } from '../../db/write.ts'
import { wantPreview } from '../../file-store/keep.ts'
import { listOf } from '../../lists/list.ts'
import { type FileRow, type FileVersionRow, file, fileVersion } from '../../schema/records/file.ts'
import type { FileLocation } from './places.ts'

export const fileVersions = listOf(fileVersion, {
  below: true,
})

export async function findVersion(
  reader: Reader,
  { companyNo, id }: Pick<FileRow, 'companyNo' | 'id'>,
  version: number,
): Promise<FileVersionRow> {
  const row = Number.isSafeInteger(version)
    ? await reader.query
        .selectFrom('fileVersions')
        .selectAll()
        .where('companyNo', '=', companyNo)
        .where('fileId', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
    : undefined
  if (row === undefined) throw problem('not_found', 'There is no such version.')
  return row
}

/** Parses the version number in a path: digits without leading zeros. */
export function versionNumber(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
}

type NewFile = FileLocation &
  Pick<FileRow, 'fileName' | 'status' | 'size' | 'mimeType' | 'sha256'> & {
    description?: string | null
    tagIds: string[]
  }

/** Stores a file with its first version. */
export async function insertFile(tx: Write, actor: Actor, values: NewFile): Promise<FileRow> {
  const { size, mimeType, sha256 } = values
  const content = { version: 1, size, mimeType, sha256 }
  const row = await tx.insert(file, { ...values, ...content })
  await tx.insert(fileVersion, { fileId: row.id, ...content })
  await wantPreview(tx, actor, content)
  tx.log({ verb: 'created', kind: 'file', recordId: row.id, workspaceId: row.workspaceId })
  return row
}

/** Adds a version to a file and makes it the current one. */
export async function addVersion(
  tx: Write,
  actor: Actor,
  before: FileRow,
  content: Pick<FileRow, 'size' | 'mimeType' | 'sha256'>,
): Promise<FileRow> {
  const version = before.version + 1
  const { row, fields, previous } = await tx.update(file, before, { ...content, version })
  await tx.insert(fileVersion, { createdBy: actor.userId, fileId: before.id, version, ...content })
  await wantPreview(tx, actor, content)
  tx.log({ verb: 'updated', kind: 'file', recordId: row.id, workspaceId: row.workspaceId, fields, previous })
  return row
}
