import type { Reader } from '../db/database.ts'

/** Whether anything was set up here yet. */
export async function hasCompany(reader: Reader): Promise<boolean> {
  const company = await reader.query.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  return company !== undefined
}
