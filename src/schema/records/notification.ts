import {
  addedLater,
  boolean,
  choice,
  computed,
  integer,
  mayBeGone,
  moment,
  optionalMoment,
  readOnly,
} from '../fields/fields.ts'
import { optionalReference, reference, references } from '../fields/reference.ts'
import { type RowOf, resource, trash } from '../resource.ts'

/** From the strongest: a notification about several things has the reason of the strongest one. */
export const notificationReasons = [
  'mention',
  'assigned',
  'reply',
  'comment',
  'due',
  'review',
  'status',
  'file',
] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** The lower, the stronger. */
export const strengthOf = (reason: NotificationReason): number => notificationReasons.indexOf(reason)

/** The most people that a notification names. */
export const mostActors = 10

export const notification = resource(
  'notification',
  'Activity on a record that concerns you. A record has one notification until you mark it as done.',
  {
    reason: readOnly(
      choice('Why you got it; the strongest reason if there are several.', notificationReasons),
    ),
    recordKind: readOnly(
      choice('The kind of the record.', ['task', 'file', 'milestone', 'event', 'timesheet']),
    ),
    recordId: readOnly(mayBeGone(reference('The id of the record.', 'record'))),
    workspaceId: readOnly(
      optionalReference('The workspace of the record; null for a timesheet, which has none.', 'workspace'),
    ),
    commentId: mayBeGone(readOnly(optionalReference('The newest comment that it is about.', 'comment'))),
    actors: mayBeGone(
      readOnly(references('Who did it, the latest first (userHashes).', 'user', { max: mostActors })),
    ),
    count: readOnly(integer('How many things happened since you last read it.', 1, Number.MAX_SAFE_INTEGER)),
    firstAt: moment('When the first of them happened.'),
    lastAt: moment('When the last of them happened.'),
    read: computed(boolean('Whether you have read it.')),
    done: computed(boolean('Whether it is done.')),
    snoozed: computed(boolean('Whether it is snoozed.')),
    readAt: optionalMoment('When you read it; null until then.'),
    doneAt: optionalMoment('When it was done; null until then.'),
    snoozedUntil: optionalMoment('When the snooze ends; null if it is not snoozed.'),
  },
  {
    table: 'notifications',
    alwaysRead: ['readAt', 'doneAt', 'snoozedUntil'],
    list: {
      sort: ['lastAt'],
      filter: ['reason', 'recordKind', 'recordId', 'workspaceId', 'lastAt', 'read', 'done', 'snoozed'],
      sortIndexes: ['lastAt'],
      filterIndexes: [],
    },
    hidden: {
      ...trash,
      userHash: readOnly(reference('Who gets it.', 'user')),
      taskId: readOnly(optionalReference('The record, if it is a task.', 'task')),
      fileId: readOnly(optionalReference('The record, if it is a file.', 'file')),
      milestoneId: readOnly(optionalReference('The record, if it is a milestone.', 'milestone')),
      eventId: readOnly(optionalReference('The record, if it is an event.', 'event')),
      timesheetId: addedLater(readOnly(optionalReference('The record, if it is a timesheet.', 'timesheet'))),
    },
  },
)

export type NotificationRow = RowOf<typeof notification>
