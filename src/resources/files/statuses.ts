import { isDeepStrictEqual } from 'node:util'
import type { Role } from '../../auth/permissions.ts'
import { invalid, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import type { CompanyRow } from '../../db/rows/people.ts'
import { type Field, field } from '../../schema/fields/fields.ts'
import { names } from '../../schema/fields/reference.ts'
import { type JsonSchema, orNull } from '../../schema/json-schema.ts'

/** Contract section 9: unless a company sets its own list. */
export const usualStatuses = [
  'Draft',
  'Pending Approval',
  'Approved',
  'Final [READONLY]',
  'Cancelled',
] as const

/** The company's own list; null is the usual one, and so is an empty list. */
export function statusList(sentence: string): Field<string[], 'write'> {
  const given = names(sentence, {
    fallback: [...usualStatuses],
    max: 50,
    length: 100,
    example: [...usualStatuses],
  })
  return {
    ...given,
    parse(value, complain, about) {
      const list = given.parse(value, complain, about)
      if (value !== null && list.length === 0)
        complain('must have at least one status; null is the usual list.')
      return list.length === 0 ? [...usualStatuses] : list
    },
  }
}

export function storedStatuses(list: readonly string[]): string | null {
  return isDeepStrictEqual(list, [...usualStatuses]) ? null : JSON.stringify(list)
}

/** What the operator allows, and what is used of it. */
export function companyLimits(): Field<object, 'write'> {
  const bytes = (description: string): JsonSchema => ({
    type: 'integer',
    minimum: 0,
    description,
    'x-unit': 'bytes',
  })
  return field<object>(
    'What the company may store, as the operator has set it, and what it does.',
    {
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['fileBytes', 'storageBytes', 'usedBytes'],
        properties: {
          fileBytes: bytes('The largest content of one file.'),
          storageBytes: orNull(bytes('All contents together; null where there is no limit.')),
          usedBytes: bytes('What all contents have together now, each counted once.'),
        },
      },
      filterType: undefined,
      example: { fileBytes: 5_368_709_120, storageBytes: 107_374_182_400, usedBytes: 1_048_576 },
      parse: () => ({}),
    },
    {},
  )
}

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

/** "A name ending in `[READONLY]`." */
export function isReadOnlyStatus(status: string): boolean {
  return status.endsWith('[READONLY]')
}

/** "Makes the file read-only to all but workspace admins." */
export function demandNotReadOnly({ status }: { status: string }, role: Role): void {
  if (isReadOnlyStatus(status) && role !== 'Admin')
    throw problem(
      'read_only',
      `The status "${status}" makes the file read-only to all but Admins of the workspace.`,
    )
}

export async function demandStatus(reader: Reader, companyNo: number, status: string): Promise<void> {
  const known = await readStatuses(reader, companyNo)
  if (!known.includes(status))
    throw invalid([{ pointer: '/status', detail: `"status" must be one of ${known.join(', ')}.` }])
}
