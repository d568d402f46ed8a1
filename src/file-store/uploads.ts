import type { Transaction } from '../db/database.ts'
import type { DeferredAssetRow } from '../db/rows/files.ts'
import { doom, releaseContent } from './keep.ts'

type Named = Pick<DeferredAssetRow, 'companyNo' | 'id'>

/** The rows of an upload's pieces go, and their contents after them. */
export async function forgetPieces(tx: Transaction, { companyNo, id }: Named): Promise<void> {
  const gone = await tx.query
    .deleteFrom('uploadPieces')
    .where('companyNo', '=', companyNo)
    .where('assetId', '=', id)
    .returning('blobKey')
    .execute()
  await doom(
    tx,
    gone.map(({ blobKey }) => blobKey),
  )
}

/** An upload that nobody wants, or wanted in time. */
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
