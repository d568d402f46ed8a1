import { issueToken } from '../../src/auth/access-token.ts'
import { readConfig } from '../../src/base/config.ts'
import { initCompany } from '../../src/company/init-company.ts'
import type { Database } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { demandOwnSecret } from '../../src/db/own-secret.ts'

export interface Seeded {
  companyId: string
  companyNo: number
  adminId: string
  /** The administrator's access token. */
  token: string
}

/** Opens the database of these settings, even while a service is running on it. */
export async function withDatabase<T>(
  settings: Record<string, string>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const config = readConfig(settings)
  await migrate(config.database)
  const db = openDatabase(config, (error) => {
    throw error
  })
  try {
    // As every command that creates a company does; without it, the service would find data without its secret.
    await demandOwnSecret(db, config)
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Creates a company; its name distinguishes it from others in the same database. */
export async function seedCompany(db: Database, name = 'acme'): Promise<Seeded> {
  const given = {
    companyName: name,
    organization: 'workspaceGroups' as const,
    adminEmail: `${name}@example.com`,
    adminName: 'Admin',
    // Nobody signs in with a password here.
    passwordHash: '',
  }
  const { companyId, adminId } = await initCompany(db, given, 'test')
  const { companyNo } = await db.query
    .selectFrom('companies')
    .select('companyNo')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  // Some tests let days pass.
  const year = 365 * 86_400
  const holder = { companyNo, userId: adminId, clientId: null }
  const token = await db.transaction((tx) => issueToken(tx, holder, year))
  return { companyId, companyNo, adminId, token }
}
