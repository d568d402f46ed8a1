import { type Credential, newKeyPair } from '../src/auth/client-keys.ts'
import { readConfig } from '../src/base/config.ts'
import { write } from '../src/db/write.ts'
import { makeClient } from '../src/resources/clients/make.ts'
import { type Seeded, seedCompany, withDatabase } from '../test/support/seed.ts'
import type { Place } from './proof.ts'
import type { Settings } from './service.ts'

/** A new database, content in the proof's folder, and no rate limits. */
export async function settingsFor({ folder, newDatabase }: Place, more: Settings = {}): Promise<Settings> {
  return {
    ATRIUM_DATABASE_URL: await newDatabase(),
    ATRIUM_DATA: folder,
    ATRIUM_PUBLIC_URL: 'http://localhost',
    ATRIUM_LOG_LEVEL: 'fatal',
    ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    ATRIUM_RATE_TOKENS_PER_MINUTE: '0',
    ATRIUM_UNCLAIMED_UPLOADS: '1000000',
    ATRIUM_UNCLAIMED_BYTES: '999999999999999',
    ...more,
  }
}

export interface Company extends Seeded {
  /** The credential of a client that acts as the administrator. */
  credential: Credential
}

/** Creates a company with an administrator and a client in the database of these settings. */
export function foundCompany(settings: Settings, name?: string): Promise<Company> {
  return withDatabase({ ...settings }, async (db) => {
    const seeded = await seedCompany(db, name)
    const { companyNo, adminId } = seeded
    const author = { companyNo, userId: null, clientId: undefined, requestId: 'proof' }
    const given = {
      companyNo,
      createdBy: null,
      name: 'Proof',
      actAs: adminId,
      compatibility: false,
      externalId: null,
    }
    const pair = await newKeyPair()
    const { credential } = await write(db, author, (tx) =>
      makeClient(tx, given, pair, readConfig({ ...settings })),
    )
    return { ...seeded, credential }
  })
}
