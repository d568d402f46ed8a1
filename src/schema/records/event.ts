import { boolean, instant, onlyNew } from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

export const event = resource(
  'event',
  'An entry in the calendar of a workspace.',
  {
    title: name('What takes place.', { example: 'Kick-off' }),
    description: notes('More about it.'),
    location: notes('Where it takes place.', { max: 255, example: 'Room 4' }),
    startsAt: instant('When it starts. A day without a time means the start of that day in UTC.', {
      required: true,
      example: '2026-03-31T09:30:00.000Z',
    }),
    endsAt: instant('When it ends, not before `startsAt`. Defaults to `startsAt`.', {
      example: '2026-03-31T11:00:00.000Z',
    }),
    allDay: boolean('Whether it lasts whole days, so that times of day need not be shown.', {
      fallback: false,
    }),
    workspaceId: onlyNew(reference('The workspace it is in.', 'workspace', { required: true })),
  },
  {
    table: 'events',
    searched: ['title', 'description', 'location'],
    list: {
      sort: ['title', 'startsAt', 'endsAt'],
      filter: ['title', 'startsAt', 'endsAt', 'allDay', 'workspaceId'],
      filterIndexes: ['workspaceId', 'externalId'],
    },
  },
)

export type EventRow = RowOf<typeof event>
