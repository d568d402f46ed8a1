import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import type { DeferredAssetRow } from '../../db/rows/files.ts'
import type { Write } from '../../db/write.ts'
import type { Site } from '../../http/context.ts'
import { integer, moment, optional, readOnly } from '../../schema/fields/fields.ts'
import { fileName } from '../../schema/fields/file-name.ts'
import { name } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { contentFields, type FileRow } from '../../schema/records/file.ts'
import { resource } from '../../schema/resource.ts'

/** "Dropped after 24 hours if nothing claims it." */
export const lifetime = 24 * 3_600_000

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A deferred asset: an upload, in progress or finished, until it becomes a file or a version of one. */
export const upload = resource(
  'upload',
  'An upload, in progress or finished, that is not a file yet. It belongs to its uploader.',
  {
    fileName: readOnly(fileName('The name of the future file.')),
    mimeType: contentFields.mimeType,
    size: contentFields.size,
    received: readOnly(
      integer('How many bytes have arrived.', 0, 1_000_000_000_000, { example: 52_311, unit: 'bytes' }),
    ),
    sha256: readOnly(
      optional(
        name('The hash of its content; null while the upload is in progress.', {
          pattern: /^[0-9a-f]{64}$/,
          example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        }),
      ),
    ),
    expiresAt: moment('When it is deleted, unless it has become a file.'),
  },
  { id: { type: 'string', format: 'uuid', pattern: uuid.source } },
)

export function presentUpload(site: Site, row: DeferredAssetRow): Representation {
  const { createdAt, userId: createdBy } = row
  return present(upload, site.publicUrl, row.id, {
    ...row,
    createdBy,
    updatedAt: createdAt,
    externalId: null,
  })
}

/** Only the uploader can find it; everyone else gets a 404. */
export async function findUpload(reader: Reader, actor: Actor, id: string): Promise<DeferredAssetRow> {
  const row = uuid.test(id)
    ? await reader.query
        .selectFrom('deferredAssets')
        .selectAll()
        .where('companyNo', '=', actor.companyNo)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (row === undefined || row.userId !== actor.userId || row.expiresAt <= clock.timestamp())
    throw problem('not_found', 'There is no such upload.')
  return row
}

/** The content of an upload, which must be finished. */
export function contentOf({
  mimeType,
  size,
  sha256,
  received,
}: DeferredAssetRow): Pick<FileRow, 'mimeType' | 'size' | 'sha256'> {
  if (sha256 === null)
    throw problem('conflict', `The upload is not finished: ${received} of ${size} bytes have arrived.`)
  return { mimeType, size, sha256 }
}

/** An upload that has become a file or a version is used up. */
export async function deleteUpload(tx: Write, { companyNo, id }: DeferredAssetRow): Promise<void> {
  await tx.query
    .deleteFrom('deferredAssets')
    .where('companyNo', '=', companyNo)
    .where('id', '=', id)
    .execute()
}
