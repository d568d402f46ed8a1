import { queryOptions, useQuery } from '@tanstack/react-query'
import { readEach } from '../../api/queries.ts'
import type { Time } from '../../api/types.ts'
import { addDays, mondayOf, today } from '../../parts/days.ts'
import type { Entry } from './cells.ts'

export const thisMonday = (): string => mondayOf(today())

/** The Monday of a week such as `2026-W07`. */
export function mondayOfWeek(week: string): string {
  const [year = '', number = ''] = week.split('-W')
  return addDays(mondayOf(`${year}-01-04`), (Number(number) - 1) * 7)
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** "16–22 November", "26 October–1 November 2025" */
export function weekWords(monday: string): string {
  const options: Intl.DateTimeFormatOptions = {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...(monday.slice(0, 4) !== today().slice(0, 4) && { year: 'numeric' }),
  }
  const range = new Intl.DateTimeFormat(undefined, options)
  return range.formatRange(new Date(`${monday}T00:00:00Z`), new Date(`${addDays(monday, 6)}T00:00:00Z`))
}

/** "Mon 16" */
export const columnWords = (day: string): string =>
  `${format(day, { weekday: 'short' })} ${format(day, { day: 'numeric' })}`

export function weekAddress(monday: string): string {
  const query = new URLSearchParams({
    limit: '500',
    fields: 'date,minutes,note,billable,workspaceId,taskId,createdAt',
    expand: 'names',
    sort: 'date',
    filter: `userHash="me" AND date>="${monday}" AND date<="${addDays(monday, 6)}"`,
  })
  return `/v1/times?${query}`
}

/** Reads all pages of a week. */
async function readWeek(address: string, signal: AbortSignal): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const { id, details } of readEach<Time>(address, signal)) entries.push({ ...details, id })
  return entries
}

export function weekQuery(monday: string) {
  const address = weekAddress(monday)
  return queryOptions({
    queryKey: ['week', address],
    queryFn: ({ signal }): Promise<Entry[]> => readWeek(address, signal),
  })
}

/** The entries of the person who is signed in, in the week of a Monday. */
export function useWeek(monday: string) {
  return useQuery(weekQuery(monday))
}
