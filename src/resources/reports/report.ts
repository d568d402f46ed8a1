import { demand, mayAdministerWorkspace, maySeeDirectory } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { type Fault, invalid, Problem, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds, findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf, sortableWith } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { Condition } from '../../query/condition.ts'
import { withoutChoices } from '../../query/fields.ts'
import { readFilter } from '../../query/filter.ts'
import { readSort } from '../../query/sort.ts'
import { aKind, words } from '../../schema/kind-words.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type ReportRow, report } from '../../schema/records/report.ts'
import { mostGroupings, parseGroupings } from '../summaries.ts'
import { inMyWorkspaces, outsideTrashedWorkspaces } from '../workspaces/visible-content.ts'
import { enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import type { ReportedList } from './sources.ts'

export const reports = listOf(report)

export const presentReport = (site: Site, row: ReportRow): Representation =>
  present(report, site.publicUrl, row.id, row)

/** A report, and the workspace that it is a view of, with the caller's role. */
interface FoundReport {
  row: ReportRow
  workspace: FoundWorkspace | undefined
}

export async function findReport(reader: Reader, actor: Actor, id: string): Promise<FoundReport> {
  const row = await findRow(reader, 'reports', actor.companyNo, id)
  if (row === undefined) throw noReport()
  const workspace = await workspaceOf(reader, actor, row)
  demand(maySeeReport(actor, row), 'This report is not shared with you.')
  return { row, workspace }
}

const noReport = (): Error => problem('not_found', 'There is no such report.')

/** The workspace of a view, for people who may enter it. */
async function workspaceOf(
  reader: Reader,
  actor: Actor,
  { workspaceId }: ReportRow,
): Promise<FoundWorkspace | undefined> {
  if (workspaceId === null) return undefined
  return enterWorkspace(reader, actor, workspaceId).catch((error: unknown) => {
    // A view of a workspace in the trash counts as deleted too.
    throw error instanceof Problem && error.status === 404 ? noReport() : error
  })
}

/** Everybody who may enter a workspace sees the views that are shared there. */
const maySeeReport = (actor: Actor, { createdBy, shared, workspaceId }: ReportRow): boolean =>
  isCompanyAdmin(actor) ||
  createdBy === actor.userId ||
  (shared && (workspaceId !== null || maySeeDirectory(actor)))

export const mayChangeReport = (actor: Actor, { row, workspace }: FoundReport): boolean =>
  isCompanyAdmin(actor) ||
  row.createdBy === actor.userId ||
  (row.shared && mayAdministerWorkspace(workspace?.role))

/**
 * People see their own reports, and company admins all. Internal people also see shared ones. Views of a workspace are
 * for its members.
 */
export function visibleReports(actor: Actor): Restriction[] {
  if (isCompanyAdmin(actor)) return [{ condition: outsideTrashedWorkspaces(), likely: true }]
  const { companyNo, userId } = actor
  const source = { from: '"reports" t', id: 't."id"' }
  const inReach = sql`(t."workspaceId" IS NULL OR ${inMyWorkspaces(actor)})`
  const own = sql`t."createdBy" = ${userId} AND ${inReach}`
  const others = sql`t."shared" = ${true} AND t."createdBy" <> ${userId} AND ${
    maySeeDirectory(actor) ? inReach : inMyWorkspaces(actor)
  }`
  return [
    {
      condition: sql`(${own}) OR (${others})`,
      indexRanges: [own, others].map((where) => ({
        ...source,
        where: sql`t."companyNo" = ${companyNo} AND ${where}`,
      })),
    },
  ]
}

export function visibleReportIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const [visible] = visibleReports(actor)
  return existingIds(reader, 'reports', actor.companyNo, ids, visible?.condition)
}

/** The name of a field in a report: `title` → `task.title`. */
export function columnName({ list: { resource: about } }: ReportedList, given: string): string {
  return given.startsWith(`${about.kind}.`) ? given : `${about.kind}.${given}`
}

export const columnsOf = ({ list: { resource: about } }: ReportedList): string[] =>
  ['id', 'permalink', ...Object.keys(about.fields)].map((each) => `${about.kind}.${each}`)

/** The fields of a report that its source has to support. */
type Asked = {
  [K in 'filter' | 'sort' | 'groupBy' | 'dateField' | 'workspaceId']?: string | null | undefined
} & { columns?: readonly string[] | undefined }

/** "Validated against the source's declaration when the report is saved." */
export function demandFits(actor: Actor, source: ReportedList, asked: Asked): void {
  const faults = [
    ...faultyColumns(source, asked),
    ...faultyList(actor, source, asked),
    ...faultyView(source, asked),
  ]
  if (faults.length > 0) throw invalid(faults)
}

function faultyColumns(source: ReportedList, { columns = [] }: Asked): Fault[] {
  const known = new Set(columnsOf(source))
  return columns.flatMap((each, n) =>
    known.has(columnName(source, each))
      ? []
      : [
          {
            pointer: `/columns/${n}`,
            detail: `"columns/${n}" names no field of ${aKind(source.list.resource.kind)}.`,
          },
        ],
  )
}

/** The condition that the workspace of a view adds to its filter. */
export const inWorkspaceOf = ({ workspaceId = null }: Pick<Asked, 'workspaceId'>): Condition[] =>
  workspaceId === null ? [] : [{ field: 'workspaceId', operator: '=', value: workspaceId }]

function faultyList({ compatibility }: Actor, { list }: ReportedList, asked: Asked): Fault[] {
  const fields = compatibility ? withoutChoices(list.filter) : list.filter
  const { conditions, faults: refused } = readFilter(asked.filter ?? undefined, fields)
  const sortable = sortableWith(list, [...conditions, ...inWorkspaceOf(asked)])
  return [
    ...refused.map(({ detail, column }) => ({
      pointer: '/filter',
      detail: `"filter": ${detail}`,
      ...(column !== undefined && { column }),
    })),
    ...readSort(asked.sort ?? undefined, sortable).refused.map(({ fault }) => ({
      pointer: '/sort',
      detail: `"sort": ${fault.detail}`,
    })),
  ]
}

function faultyView({ list, groupings }: ReportedList, { groupBy, dateField, workspaceId }: Asked): Fault[] {
  const faults: Fault[] = []
  const { kind, fields } = list.resource
  if (typeof workspaceId === 'string' && !Object.hasOwn(fields, 'workspaceId'))
    faults.push({
      pointer: '/workspaceId',
      detail: '"workspaceId": a view of a workspace must have the source tasks, times or files.',
    })
  if (typeof groupBy === 'string' && parseGroupings(groupBy, groupings, mostGroupings) === undefined)
    faults.push({
      pointer: '/groupBy',
      detail:
        groupings.length === 0
          ? `"groupBy": a report on ${words(kind)}s has no groupings.`
          : `"groupBy" must be one or two of ${groupings.join(', ')}.`,
    })
  const days = Object.keys(fields).filter((name) => isDay(fields[name]?.filterType))
  if (typeof dateField === 'string' && !days.includes(dateField))
    faults.push({ pointer: '/dateField', detail: `"dateField" must be one of ${days.join(', ')}.` })
  return faults
}

const isDay = (type: string | undefined): boolean => type === 'date' || type === 'timestamp'
