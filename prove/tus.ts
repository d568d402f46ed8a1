/** Headers of resumable uploads, by the tus protocol. */
const version = { 'tus-resumable': '1.0.0' }

export const beginning = (name: string, size: number): Record<string, string> => ({
  ...version,
  'upload-length': String(size),
  'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
})

export const continuing = (offset: number): Record<string, string> => ({
  ...version,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})
