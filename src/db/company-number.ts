import type { Reader } from './database.ts'

/** The number of the next company: small, because every key begins with it. */
export async function nextCompanyNo(reader: Reader): Promise<number> {
  const last = await reader.query
    .selectFrom('companies')
    .select('companyNo')
    .orderBy('companyNo', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.companyNo ?? 0) + 1
}
