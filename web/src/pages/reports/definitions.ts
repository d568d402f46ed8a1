import { knownName } from '../../api/names.ts'
import { daysBetween } from '../../parts/days.ts'
import { reportTexts as words } from '../../texts/reports.ts'
import type { Chart, Point, Series, Unit } from './chart-data.ts'
import { written } from './figures.ts'
import type { Week } from './weeks.ts'

/** What a report is about: a workspace or all of them, and the last weeks. */
export interface Scope {
  workspaceId: string | null
  weeks: readonly Week[]
  today: string
}

type Key = string | number | boolean | null

/** A summary of the API. */
export interface Sums {
  groups: (Readonly<Record<string, number>> & { group: Key; subgroup?: Key })[]
  total: Readonly<Record<string, number>>
  names?: Record<string, string>
}

/** A report that everybody has. */
export interface Report {
  source: 'times' | 'tasks' | 'files'
  groupBy: (scope: Scope) => string
  /** The filter of all its records, without the workspace. */
  filter: (scope: Scope) => string[]
  /** The filter of the records behind one figure. */
  behind: (scope: Scope, point: string, series: string | null) => string[]
  chart: (sums: Sums, scope: Scope) => Chart
}

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

const daysIn = ({ weeks }: Scope): [string, string] => [weeks[0]?.monday ?? '', weeks.at(-1)?.sunday ?? '']

const between = (from: string, to: string): string[] => [`date>="${from}"`, `date<="${to}"`]

/** Days relative to today are days in the time zone of the person, as are the weeks of a summary. */
function completedBetween({ today }: Scope, from: string, to: string): string[] {
  const day = (wanted: string): string => {
    const away = daysBetween(today, wanted)
    return `"today${away === 0 ? '' : away > 0 ? `+${away}` : away}"`
  }
  return [`completedAt>=${day(from)}`, `completedAt<=${day(to)}`]
}

const weekOf = ({ weeks }: Scope, key: string): [string, string] => {
  const week = weeks.find((each) => each.key === key)
  return [week?.monday ?? '', week?.sunday ?? '']
}

const one = (name: string): Series[] => [{ key: 'all', name }]

/** A value for each week, from the groups of a summary by week. */
function byWeek(
  { groups }: Sums,
  { weeks }: Scope,
  value: (group: Sums['groups'][number]) => number | null,
  none: number | null = 0,
): (number | null)[][] {
  const known = new Map(groups.map((each) => [each.group, each]))
  return weeks.map(({ key }) => {
    const group = known.get(key)
    return [group === undefined ? none : value(group)]
  })
}

const share = (part: number | undefined, whole: number | undefined): number | null =>
  whole === undefined || whole === 0 ? null : ((part ?? 0) / whole) * 100

const number = (label: string, value: number | null, unit: Unit) => ({
  label,
  text: value === null ? '–' : written(value, unit),
})

/** The people with the most time have a part of their own. */
const mostParts = 7
export const others = 'others'

const hours: Report = {
  source: 'times',
  groupBy: () => 'week,user',
  filter: (scope) => between(...daysIn(scope)),
  behind: (scope, point, person) => [
    ...between(...weekOf(scope, point)),
    ...(person === null ? [] : [`userHash=${quoted(person)}`]),
  ],
  chart({ groups, total }, { weeks }) {
    const people = new Map<string, number>()
    for (const { subgroup, minutes } of groups)
      people.set(String(subgroup), (people.get(String(subgroup)) ?? 0) + (minutes ?? 0))
    const sorted = [...people].toSorted(([, a], [, b]) => b - a).map(([id]) => id)
    const named = sorted.length > mostParts + 1 ? sorted.slice(0, mostParts) : sorted
    const rest = sorted.length - named.length
    const series: Series[] = named.map((key) => ({ key, name: knownName(key) ?? words.somebody }))
    if (rest > 0) series.push({ key: others, name: words.others(rest) })
    const place = new Map(named.map((id, n) => [id, n]))
    const values = weeks.map(() => series.map(() => 0))
    const at = new Map(weeks.map(({ key }, n) => [key, n]))
    for (const { group, subgroup, minutes } of groups) {
      const row = values[at.get(String(group)) ?? -1]
      const part = place.get(String(subgroup)) ?? series.length - 1
      if (row !== undefined) row[part] = (row[part] ?? 0) + (minutes ?? 0)
    }
    return {
      ...{ shape: 'bars', unit: 'minutes', points: weeks, series, values },
      numbers: [
        number(words.totals.time, total['minutes'] ?? 0, 'minutes'),
        number(words.totals.perWeek, (total['minutes'] ?? 0) / Math.max(1, weeks.length), 'minutes'),
        number(words.totals.people, people.size, 'count'),
      ],
    }
  },
}

const notBillable = ({ minutes = 0, billableMinutes = 0 }: Readonly<Record<string, number>>): number =>
  minutes - billableMinutes

