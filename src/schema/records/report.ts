import { addedLater, boolean, choice, onlyNew } from '../fields/fields.ts'
import { optionalReference, texts } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { ordered, type RowOf, resource } from '../resource.ts'

/** The lists that can be the source of a report. */
const reportSources = ['tasks', 'times', 'files', 'workspaces', 'users'] as const
export type ReportSource = (typeof reportSources)[number]

/** How pages show a report. */
const layouts = ['list', 'board', 'timeline', 'calendar', 'chart'] as const

export const report = resource(
  'report',
  'A saved list: a source, and which of its records and fields to show.',
  {
    reportName: name('The name of the report.', { example: 'Billable time' }),
    source: onlyNew(choice('The list that it shows.', reportSources, { required: true, example: 'times' })),
    columns: texts(
      'The fields it shows, such as `task.title` or `title`, and `task.id`. All of them if it names none.',
      { example: ['date', 'minutes'] },
    ),
    filter: notes('Which records it shows: a filter of the list.', {
      max: 8_192,
      example: 'billable=true',
    }),
    sort: notes('How it is sorted: a sort of the list.', { max: 255, example: '-date' }),
    shared: boolean(
      'Whether all internal people of the company can see it or, if it has a workspace, all members of the workspace. Its creator always can.',
      { fallback: false },
    ),
    workspaceId: addedLater(
      onlyNew(
        optionalReference(
          'The workspace that it is a view of: it contains only records of this workspace, and only its members can see it. Null for a report on all workspaces.',
          'workspace',
        ),
      ),
    ),
    layout: addedLater(
      choice('How the web application shows it.', layouts, { fallback: 'list', example: 'chart' }),
    ),
    groupBy: addedLater(
      notes('One or two groupings of the summary of the list, joined by a comma.', {
        max: 255,
        example: 'user',
      }),
    ),
    dateField: addedLater(
      notes('The date or timestamp by which a timeline, a calendar or a chart places the records.', {
        max: 255,
        example: 'date',
      }),
    ),
  },
  {
    table: 'reports',
    list: {
      sort: ['reportName'],
      filter: ['reportName', 'source', 'shared', 'workspaceId', 'layout'],
      filterIndexes: ['workspaceId', 'externalId'],
      orderedWithin: 'workspaceId',
    },
    hidden: ordered,
  },
)

export type ReportRow = RowOf<typeof report>
