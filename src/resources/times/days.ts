import type { Restriction } from '../../lists/plans.ts'
import type { Condition } from '../../query/condition.ts'
import { throughKey } from '../workspaces/by-key.ts'

export const dateKey = { date: 't."date"' }

/** Limits restrictions by workspace to the filtered dates, which are adjacent in the index. */
export const throughDays = (parts: readonly Restriction[], filter: readonly Condition[]): Restriction[] =>
  throughKey(parts, filter, { field: 'date', key: dateKey.date })
