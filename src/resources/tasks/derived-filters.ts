import type { Sql } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { DerivedFilter } from '../../lists/declared.ts'
import type { IndexRange, Restriction } from '../../lists/plans.ts'
import { closedStatuses, openStatuses } from '../../schema/records/task.ts'

/** SQL of whether the task `t`, or another alias, is open. */
const isOpen = (alias = 't'): Sql => sql.raw(`${alias}."status" NOT IN ('${closedStatuses.join("', '")}')`)

/** The tasks with one of these statuses: an index range for each. */
function withStatus(whole: IndexRange, statuses: readonly string[] = []): Restriction {
  return {
    condition: sql`t."status" IN ${sql.list(statuses)}`,
    indexRanges: statuses.map((status) => ({
      ...whole,
      where: sql`${whole.where} AND t."status" = ${status}`,
    })),
  }
}

const dueKey = 't."dueDateKey"'

function overdueIs(whole: IndexRange, value: boolean, { today }: { today: string }): Restriction {
  const isDue = sql`${sql.raw(dueKey)} < ${today}`
  if (!value) return { condition: sql`NOT (${isDue} AND ${isOpen()})`, likely: true }
  return {
    condition: sql`${isDue} AND ${isOpen()}`,
    indexRanges: [
      {
        ...whole,
        where: sql`${whole.where} AND ${isOpen()}`,
        range: { key: dueKey, low: [], high: [isDue] },
      },
    ],
  }
}

/** SQL of whether an open task blocks `t`. */
const isBlocked = sql`(SELECT 1 FROM "taskBlockers" b CROSS JOIN "tasks" o WHERE b."companyNo" = t."companyNo"
  AND b."taskId" = t."id" AND o."companyNo" = b."companyNo" AND o."id" = b."blockerId" AND o."deletedAt" IS NULL
  AND ${isOpen('o')} LIMIT 1) IS NOT NULL`

/** Tasks in the trash and closed ones block nothing. */
function blockedIs(_whole: IndexRange, value: boolean, { companyNo }: { companyNo: number }): Restriction {
  if (!value) return { condition: sql`NOT (${isBlocked})`, likely: true }
  // Each task once, at the first of its blockers.
  const isFirst = sql`NOT EXISTS (SELECT 1 FROM "taskBlockers" f WHERE f."companyNo" = l."companyNo"
    AND f."taskId" = l."taskId" AND f."blockerId" < l."blockerId")`
  return {
    condition: isBlocked,
    indexRanges: [
      {
        from: '"taskBlockers" l CROSS JOIN "tasks" t',
        id: 'l."taskId"',
        rowId: 't."id"',
        where: sql`l."companyNo" = ${companyNo} AND ${isFirst} AND t."companyNo" = l."companyNo"
          AND t."id" = l."taskId" AND t."deletedAt" IS NULL AND ${isBlocked}`,
      },
    ],
  }
}

function topLevelIs(whole: IndexRange, value: boolean): Restriction {
  const parent = 't."parentTaskId"'
  if (value) return { condition: sql.raw(`${parent} IS NULL`), likely: true }
  const condition = sql.raw(`${parent} IS NOT NULL`)
  return {
    condition,
    indexRanges: [
      { ...whole, where: sql`${whole.where} AND ${condition}`, range: { key: parent, low: [], high: [] } },
    ],
  }
}

/** Filters that views need and that no field stores. */
export const derivedFilters: Readonly<Record<string, DerivedFilter>> = {
  open: {
    note: 'whether its status is neither Completed nor Cancelled',
    restriction: (whole, value) => withStatus(whole, value ? openStatuses : closedStatuses),
  },
  overdue: {
    note: 'whether it is open and was due before today, in your time zone',
    isDaily: true,
    restriction: overdueIs,
  },
  unassigned: {
    note: 'whether nobody is assigned to it',
    restriction: (_whole, value) => ({
      condition: sql.raw(`t."assignees" ${value ? '=' : '<>'} '[]'`),
      likely: !value,
    }),
  },
  topLevel: {
    note: 'whether it is no subtask',
    restriction: topLevelIs,
  },
  blocked: { note: 'whether an open task blocks it', restriction: blockedIs },
}
