import { Readable } from 'node:stream'
import { confirmContent } from '../../src/file-store/confirm.ts'
import { newBlobKey } from '../../src/file-store/keys.ts'
import type { World } from './world.ts'

/** Gives a file a preview without rendering one, which would take a separate process. */
export async function givePreview({ db, blobs }: World, fileId: string): Promise<void> {
  const { companyNo, sha256 } = await db.query
    .selectFrom('files')
    .select(['companyNo', 'sha256'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const previewKey = newBlobKey(companyNo)
  const stored = await blobs.put(previewKey, Readable.from([Buffer.from('a small picture')]))
  await db.transaction((tx) =>
    tx.query
      .updateTable('blobs')
      .set({ previewState: 'made', previewKey, previewSize: stored.size, previewSha256: stored.sha256 })
      .where('companyNo', '=', companyNo)
      .where('sha256', '=', sha256)
      .execute(),
  )
  await confirmContent(db, blobs, previewKey)
}
