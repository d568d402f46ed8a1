/** The columns in which rows refer to content, by key, size and hash, and what it belongs to. */
export const naming = [
  { table: 'blobs', columns: ['blobKey', 'size', 'sha256'], owner: 'sha256', is: 'content' },
  {
    table: 'blobs',
    columns: ['previewKey', 'previewSize', 'previewSha256'],
    owner: 'sha256',
    is: 'preview',
  },
  { table: 'uploadPieces', columns: ['blobKey', 'size', 'sha256'], owner: 'assetId', is: 'piece' },
] as const
