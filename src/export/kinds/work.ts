import { taskStatuses } from '../../db/rows/work.ts'
import {
  choice,
  customFields,
  day,
  id,
  idList,
  integer,
  longText,
  moment,
  nameText,
  optional,
  reference,
  text,
  textList,
  truth,
} from '../columns.ts'
import { inWorkspace, kind, oneOf, record, trash, uniqueKey } from '../kind.ts'

const here = { sameWorkspace: true, unlessInTrash: true } as const

export const milestones = kind('milestones', {
  columns: {
    ...record,
    ...inWorkspace,
    title: nameText(),
    description: optional(longText()),
    status: choice(taskStatuses),
    startDate: optional(day),
    dueDate: optional(day),
    reminders: textList,
    customFields,
  },
  unique: [uniqueKey],
})

export const events = kind('events', {
  columns: {
    ...record,
    ...inWorkspace,
    title: nameText(),
    description: optional(longText()),
    location: optional(longText()),
    startsAt: moment,
    endsAt: moment,
    allDay: truth,
  },
  unique: [uniqueKey],
})

export const tasklists = kind('tasklists', {
  columns: {
    ...record,
    ...inWorkspace,
    tasklistName: nameText(),
    startDate: optional(day),
    milestoneId: optional(reference('milestones', here)),
    template: truth,
  },
  unique: [uniqueKey],
})

/** In the trash while what bears it is cleared. */
export const tags = kind('tags', {
  columns: { ...record, ...trash, tagName: nameText(), mergedInto: optional(reference('tags')) },
  unique: [uniqueKey, oneOf('tagNameKey')],
})

export const tasks = kind('tasks', {
  columns: {
    ...record,
    ...trash,
    ...inWorkspace,
    parentTaskId: optional(reference('tasks', here)),
    tasklistId: optional(reference('tasklists', here)),
    milestoneId: optional(reference('milestones', here)),
    title: nameText(),
    description: optional(longText()),
    status: choice(taskStatuses),
    priority: integer(1, 5),
    startDate: optional(day),
    dueDate: optional(day),
    completedAt: optional(moment),
    estimateMinutes: optional(integer(0, 1_000_000_000)),
    assignees: idList('users'),
    tagIds: idList('tags'),
    customFields,
  },
  unique: [uniqueKey],
  tree: { parent: 'parentTaskId', deepest: 8 },
  // Lists rely on it.
  fault: ({ status, completedAt }) =>
    (status === 'Completed') === (completedAt !== null)
      ? undefined
      : 'must have a "completedAt" just when its "status" is Completed',
})

export const times = kind('times', {
  columns: {
    ...record,
    ...trash,
    ...inWorkspace,
    taskId: optional(reference('tasks', here)),
    userHash: reference('users'),
    date: day,
    minutes: integer(1, 1_440),
    billable: truth,
    note: optional(longText()),
  },
  unique: [uniqueKey],
})

export const timers = kind('timers', {
  columns: {
    ...record,
    userHash: reference('users'),
    startedAt: moment,
    // The timer may outlast what it was started for.
    workspaceId: id,
    taskId: optional(id),
    billable: truth,
    note: optional(longText()),
  },
  unique: [oneOf('userHash')],
})

export const reports = kind('reports', {
  columns: {
    ...record,
    reportName: nameText(),
    source: text(),
    shared: truth,
    columns: textList,
    filter: optional(text({ max: 8_192 })),
    sort: optional(text({ max: 8_192 })),
  },
  unique: [uniqueKey],
})
