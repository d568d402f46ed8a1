import type { Operation } from '../../src/http/operation.ts'

/** The requests of methods that take content, or only headers. */
const known: Readonly<Record<string, { body?: Buffer; headers: Record<string, string> }>> = {
  'POST /v1/files/upload': {
    body: Buffer.from('content'),
    headers: { 'content-disposition': 'attachment; filename="New.txt"', 'content-type': 'text/plain' },
  },
  'PUT /v1/files/{fileId}/content': {
    body: Buffer.from('other content'),
    headers: { 'content-type': 'text/plain' },
  },
  'POST /v1/files/uploads': {
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '3',
      'upload-metadata': `filename ${Buffer.from('New.txt').toString('base64')}`,
    },
  },
  'PATCH /v1/files/uploads/{uuid}': {
    body: Buffer.from('abc'),
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  },
}

export function contentRequest({ method, path }: Pick<Operation, 'method' | 'path'>): {
  body?: Buffer
  headers: Record<string, string>
} {
  return known[`${method} ${path}`] ?? { headers: {} }
}
