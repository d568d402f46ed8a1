import { optionalMoment, readOnly } from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { rawText } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

export const calendarFeed = resource(
  'calendarFeed',
  'The secret address at which calendar programs can subscribe to a person’s tasks and events.',
  { lastUsedAt: optionalMoment('When it was last fetched, to the hour.') },
  {
    table: 'calendarFeeds',
    hidden: {
      userHash: readOnly(reference('Whose calendar it is.', 'user')),
      hash: rawText('The hash of the secret in the address.'),
    },
  },
)

export type CalendarFeedRow = RowOf<typeof calendarFeed>
