import { choice, day, mayBeGone, onlyNew, optionalMoment, readOnly } from '../fields/fields.ts'
import { optionalReference, reference } from '../fields/reference.ts'
import { notes } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

const timesheetStates = ['open', 'submitted', 'approved', 'returned'] as const
export type TimesheetState = (typeof timesheetStates)[number]

/** At most one for each week and person. */
export const timesheet = resource(
  'timesheet',
  'A week of a person’s time entries, to be approved.',
  {
    week: onlyNew(day('The Monday of the week.', { required: true, example: '2026-03-02' })),
    userHash: onlyNew(
      reference(
        'Whose week it is (a userHash). Defaults to you; only company admins can name others.',
        'user',
      ),
    ),
    state: readOnly(
      choice(
        '`open` until it is submitted, then `submitted`, and `approved` or `returned` by somebody who may approve time.',
        timesheetStates,
        { fallback: 'open' },
      ),
    ),
    note: notes('A note for the people who approve it, or their reason for returning it.', {
      example: 'Friday was a holiday',
    }),
    submittedAt: optionalMoment('When it was last submitted; null if it never was.'),
    decidedAt: optionalMoment('When it was last approved or returned; null if it never was.'),
    decidedBy: mayBeGone(
      readOnly(
        optionalReference('Who last approved or returned it (a userHash); null if nobody did.', 'user'),
      ),
    ),
  },
  {
    table: 'timesheets',
    list: {
      sort: ['week'],
      filter: ['week', 'userHash', 'state'],
      filterIndexes: ['userHash', 'state', 'externalId'],
    },
  },
)

export type TimesheetRow = RowOf<typeof timesheet>
