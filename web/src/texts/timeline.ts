import { plural } from './plural.ts'

/** The texts of the timeline of tasks. */
export const timelineTexts = {
  label: 'Timeline',
  zoom: 'Zoom',
  zooms: { week: 'Week', month: 'Month', quarter: 'Quarter' },
  today: 'Today',
  days: 'Days',
  dates: 'Dates',
  link: 'Drag to a task that has to wait for this one',
  linked: (first: string, waiting: string) => `${waiting} waits for ${first}.`,
  milestones: 'Milestones',
  quarter: (quarter: number, year: string) => `Q${quarter} ${year}`,
  noDates: 'No dates',
  noDatesHint: 'Drag onto a day to set its dates',
  moreUndated: 'Show more',
  giveDate: (title: string) => `Set due date of ${title}`,
  range: (start: string, end: string) => `${start} – ${end}`,
  spokenRange: (start: string, end: string, days: number) =>
    `${start} to ${end}, ${plural(days, 'day', 'days')}`,
  barOf: (title: string, dates: string) => `${title}, ${dates}`,
  milestoneAt: (title: string, day: string) => `Milestone ${title}, ${day}`,
  moved: (title: string, dates: string) => `${title}: ${dates}`,
  datesOf: (title: string) => `Dates of ${title}`,
  starts: (day: string) => `Starts ${day}`,
  ends: (day: string) => `Ends ${day}`,
  was: (days: number, before: string) => `${plural(days, 'day', 'days')}, was ${before}`,
  empty: 'No task has a date yet',
  emptyHint: 'Drag a task from “No dates” onto a day, or press D to set its due date.',
  emptyWithout: 'A new task on the timeline starts today.',
} as const
