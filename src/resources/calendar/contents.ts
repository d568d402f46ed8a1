import type { Actor } from '../../actor.ts'
import { type Reader, rows } from '../../db/database.ts'
import type { EventRow, MilestoneRow, TaskRow } from '../../db/rows/work.ts'
import type { Position } from '../../query/cursor.ts'
import { tasks } from '../tasks/task.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import type { Entry } from './icalendar.ts'

/** What was due or took place longer ago than this is no more in the calendar. */
const reachesBack = 60 * 86_400_000

/** Of each kind; a calendar with more would not be shown by any program. */
const most = 5_000
const pageSize = 500

const isOver = ({ status }: { status: string }): boolean => status === 'Completed' || status === 'Cancelled'

/** What is in a person's calendar: the tasks that they are to do, and milestones and events of their workspaces. */
export async function readCalendar(reader: Reader, actor: Actor, publicUrl: string): Promise<Entry[]> {
  const since = new Date(Date.now() - reachesBack).toISOString().slice(0, 10)
  const address = (kind: string, id: string): string => `${publicUrl}/p/${kind}/${id}`
  const due = (
    { id, title, description, dueDate, updatedAt }: TaskRow | MilestoneRow,
    kind: string,
  ): Entry => ({
    ...{ kind, id, title, description, updatedAt },
    location: null,
    startsAt: dueDate ?? '',
    endsAt: undefined,
    allDay: true,
    busy: false,
    address: address(kind, id),
  })
  const found = await readTasks(reader, actor, since)
  const milestones = await readOfWorkspaces<MilestoneRow>(reader, actor, 'milestones', 'dueDateKey', since)
  const events = await readOfWorkspaces<EventRow>(reader, actor, 'events', 'endsAt', since)
  return [
    ...found.filter((row) => !isOver(row)).map((row) => due(row, 'task')),
    ...milestones.filter((row) => row.dueDate !== null && !isOver(row)).map((row) => due(row, 'milestone')),
    ...events.map(({ id, title, description, location, startsAt, endsAt, allDay, updatedAt }) => ({
      ...{ kind: 'event', id, title, description, location, startsAt, endsAt, allDay, updatedAt },
      busy: true,
      address: address('event', id),
    })),
  ]
}

/** As the list of tasks would give them, page by page. */
async function readTasks(reader: Reader, actor: Actor, since: string): Promise<TaskRow[]> {
  const parts = await visibleContent(reader, actor, tasks)
  const found: TaskRow[] = []
  for (let position: Position | undefined; ; ) {
    const request = {
      limit: pageSize,
      paging: position === undefined ? ('first' as const) : ('next' as const),
      paginationhash: undefined,
      sort: [{ field: 'dueDate', descending: false }],
      filter: [
        { field: 'assignees', operator: '=' as const, value: actor.userId },
        { field: 'dueDate', operator: '>=' as const, value: since },
      ],
    }
    const page = await tasks.read<TaskRow>(reader, actor, request, position, parts)
    found.push(...page.rows)
    if (page.more === undefined || found.length >= most) return found.slice(0, most)
    position = page.more
  }
}

/** Each workspace has them in an index by this key. */
function readOfWorkspaces<R>(
  reader: Reader,
  { companyNo, userId }: Actor,
  table: 'milestones' | 'events',
  key: string,
  since: string,
): Promise<R[]> {
  return rows<R>(reader, {
    sql: `SELECT t.* FROM "members" m
      CROSS JOIN "workspaces" w CROSS JOIN "${table}" t
      WHERE m."companyNo" = ? AND m."userId" = ? AND w."companyNo" = m."companyNo" AND w."id" = m."workspaceId"
      AND w."deletedAt" IS NULL AND t."companyNo" = m."companyNo" AND t."workspaceId" = m."workspaceId"
      AND t."${key}" >= ? AND t."${key}" < '~' ORDER BY t."${key}", t."id" LIMIT ${most}`,
    values: [companyNo, userId, since],
  })
}