const billable: Report = {
  source: 'times',
  groupBy: () => 'week',
  filter: (scope) => between(...daysIn(scope)),
  behind: (scope, point, part) => [
    ...between(...weekOf(scope, point)),
    ...(part === null ? [] : [`billable=${part === 'billable'}`]),
  ],
  chart({ groups, total }, { weeks }) {
    const known = new Map(groups.map((each) => [each.group, each]))
    const each = weeks.map(({ key }) => known.get(key))
    return {
      ...{ shape: 'bars', unit: 'minutes', points: weeks },
      series: [
        { key: 'billable', name: words.columns.billable },
        { key: 'other', name: words.columns.notBillable },
      ],
      values: each.map((week) =>
        week === undefined ? [0, 0] : [week['billableMinutes'] ?? 0, notBillable(week)],
      ),
      share: {
        name: words.columns.share,
        values: each.map((week) => share(week?.['billableMinutes'], week?.['minutes'])),
      },
      numbers: [
        number(words.totals.billable, share(total['billableMinutes'], total['minutes']), 'percent'),
        number(words.totals.billableTime, total['billableMinutes'] ?? 0, 'minutes'),
        number(words.totals.notBillable, notBillable(total), 'minutes'),
        number(words.totals.time, total['minutes'] ?? 0, 'minutes'),
      ],
    }
  },
}

const done: Report = {
  source: 'tasks',
  groupBy: () => 'completedWeek',
  filter: (scope) => completedBetween(scope, ...daysIn(scope)),
  behind: (scope, point) => completedBetween(scope, ...weekOf(scope, point)),
  chart: (sums, scope) => ({
    ...{ shape: 'bars', unit: 'count', points: scope.weeks, series: one(words.columns.tasks) },
    values: byWeek(sums, scope, ({ count }) => count ?? 0),
    numbers: [
      number(words.totals.done, sums.total['count'] ?? 0, 'count'),
      number(words.totals.perWeek, (sums.total['count'] ?? 0) / scope.weeks.length, 'count'),
    ],
  }),
}

const inDays = (minutes: number | undefined, count: number | undefined): number | null =>
  count === undefined || count === 0 ? null : (minutes ?? 0) / count / 1_440

const cycle: Report = {
  source: 'tasks',
  groupBy: () => 'completedWeek',
  filter: done.filter,
  behind: done.behind,
  chart: (sums, scope) => ({
    ...{ shape: 'line', unit: 'days', points: scope.weeks, series: one(words.columns.cycle) },
    values: byWeek(sums, scope, ({ cycleMinutes, completed }) => inDays(cycleMinutes, completed), null),
    numbers: [
      number(words.totals.cycle, inDays(sums.total['cycleMinutes'], sums.total['completed']), 'days'),
      number(words.totals.done, sums.total['completed'] ?? 0, 'count'),
    ],
  }),
}

/** Rows that a chart shows; the rest come together in the table of the API. */
const mostRows = 20

const without = 'none'

const estimates: Report = {
  source: 'tasks',
  groupBy: ({ workspaceId }) => (workspaceId === null ? 'workspace' : 'tasklist'),
  filter: done.filter,
  behind: (scope, point) => [
    ...done.filter(scope),
    `${scope.workspaceId === null ? 'workspaceId' : 'tasklistId'}=${quoted(point)}`,
  ],
  chart({ groups, total }) {
    const shown = groups
      .filter(({ estimateMinutes, spentMinutes }) => (estimateMinutes ?? 0) + (spentMinutes ?? 0) > 0)
      .toSorted((a, b) => (b['spentMinutes'] ?? 0) - (a['spentMinutes'] ?? 0))
      .slice(0, mostRows)
    const points = shown.map(({ group }): Point => {
      const name = group === null ? words.noTasklist : (knownName(String(group)) ?? words.unnamed)
      return { key: group === null ? without : String(group), label: name, name }
    })
    return {
      ...{ shape: 'rows', unit: 'minutes', points },
      series: [
        { key: 'spent', name: words.columns.spent },
        { key: 'estimate', name: words.columns.estimate },
      ],
      values: shown.map(({ spentMinutes, estimateMinutes }) => [spentMinutes ?? 0, estimateMinutes ?? 0]),
      numbers: [
        number(words.totals.spent, total['spentMinutes'] ?? 0, 'minutes'),
        number(words.totals.estimate, total['estimateMinutes'] ?? 0, 'minutes'),
        number(words.totals.ratio, share(total['spentMinutes'], total['estimateMinutes']), 'percent'),
      ],
    }
  },
}

const storage: Report = {
  source: 'files',
  groupBy: () => 'type',
  filter: () => [],
  behind: (_scope, point) => [`mimeType=${quoted(point)}`],
  chart({ groups, total }) {
    const shown = groups.toSorted((a, b) => (b['bytes'] ?? 0) - (a['bytes'] ?? 0)).slice(0, mostRows)
    return {
      ...{ shape: 'rows', unit: 'bytes', series: one(words.columns.size) },
      points: shown.map(({ group }) => ({
        ...{ key: String(group), label: String(group), name: String(group) },
      })),
      values: shown.map(({ bytes }) => [bytes ?? 0]),
      numbers: [
        number(words.totals.size, total['bytes'] ?? 0, 'bytes'),
        number(words.totals.files, total['count'] ?? 0, 'count'),
      ],
    }
  },
}

export const reports = { hours, billable, estimates, done, cycle, storage } as const satisfies Record<
  string,
  Report
>
export type ReportName = keyof typeof reports

/** A filter as the API writes it; of one workspace, if there is one. */
export const filterOf = ({ workspaceId }: Scope, conditions: readonly string[]): string =>
  [...(workspaceId === null ? [] : [`workspaceId=${quoted(workspaceId)}`]), ...conditions].join(' AND ')
