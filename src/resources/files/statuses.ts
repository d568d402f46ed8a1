import type { Role } from '../../auth/permissions.ts'
import { invalid, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { type CompanyRow, usualStatuses } from '../../schema/records/company.ts'

export function statusesOf({ fileStatuses }: Pick<CompanyRow, 'fileStatuses'>): string[] {
  return fileStatuses === null ? [...usualStatuses] : (JSON.parse(fileStatuses) as string[])
}

export async function readStatuses(reader: Reader, companyNo: number): Promise<string[]> {
  const row = await reader.query
    .selectFrom('companies')
    .select('fileStatuses')
    .where('companyNo', '=', companyNo)
    .executeTakeFirstOrThrow()
  return statusesOf(row)
}

const mark = '[READONLY]'

/** "A name ending in `[READONLY]`." */
export function isReadOnlyStatus(status: string): boolean {
  return status.endsWith(mark)
}

/** "Makes the file read-only to all but workspace admins." */
export function demandNotReadOnly({ status }: { status: string }, role: Role): void {
  if (isReadOnlyStatus(status) && role !== 'Admin')
    throw problem(
      'read_only',
      `The status "${status.slice(0, -mark.length).trimEnd()}" makes the file read-only to all but Admins of the workspace.`,
    )
}

export async function demandStatus(reader: Reader, companyNo: number, status: string): Promise<void> {
  const known = await readStatuses(reader, companyNo)
  if (!known.includes(status))
    throw invalid([{ pointer: '/status', detail: `"status" must be one of ${known.join(', ')}.` }])
}
