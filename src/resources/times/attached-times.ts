import { demand, mayAdministerWorkspace } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import type { QueryParameter } from '../../http/operation.ts'
import { mondayOf } from '../../query/days.ts'
import type { TimeRow } from '../../schema/records/time.ts'
import type { Act, Special } from '../attached-special.ts'
import { demandNotApproved } from '../timesheets/timesheet.ts'
import { mayEnterTime } from './time.ts'

export const withTimes: QueryParameter = {
  sentence: '`true` also deletes the logged time; otherwise logged time leads to a 409.',
  schema: { type: 'boolean', default: false },
}

const tooMany = {
  trash: ['deleted', 'Delete its subtasks one by one first, or some of the entries.'],
  restore: ['restored', 'It stays in the trash. Log the time you need on a new task.'],
  move: ['moved', 'Move its subtasks one by one first, or delete some of the entries.'],
} as const

const open = new WeakMap<Act, Map<string, Promise<void>>>()

/** Checks once for each week and person, however many entries there are. */
function demandOpenWeek(act: Act, userHash: string, date: string): Promise<void> {
  const asked = open.get(act) ?? new Map<string, Promise<void>>()
  open.set(act, asked)
  const key = `${userHash} ${mondayOf(date)}`
  const answer = asked.get(key) ?? demandNotApproved(act.tx, act.actor, userHash, [date])
  asked.set(key, answer)
  return answer
}

/**
 * Time entries that are trashed, restored and moved with their tasks. Companies bill by them, so they are
 * deleted only on request. The sums (`taskMinutes`) stay unchanged, because restored tasks need them.
 */
export const attachedTimes: Special<TimeRow> = {
  most: 10_000,
  tooMany(verb) {
    const [done, instead] = tooMany[verb]
    return `More than 10,000 time entries would be ${done} with the task and its subtasks. ${instead}`
  },
  async demand(verb, act, { userHash, date }) {
    const { actor, workspace, withTimes: wanted } = act
    const { role } = workspace
    if (verb === 'trash') {
      if (wanted !== true)
        throw problem(
          'conflict',
          'Time was logged on the task or its subtasks. To delete it too, add withTimes=true to the request.',
        )
      demand(
        mayEnterTime(actor, role, userHash),
        'Only Admins of the workspace may delete time that others logged.',
      )
    }
    if (verb === 'move')
      demand(
        mayAdministerWorkspace(role) || userHash === actor.userId,
        'Only Admins of the workspace may move tasks on which others logged time.',
      )
    await demandOpenWeek(act, userHash, date)
  },
}
