import type { Reader } from '../db/database.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { CommandRefused } from './command.ts'

/** The company with this id or name. */
export async function findCompany(db: Reader, name: string): Promise<CompanyRow> {
  const found = await db.query
    .selectFrom('companies')
    .selectAll()
    .where((where) => where.or([where('id', '=', name), where('companyName', '=', name)]))
    .execute()
  const [company, ...more] = found
  if (company === undefined) {
    const all = await db.query.selectFrom('companies').select('companyName').limit(20).execute()
    throw new CommandRefused(
      `There is no company "${name}". ${all.length === 0 ? 'There are no companies yet.' : `Known companies: ${all.map(({ companyName }) => companyName).join(', ')}`}`,
    )
  }
  if (more.length > 0)
    throw new CommandRefused(
      `Several companies are called "${name}". Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return company
}
