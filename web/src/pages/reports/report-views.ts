import type { Report as SavedReport } from '../../api/types.ts'
import type { ViewPlace, ViewState } from '../views/view-acts.ts'
import { type ReportName, reports, type Scope } from './definitions.ts'

/** How many weeks a report can be about. */
export const periods = [4, 12, 26, 52]
export const usualPeriod = 12

export const reportNames = Object.keys(reports) as ReportName[]

/** The fields of the records behind each report, by which a saved one is recognized, and the date that places them. */
const kept: Readonly<Record<ReportName, { columns: string[]; dateField: string | null }>> = {
  hours: { columns: ['time.date', 'time.userHash', 'time.minutes', 'time.note'], dateField: 'date' },
  billable: { columns: ['time.date', 'time.minutes', 'time.billable'], dateField: 'date' },
  estimates: {
    columns: ['task.title', 'task.estimateMinutes', 'task.spentMinutes'],
    dateField: 'completedAt',
  },
  done: { columns: ['task.title', 'task.completedAt'], dateField: 'completedAt' },
  cycle: { columns: ['task.title', 'task.startDate', 'task.completedAt'], dateField: 'completedAt' },
  storage: { columns: ['file.fileName', 'file.mimeType', 'file.size'], dateField: null },
}

/** The last weeks up to the current one, whenever the report is opened. */
const lastWeeks = (dateField: string | null, count: number): string | null =>
  dateField === null ? null : `${dateField}>="monday-${7 * (count - 1)}" AND ${dateField}<="monday+6"`

export function viewOf(name: ReportName, scope: Scope): { now: ViewState; place: ViewPlace } {
  const { source, groupBy } = reports[name]
  const { columns, dateField } = kept[name]
  return {
    now: {
      ...{ layout: 'chart', groupBy: groupBy(scope), columns, dateField },
      filter: lastWeeks(dateField, scope.weeks.length),
    },
    place: { source, workspaceId: scope.workspaceId },
  }
}

/** The report of this page that a saved one shows; undefined for a chart that this page does not have. */
const nameOf = ({ details }: SavedReport): ReportName | undefined =>
  reportNames.find((name) => JSON.stringify(kept[name].columns) === JSON.stringify(details.columns))

export const isOfReports = (view: SavedReport): boolean => nameOf(view) !== undefined

export function addressOfReport(view: SavedReport): string {
  const { filter, dateField, workspaceId } = view.details
  const name = nameOf(view) ?? 'hours'
  const count = periods.find((each) => lastWeeks(dateField, each) === filter) ?? usualPeriod
  const query = new URLSearchParams({
    ...(name !== 'hours' && { report: name }),
    ...(workspaceId !== null && { workspace: workspaceId }),
    ...(count !== usualPeriod && { weeks: String(count) }),
    saved: view.id,
  })
  return `/reports?${query}`
}
