import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/base/config.ts'
import type { Database } from '../../src/db/database.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import type { BlobStore } from '../../src/file-store/store.ts'

/** The address in the published description; an installation puts its own there. */
const publicUrl = 'http://localhost:8080'

function unasked(): never {
  throw new Error('The methods describe themselves; nothing may ask a database or a file store for that.')
}

/** What the methods say of themselves is known before any request, so nothing is opened here. */
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

/** The description of the API as it is now, without a database, a port or a setting of this machine. */
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
