import { mayApproveTime } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { inChunks, type Reader, rows, type Sql } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'
import { type NotificationReason, notificationReasons } from '../../schema/records/notification.ts'
import { isOwnTimesheet } from './notification.ts'

const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 0, description })

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['unread', 'snoozed', 'reasons', 'workspaces', 'links'],
  properties: {
    unread: count('Unread notifications, not counting snoozed ones.'),
    snoozed: count('Unread notifications that are snoozed.'),
    reasons: {
      type: 'object',
      description: 'Those that you have not read, by reason.',
      additionalProperties: false,
      required: notificationReasons,
      properties: Object.fromEntries(notificationReasons.map((reason) => [reason, count('How many.')])),
    },
    workspaces: {
      type: 'array',
      description: 'Those that you have not read, by workspace, most first. Those of timesheets are in none.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['workspaceId', 'unread'],
        properties: {
          workspaceId: { type: 'string', pattern: idPattern, description: 'The workspace.' },
          unread: count('How many.'),
        },
      },
    },
    links: { type: 'object', additionalProperties: false, description: 'Always empty: there is one page.' },
  },
}

interface Group {
  /** Null for timesheets. */
  workspaceId: string | null
  reason: NotificationReason
  all: number
  snoozed: number
}

/** Counts are read from an index, and what the actor no longer sees is left out by workspace. */
async function readGroups(reader: Reader, actor: Actor): Promise<Group[]> {
  const { companyNo, userId } = actor
  const now = clock.timestamp()
  const counted = (which: Sql): Promise<Group[]> =>
    rows<Group>(
      reader,
      sql`SELECT t."workspaceId", t."reason", CAST(count(*) AS integer) AS "all",
        CAST(sum(CASE WHEN t."snoozedUntil" > ${now} THEN 1 ELSE 0 END) AS integer) AS "snoozed"
        FROM "notifications" t WHERE t."companyNo" = ${companyNo} AND t."userHash" = ${userId} AND t."readAt" IS NULL
        AND t."doneAt" IS NULL AND t."deletedAt" IS NULL${which} GROUP BY t."workspaceId", t."reason"`,
    )
  const groups = await counted(sql``)
  const ofTimesheets = groups.filter(({ workspaceId }) => workspaceId === null)
  // Somebody who may no longer approve time still sees their own.
  const isEach = ofTimesheets.length === 0 || mayApproveTime(actor)
  const seenOfTimesheets = isEach
    ? ofTimesheets
    : await counted(sql` AND t."workspaceId" IS NULL AND ${isOwnTimesheet(actor)}`)
  const seen = new Set<string | null>()
  for (const ids of inChunks([...new Set(groups.flatMap(({ workspaceId }) => workspaceId ?? []))])) {
    const isMine = isCompanyAdmin(actor)
      ? sql`1 = 1`
      : sql`EXISTS (SELECT 1 FROM "members" m WHERE m."companyNo" = w."companyNo" AND m."workspaceId" = w."id"
          AND m."userId" = ${userId})`
    const found = await rows<{ id: string }>(
      reader,
      sql`SELECT w."id" FROM "workspaces" w WHERE w."companyNo" = ${companyNo} AND w."id" IN ${sql.list(ids)}
        AND w."deletedAt" IS NULL AND ${isMine}`,
    )
    for (const { id } of found) seen.add(id)
  }
  return [...groups.filter(({ workspaceId }) => seen.has(workspaceId)), ...seenOfTimesheets]
}

const total = (groups: readonly Group[], of: (group: Group) => number): number =>
  groups.reduce((sum, group) => sum + of(group), 0)

const unread = ({ all, snoozed }: Group): number => all - snoozed

export function notificationSummaryRoutes(api: Api): void {
  api.get(
    '/v1/users/me/notifications/summary',
    {
      summary: 'Counts your unread notifications.',
      needs: 'Anyone who is signed in.',
      answer: { ok: schema, sentence: 'The counts.' },
    },
    async ({ db, actor }) => {
      const groups = await readGroups(db, actor)
      const reasons = Object.fromEntries(
        notificationReasons.map((reason) => [
          reason,
          total(
            groups.filter((group) => group.reason === reason),
            unread,
          ),
        ]),
      )
      const workspaces = [...Map.groupBy(groups, ({ workspaceId }) => workspaceId)]
        .flatMap(([workspaceId, own]) =>
          workspaceId === null ? [] : { workspaceId, unread: total(own, unread) },
        )
        .filter((each) => each.unread > 0)
        .toSorted((one, other) => other.unread - one.unread || (one.workspaceId < other.workspaceId ? -1 : 1))
      const counts = { unread: total(groups, unread), snoozed: total(groups, ({ snoozed }) => snoozed) }
      return ok({ ...counts, reasons, workspaces, links: {} })
    },
  )
}
