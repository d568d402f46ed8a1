import { demand, mayAdministerWorkspace } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import type { QueryParameter } from '../../http/operation.ts'
import type { TimeRow } from '../../schema/records/time.ts'
import type { Special } from '../attached-special.ts'
import { mayEnterTime } from './time.ts'

export const withTimes: QueryParameter = {
  sentence: '`true` also deletes the time that was entered on what is deleted; otherwise such time is a 409.',
  schema: { type: 'boolean', default: false },
}

const tooMany = {
  trash: ['deleted', 'Delete its subtasks one by one, or some of the entries, first.'],
  restore: ['restored', 'It stays in the trash; enter the time that is needed on a new task.'],
  move: ['moved', 'Move its subtasks one by one, or delete some of the entries, first.'],
} as const

/**
 * Time entries that go with their tasks. A company bills by them, so they are deleted only on demand. The sums
 * (`taskMinutes`) stay as they are: the tasks need them when they come back.
 */
export const attachedTimes: Special<TimeRow> = {
  most: 10_000,
  tooMany(verb) {
    const [done, instead] = tooMany[verb]
    return `More than 10,000 time entries would be ${done} with the task and its subtasks. ${instead}`
  },
  demand(verb, { actor, workspace: { role }, withTimes: wanted }, { userHash }) {
    if (verb === 'trash') {
      if (wanted !== true)
        throw problem(
          'conflict',
          'Time was entered on the task or its subtasks. To delete it too, add withTimes=true to the request.',
        )
      demand(
        mayEnterTime(actor, role, userHash),
        'Only Admins of the workspace may delete time that others entered.',
      )
    }
    if (verb === 'move')
      demand(
        mayAdministerWorkspace(role) || userHash === actor.userId,
        'Only Admins of the workspace may move tasks on which others entered time.',
      )
  },
}
