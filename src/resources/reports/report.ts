import { demand, maySeeDirectory } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { type Fault, invalid, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds, findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf, sortableWith } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { withoutChoices } from '../../query/fields.ts'
import { readFilter } from '../../query/filter.ts'
import { readSort } from '../../query/sort.ts'
import { aKind } from '../../schema/kind-words.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type ReportRow, report } from '../../schema/records/report.ts'
import type { ReportedList } from './sources.ts'

export const reports = listOf(report)

export const presentReport = (site: Site, row: ReportRow): Representation =>
  present(report, site.publicUrl, row.id, row)

const maySeeReport = (actor: Actor, { createdBy, shared }: ReportRow): boolean =>
  isCompanyAdmin(actor) || createdBy === actor.userId || (shared && maySeeDirectory(actor))

export const mayChangeReport = (actor: Actor, { createdBy }: ReportRow): boolean =>
  isCompanyAdmin(actor) || createdBy === actor.userId

export async function findReport(reader: Reader, actor: Actor, id: string): Promise<ReportRow> {
  const row = await findRow(reader, 'reports', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such report.')
  demand(maySeeReport(actor, row), 'This report is not shared with you.')
  return row
}

/** People see their own reports, internal people also shared ones, and company admins all. */
export function visibleReports(actor: Actor): Restriction[] {
  if (isCompanyAdmin(actor)) return []
  const { companyNo, userId } = actor
  const source = { from: '"reports" t', id: 't."id"' }
  const own = {
    ...source,
    where: sql`t."companyNo" = ${companyNo} AND t."createdBy" = ${userId}`,
  }
  const isOwn = sql`t."createdBy" = ${userId}`
  if (!maySeeDirectory(actor)) return [{ condition: isOwn, indexRanges: [own] }]
  const others = sql`t."companyNo" = ${companyNo} AND t."shared" = ${true} AND t."createdBy" <> ${userId}`
  return [
    {
      condition: sql`${isOwn} OR t."shared" = ${true}`,
      indexRanges: [own, { ...source, where: others }],
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

/** "Validated against the source's declaration when the report is saved." */
export function demandFits(
  { compatibility }: Actor,
  source: ReportedList,
  {
    columns = [],
    filter,
    sort,
  }: Partial<Record<'filter' | 'sort', string | null | undefined>> & {
    columns?: readonly string[] | undefined
  },
): void {
  const known = new Set(columnsOf(source))
  const faults: Fault[] = columns.flatMap((each, n) =>
    known.has(columnName(source, each))
      ? []
      : [
          {
            pointer: `/columns/${n}`,
            detail: `"columns/${n}" names no field of ${aKind(source.list.resource.kind)}.`,
          },
        ],
  )
  const fields = compatibility ? withoutChoices(source.list.filter) : source.list.filter
  const { conditions, faults: refused } = readFilter(filter ?? undefined, fields)
  for (const { detail, column } of refused)
    faults.push({
      pointer: '/filter',
      detail: `"filter": ${detail}`,
      ...(column !== undefined && { column }),
    })
  for (const { fault } of readSort(sort ?? undefined, sortableWith(source.list, conditions)).refused)
    faults.push({ pointer: '/sort', detail: `"sort": ${fault.detail}` })
  if (faults.length > 0) throw invalid(faults)
}
