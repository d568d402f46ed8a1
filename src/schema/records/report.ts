import { boolean, choice, onlyNew } from '../fields/fields.ts'
import { texts } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

/** The lists that reports can be made from. */
const reportSources = ['tasks', 'times', 'files', 'workspaces', 'users'] as const
export type ReportSource = (typeof reportSources)[number]

export const report = resource(
  'report',
  'A saved list: a source, and which of its records and fields to show.',
  {
    reportName: name('The name of the report.', { example: 'Billable time' }),
    source: onlyNew(choice('The list it is made from.', reportSources, { required: true, example: 'times' })),
    columns: texts(
      'The fields it shows, such as `task.title` or `title`, and `task.id`. All of them if it names none.',
      { example: ['date', 'minutes'] },
    ),
    filter: notes('Which records it shows: a filter of the list.', {
      max: 8_192,
      example: 'billable=true',
    }),
    sort: notes('How it is sorted: a sort of the list.', { max: 255, example: '-date' }),
    shared: boolean('Whether all internal people of the company see it. Its creator always does.', {
      fallback: false,
    }),
  },
  { table: 'reports', list: { sort: ['reportName'], filter: ['reportName', 'source', 'shared'] } },
)

export type ReportRow = RowOf<typeof report>
