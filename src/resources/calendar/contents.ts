import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { yieldNow } from '../../fairness/scheduler.ts'
import type { Position } from '../../query/cursor.ts'
import { wholeShape } from '../../query/shape.ts'
import type { EventRow } from '../../schema/records/event.ts'
import type { MilestoneRow } from '../../schema/records/milestone.ts'
import { isClosed, type TaskRow } from '../../schema/records/task.ts'
import { tasks } from '../tasks/task.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { type Entry, longestDescription } from './icalendar.ts'

/** Older entries are left out of the calendar. */
const reachesBack = 60 * 86_400_000

/** The most entries of each kind; calendar programs do not show more. */
const most = 5_000
const pageSize = 200

/** Reads only the start of a description, because that is all the calendar shows. */
const shared = `t."id", t."title", t."updatedAt", substr(t."description", 1, ${longestDescription}) AS "description"`
const ofTasks = `${shared}, t."status", t."dueDate"`
const ofMilestones = `${shared}, t."status", t."dueDate", t."dueDateKey" AS "key"`
const ofEvents = `${shared}, t."location", t."startsAt", t."endsAt", t."allDay", t."endsAt" AS "key"`

type Common = 'id' | 'title' | 'updatedAt' | 'description'
type Due = Pick<TaskRow, Common | 'status' | 'dueDate'>
type Milestone = Pick<MilestoneRow, Common | 'status' | 'dueDate'> & Keyed
type Event = Pick<EventRow, Common | 'location' | 'startsAt' | 'endsAt' | 'allDay'> & Keyed

interface Keyed {
  id: string
  key: string
}

/** Reads a person's calendar: the tasks assigned to them, and the milestones and events of their workspaces. */
export async function readCalendar(
  reader: Reader,
  actor: Actor,
  publicUrl: string,
  gone?: AbortSignal,
): Promise<Entry[]> {
  const since = new Date(clock.now() - reachesBack).toISOString().slice(0, 10)
  const address = (kind: string, id: string): string => `${publicUrl}/p/${kind}/${id}`
  const due = ({ id, title, description, dueDate, updatedAt }: Due | Milestone, kind: string): Entry => ({
    ...{ kind, id, title, description, updatedAt },
    location: null,
    startsAt: dueDate ?? '',
    endsAt: undefined,
    allDay: true,
    busy: false,
    address: address(kind, id),
  })
  const found = await readTasks(reader, actor, since, gone)
  const places = await placesOf(reader, actor)
  const milestones = await readOfWorkspaces<Milestone>(reader, actor, places, since, {
    table: 'milestones',
    key: 'dueDateKey',
    columns: ofMilestones,
  })
  const events = await readOfWorkspaces<Event>(reader, actor, places, since, {
    table: 'events',
    key: 'endsAt',
    columns: ofEvents,
  })
  return [
    ...found.filter((row) => !isClosed(row.status)).map((row) => due(row, 'task')),
    ...milestones
      .filter((row) => row.dueDate !== null && !isClosed(row.status))
      .map((row) => due(row, 'milestone')),
    ...events.map(({ id, title, description, location, startsAt, endsAt, allDay, updatedAt }) => ({
      ...{ kind: 'event', id, title, description, location, startsAt, endsAt, allDay, updatedAt },
      busy: true,
      address: address('event', id),
    })),
  ]
}

/** Reads the tasks page by page through the task list. */
async function readTasks(reader: Reader, actor: Actor, since: string, gone?: AbortSignal): Promise<Due[]> {
  const parts = await visibleContent(reader, actor, tasks)
  const found: Due[] = []
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
      shape: wholeShape,
    }
    const page = await tasks.read<Due>(reader, actor, request, position, parts, { columns: ofTasks })
    found.push(...page.rows)
    if (page.more === undefined || found.length >= most) return found.slice(0, most)
    position = page.more
    await yieldNow()
    gone?.throwIfAborted()
  }
}

async function placesOf(reader: Reader, { companyNo, userId }: Actor): Promise<string[]> {
  const found = await rows<{ id: string }>(
    reader,
    sql`SELECT w."id" FROM "members" m CROSS JOIN "workspaces" w
      WHERE m."companyNo" = ${companyNo} AND m."userId" = ${userId} AND w."companyNo" = m."companyNo" AND w."id" = m."workspaceId"
      AND w."deletedAt" IS NULL`,
  )
  return found.map(({ id }) => id)
}

interface Wanted {
  table: 'milestones' | 'events'
  key: string
  columns: string
}

/** Reads the earliest records of all these workspaces, using each workspace's index on this key. */
async function readOfWorkspaces<R extends Keyed>(
  reader: Reader,
  actor: Actor,
  places: readonly string[],
  since: string,
  { table, key, columns }: Wanted,
): Promise<R[]> {
  let found: R[] = []
  // Sorts after every value.
  let end = '~'
  for (const place of places)
    for (let after = { key: since, id: '' }; ; ) {
      const page = await rows<R>(
        reader,
        sql`SELECT ${sql.raw(columns)} FROM ${sql.id(table)} t
          WHERE t."companyNo" = ${actor.companyNo} AND t."workspaceId" = ${place}
          AND (t.${sql.id(key)}, t."id") > (${after.key}, ${after.id}) AND t.${sql.id(key)} < ${end}
          ORDER BY t.${sql.id(key)}, t."id" LIMIT ${pageSize}`,
      )
      found.push(...page)
      const last = page.at(-1)
      if (last === undefined || page.length < pageSize) break
      after = last
      if (found.length >= 2 * most) {
        found = found.sort(byKey).slice(0, most)
        // Later records would be left out anyway.
        end = `${found.at(-1)?.key ?? ''}~`
      }
      await yieldNow()
    }
  return found.sort(byKey).slice(0, most)
}

const byKey = (one: Keyed, other: Keyed): number =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.id < other.id ? -1 : 1
