import type { Reader } from './database.ts'

/** The small number of the next company: it begins every key. */
export async function nextCompanyNo(reader: Reader): Promise<number> {
  const last = await reader.query
    .selectFrom('companies')
    .select('companyNo')
    .orderBy('companyNo', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.companyNo ?? 0) + 1
}
