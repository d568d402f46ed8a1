import { readConfig } from '../src/base/config.ts'
import { initCompany } from '../src/company/init-company.ts'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPatiently } from '../src/db/open.ts'

/** A new database with one company, which `fill` fills. */
export async function withCompany<T>(
  databaseUrl: string,
  fill: (db: Database, companyNo: number, adminId: string) => Promise<T>,
): Promise<T> {
  const config = readConfig({ ATRIUM_DATABASE_URL: databaseUrl })
  await migrate(config.database)
  const db = openPatiently(config.database)
  try {
    const given = {
      companyName: 'Bench',
      organization: 'workspaceGroups' as const,
      adminEmail: 'bench@example.com',
      adminName: 'Bench',
      passwordHash: '',
    }
    const { adminId } = await initCompany(db, given, 'bench')
    const { companyNo } = await db.query.selectFrom('companies').select('companyNo').executeTakeFirstOrThrow()
    return await fill(db, companyNo, adminId)
  } finally {
    await db.close()
  }
}
