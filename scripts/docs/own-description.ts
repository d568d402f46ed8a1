import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/base/config.ts'
import type { Database } from '../../src/db/database.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import type { BlobStore } from '../../src/file-store/store.ts'

/** The address in the published description; an installation uses its own. */
const publicUrl = 'http://localhost:8080'

function unasked(): never {
  throw new Error('Describing the API must not use a database or a file store.')
}

/** Nothing is opened: the declarations are known before any request. */
const noDatabase: Database = {
  engine: 'sqlite',
  shared: false,
  get query(): never {
    return unasked()
  },
  run: unasked,
  transaction: unasked,
  load: unasked,
  snapshot: unasked,
  ping: unasked,
  close: async () => undefined,
}

const noBlobs: BlobStore = {
  put: unasked,
  copy: unasked,
  confirm: unasked,
  unconfirmed: unasked,
  open: unasked,
  read: unasked,
  size: unasked,
  remove: unasked,
  list: unasked,
  ping: unasked,
  close: async () => undefined,
}

/** The current description of the API, without a database, a port or settings. */
export async function ownDescription(): Promise<OpenApiDocument> {
  const config = readConfig({ ATRIUM_PUBLIC_URL: publicUrl, ATRIUM_LOG_LEVEL: 'silent' })
  const { server, description } = buildApp({
    config,
    db: noDatabase,
    blobs: noBlobs,
    secret: new Uint8Array(32),
  })
  await server.close()
  return description
}
