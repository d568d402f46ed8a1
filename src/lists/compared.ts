import { leastId } from '../base/ids.ts'
import type { Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Condition } from '../query/condition.ts'

/** Ids begin with the time of creation, to the millisecond, so a range of time is a range of ids. */
export function boundOfAge({ field, operator, value }: Condition): Condition {
  const moment = Date.parse(String(value))
  const after = operator === '>' || operator === '<='
  return {
    field,
    operator: operator.startsWith('>') ? '>=' : '<',
    value: leastId(after ? moment + 1 : moment),
  }
}

export function compared(left: string, { operator, value }: Pick<Condition, 'operator' | 'value'>): Sql {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return comparedToAny(left, operator, value)
  return sql`${sql.raw(`${left} ${operator}`)} ${value}`
}

/**
 * Fields hold whole numbers. A fraction, or a number with too many digits, becomes the nearest whole number; otherwise
 * PostgreSQL would give it a different type from the column's, and use no index.
 */
function comparedToAny(left: string, operator: Condition['operator'], value: number): Sql {
  if (operator === '=') return sql`1 = 0`
  const isAbove = operator === '>' || operator === '<='
  const whole = isAbove ? Math.floor(value) : Math.ceil(value)
  const most = Number.MAX_SAFE_INTEGER
  return sql`${sql.raw(`${left} ${operator}`)} ${Math.max(-most, Math.min(most, whole))}`
}
