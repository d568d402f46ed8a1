import type { Database } from '../db/database.ts'

/** The numbers of all companies that are not deleted. */
export async function activeCompanies(db: Database): Promise<number[]> {
  const found = await db.query
    .selectFrom('companies')
    .select('companyNo')
    .where('deletedAt', 'is', null)
    .execute()
  return found.map(({ companyNo }) => companyNo)
}

/** Works for each company. One that fails does not stop the others; the first error is thrown at the end. */
export async function eachCompany(
  companies: readonly number[],
  work: (companyNo: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const companyNo of companies) await work(companyNo).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
