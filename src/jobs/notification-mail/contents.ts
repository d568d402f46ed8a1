import { seesInternal } from '../../base/actor.ts'
import { inChunks, rows, type Transaction } from '../../db/database.ts'
import { readByIds } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { MailAudience } from '../../mail/audience.ts'
import type { MailContents, MailNews, MailRecord } from '../../mail/notification-contents.ts'
import type { CompanyRow } from '../../schema/records/company.ts'
import { strengthOf } from '../../schema/records/notification.ts'
import type { TimesheetRow } from '../../schema/records/timesheet.ts'
import { readPermissions, type UserRow } from '../../schema/records/user.ts'
import type { Subject } from '../notifications/store.ts'
import type { Unread } from './unread.ts'

const tables = {
  task: 'tasks',
  file: 'files',
  milestone: 'milestones',
  event: 'events',
  timesheet: 'timesheets',
} as const satisfies Record<Subject['kind'], string>

/** The fields of a record that a mail shows. */
interface Shown extends Partial<Pick<TimesheetRow, 'week' | 'userHash' | 'state' | 'note'>> {
  id: string
  title?: string
  fileName?: string
  status?: string | null
  dueDate?: string | null
  deletedAt?: string | null
}

/** The group of records that are in no workspace. */
const timesheets = 'Timesheets'

/** The rest is in the inbox. */
const [mostRecords, mostOfRecord] = [40, 10]
const longestQuote = 600

/** Reads the content of a mail about some news, and who may get it. */
export async function readContents(
  tx: Transaction,
  user: UserRow,
  due: readonly Unread[],
  publicUrl: string,
): Promise<{ contents: MailContents; audience: MailAudience }> {
  const { companyNo, id: userId, timeZone } = user
  const [company] = await rows<Pick<CompanyRow, 'companyName'>>(
    tx,
    sql`SELECT "companyName" FROM "companies" WHERE "companyNo" = ${companyNo}`,
  )
  const workspaceIds = [...new Set(due.flatMap(({ subject }) => subject.workspaceId ?? []))]
  const workspaces = await readByIds(tx, 'workspaces', companyNo, workspaceIds)
  const shown = new Map<string, Shown>()
  const idsOf = (kind: string): string[] =>
    due.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.id)
  for (const [kind, table] of Object.entries(tables)) {
    const found: ReadonlyMap<string, Shown> = await readByIds(tx, table, companyNo, idsOf(kind))
    for (const [id, row] of found) if ((row.deletedAt ?? null) === null) shown.set(id, row)
  }
  const named = [...due.map(({ row }) => row.actorId), ...[...shown.values()].map((row) => row.userHash)]
  const names = await readActors(tx, user, [...new Set(named.flatMap((id) => id ?? []))])
  // The strongest reasons come first, so that a long mail does not leave them out.
  const byRecord = [...Map.groupBy(due, ({ subject }) => subject.id)]
    .filter(([id]) => shown.has(id))
    .toSorted(([, one], [, other]) => strongestOf(one) - strongestOf(other))
  const records = byRecord.slice(0, mostRecords).flatMap(([id, all]) => {
    const [record, [first]] = [shown.get(id), all]
    if (record === undefined || first === undefined) return []
    const { kind, workspaceId } = first.subject
    const news = all
      .toSorted((one, other) => strengthOf(one.row.reason) - strengthOf(other.row.reason))
      .slice(0, mostOfRecord)
      .map(({ row, comment }): MailNews => {
        const actor = names.get(row.actorId ?? '') ?? 'Somebody'
        // The note of a returned timesheet has the reason.
        const isReturn = record.state === 'returned' && row === all.at(-1)?.row
        const text = comment?.body ?? (isReturn ? record.note : undefined)
        return { reason: row.reason, actor, at: row.at, quote: text ? quoteOf(text) : undefined }
      })
    const { title, status, path } =
      kind === 'timesheet'
        ? timesheetShown(record, userId, names)
        : {
            title: record.title ?? record.fileName ?? '',
            status: record.status ?? null,
            path: `/p/${kind}/${id}`,
          }
    const { dueDate = null } = record
    const address = `${publicUrl}${path}`
    const more = all.length - news.length
    return [
      { workspaceId, record: { id, kind, title, status, dueDate, address, news, more } satisfies MailRecord },
    ]
  })
  const grouped = Map.groupBy(records, ({ workspaceId }) => workspaceId)
  return {
    contents: {
      companyName: company?.companyName ?? '',
      timeZone,
      groups: [...grouped].map(([id, all]) => ({
        name: id === null ? timesheets : (workspaces.get(id)?.workspaceName ?? ''),
        isWorkspace: id !== null,
        records: all.map(({ record }) => record),
      })),
      moreRecords: byRecord.length - records.length,
      count: byRecord.reduce((sum, [, all]) => sum + all.length, 0),
    },
    audience: {
      userId,
      workspaceIds,
      timesheetIds: idsOf('timesheet'),
      internalOnly: due.some(({ comment }) => comment?.internalOnly === true),
    },
  }
}

const strongestOf = (all: readonly Unread[]): number =>
  Math.min(...all.map(({ row }) => strengthOf(row.reason)))

/** A week as its owner, or an approver, sees it. */
function timesheetShown(
  { week = '', userHash = '', state = 'open' }: Shown,
  userId: string,
  names: ReadonlyMap<string, string>,
): Pick<MailRecord, 'title' | 'status'> & { path: string } {
  const isOwn = userHash === userId
  const since = `week of ${longDay(week)}`
  return {
    title: isOwn ? `Your ${since}` : `${names.get(userHash) ?? 'Somebody'}, ${since}`,
    status: `${state.charAt(0).toUpperCase()}${state.slice(1)}`,
    path: isOwn ? `/time?week=${week}` : '/time/approvals',
  }
}

const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(Date.parse(`${day}T00:00:00Z`))

/** The names of people, as far as this person may see them. */
async function readActors(
  tx: Transaction,
  user: UserRow,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { companyNo, id, userType } = user
  const isKnown = seesInternal({ userType, permissions: readPermissions(user) })
    ? sql`1 = 1`
    : sql`EXISTS (SELECT 1 FROM "members" o JOIN "members" m ON m."companyNo" = o."companyNo"
        AND m."workspaceId" = o."workspaceId" WHERE o."companyNo" = u."companyNo" AND o."userId" = u."id"
        AND m."userId" = ${id})`
  const names = new Map<string, string>()
  for (const some of inChunks(ids))
    for (const each of await rows<Pick<UserRow, 'id' | 'fullName'>>(
      tx,
      sql`SELECT u."id", u."fullName" FROM "users" u WHERE u."companyNo" = ${companyNo}
        AND u."id" IN ${sql.list(some)} AND ${isKnown}`,
    ))
      names.set(each.id, each.fullName)
  return names
}

/** The text of a comment without the notation of mentions and escapes, cut where it is long. */
function quoteOf(body: string): string {
  const plain = body
    .replaceAll(/@\[([^\][\n]*)\]\(user:[0-9A-Za-z]{22}\)/g, '@$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
  if (plain.length <= longestQuote) return plain
  const cut = plain.slice(0, longestQuote)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestQuote - 40)).trimEnd()}…`
}
