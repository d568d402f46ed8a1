import type { Transaction } from '../db/database.ts'
import type { DeferredAssetRow } from '../db/rows/files.ts'
import { deleteLater, releaseContent } from './keep.ts'

type Named = Pick<DeferredAssetRow, 'companyNo' | 'id'>

/** Deletes the rows of an upload's pieces, and marks their content for deletion. */
export async function forgetPieces(tx: Transaction, { companyNo, id }: Named): Promise<void> {
  const gone = await tx.query
    .deleteFrom('uploadPieces')
    .where('companyNo', '=', companyNo)
    .where('assetId', '=', id)
    .returning('blobKey')
    .execute()
  await deleteLater(
    tx,
    gone.map(({ blobKey }) => blobKey),
  )
}

/** Deletes an upload that was cancelled or has expired. */
export async function dropUpload(
  tx: Transaction,
  { companyNo, id, sha256 }: Named & Pick<DeferredAssetRow, 'sha256'>,
): Promise<void> {
  await forgetPieces(tx, { companyNo, id })
  await tx.query
    .deleteFrom('deferredAssets')
    .where('companyNo', '=', companyNo)
    .where('id', '=', id)
    .execute()
  if (sha256 !== null) await releaseContent(tx, companyNo, [sha256])
}
