import type { Database, Engine } from '../../db/database.ts'
import type { Api } from '../../http/api.ts'
import type { SummedSql } from '../../lists/sums.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { openStatuses } from '../../schema/records/task.ts'
import {
  ofTags,
  type Summary,
  several,
  single,
  summarize,
  summaryQuery,
  summarySchema,
  weekOfDay,
  weekOfMoment,
} from '../summaries.ts'
import { summedSpentMinutes } from '../times/spent.ts'
import { tasks } from './task.ts'

export const taskSums: Record<string, JsonSchema> = {
  count: { type: 'integer', description: 'The number of tasks.' },
  estimateMinutes: { type: 'integer', description: 'The sum of their estimates, in minutes.' },
  spentMinutes: { type: 'integer', description: 'The total time logged on them, in minutes.' },
}

export const taskSummary: Summary = {
  list: tasks,
  groupings: {
    status: single('t."status"'),
    stage: single('t."stageId"'),
    assignee: several('t."assignees"'),
    tasklist: single('t."tasklistId"'),
    milestone: single('t."milestoneId"'),
    priority: single('t."priority"'),
    tag: ofTags('t."tagIds"'),
    dueWeek: weekOfDay('t."dueDate"'),
    createdWeek: weekOfMoment('t."createdAt"'),
    completedWeek: weekOfMoment('t."completedAt"'),
    workspace: single('t."workspaceId"'),
  },
  sums: { estimateMinutes: 't."estimateMinutes"', spentMinutes: summedSpentMinutes },
  count: 'count',
  kinds: { assignee: 'user', tasklist: 'tasklist', milestone: 'milestone', workspace: 'workspace' },
}

/** A day is a prefix of the timestamps of that day, and so comes before them. */
const startedByDay = 't."startDate" <= t."completedAt"'

/**
 * The minutes from the start of a completed task to its end, of moments in whole seconds; null for others. A task that
 * was completed before its `startDate` was started when it was created.
 */
const cycleMinutes = (engine: Engine): string =>
  `CASE WHEN t."completedAt" IS NOT NULL THEN ${
    engine === 'sqlite'
      ? `(unixepoch(t."completedAt") - unixepoch(CASE WHEN ${startedByDay} THEN t."startDate" ELSE t."createdAt" END)) / 60`
      : `floor(date_part('epoch', CAST(substr(t."completedAt", 1, 19) AS timestamp)
          - CAST(CASE WHEN ${startedByDay} THEN t."startDate" ELSE substr(t."createdAt", 1, 19) END AS timestamp)) / 60)`
  } END`

/** As the filter of the same name. */
const overdue: SummedSql = (_engine, { today }) =>
  `CASE WHEN t."dueDate" < '${today}' AND t."status" IN ('${openStatuses.join("', '")}') THEN 1 ELSE 0 END`

/** Boards do without these figures. */
const summary: Summary = {
  ...taskSummary,
  sums: {
    ...taskSummary.sums,
    completed: 'CASE WHEN t."completedAt" IS NULL THEN 0 ELSE 1 END',
    cycleMinutes,
    overdue,
  },
}

const sums: Record<string, JsonSchema> = {
  ...taskSums,
  completed: { type: 'integer', description: 'How many of them are completed.' },
  cycleMinutes: {
    type: 'integer',
    description:
      'The sum of the minutes that the completed ones took: from the beginning of `startDate` in UTC, or from `createdAt` if there is none or if they were completed before, to `completedAt`.',
  },
  overdue: {
    type: 'integer',
    description: 'How many of them are open and were due before today, in your time zone.',
  },
}

const schema = (): JsonSchema =>
  summarySchema(summary, sums, {
    type: ['string', 'integer', 'null'],
    description:
      'The common value of the tasks: a status, the id of a stage, task list, milestone or workspace, a userHash, a priority, the name of a tag, or a week (`2026-W07`, ISO 8601; of a timestamp, in your time zone); null for tasks without one. A task with several assignees or tags counts in the group of each, and once in the total.',
  })

export function taskSummaryRoutes(api: Api, db: Database): void {
  api.get(
    '/v1/tasks/summary',
    {
      summary: 'Counts the tasks of your workspaces by group; for company admins, of all.',
      needs: 'Anyone who is signed in; counts their workspaces only.',
      query: summaryQuery(summary),
      answer: { ok: schema(), sentence: 'The sums of all matching tasks, as of one moment.', replica: true },
      problems: ['invalid_filter'],
      heavy: true,
    },
    (ctx) => summarize(ctx, db, summary),
  )
}
