import { knownName } from '../api/names.ts'
import { records } from '../api/records.ts'
import { recordTexts } from '../texts/records.ts'
import { taskTexts } from '../texts/tasks.ts'
import { clock, dateWords, exactly } from './days.ts'
import { shownStatus } from './file-status.ts'
import { sized } from './sizes.ts'

/** A sentence does not repeat longer texts. */
const longest = 80

/** Whether a field had or has no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The value of a field before or after a change in words; undefined if there is none, or if it takes too many. */
export function changedValue(kind: string, field: string, value: unknown): string | undefined {
  if (value === undefined || isEmpty(value)) return undefined
  if (Array.isArray(value))
    return value.some((each) => typeof each === 'object')
      ? undefined
      : value.map((each) => knownName(String(each)) ?? String(each)).join(', ')
  const { type, unit, refersTo } = records[kind]?.fields[field] ?? {}
  if (field === 'priority') return taskTexts.priorities[Number(value) - 1]
  if (field === 'status') return shownStatus(String(value))
  if (refersTo !== undefined) return knownName(String(value))
  if (type === 'date') return dateWords(String(value))
  if (type === 'date-time') return exactly(String(value))
  if (unit === 'minutes') return clock(Number(value))
  if (unit === 'bytes') return sized(Number(value))
  if (typeof value === 'boolean') return value ? recordTexts.yes : recordTexts.no
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value)
  return text.length > longest ? undefined : text
}
