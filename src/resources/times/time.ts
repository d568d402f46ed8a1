import type { Role } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { TimeRow } from '../../db/rows/times.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { boolean, day, integer, onlyNew } from '../../schema/fields/fields.ts'
import { optionalReference, reference } from '../../schema/fields/reference.ts'
import { notes } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { resource } from '../../schema/resource.ts'
import { type Found, findInside } from '../workspaces/inside.ts'

/** "Integer 1 to 1440." */
export const longestEntry = 1_440

export const time = resource(
  'time',
  'Time that somebody worked in a workspace, on one of its tasks or none.',
  {
    date: day('The day of the work.', { required: true, example: '2026-03-02' }),
    minutes: integer('How long it took, in minutes.', 1, longestEntry, {
      required: true,
      example: 90,
      unit: 'minutes',
    }),
    note: notes('What was done.', { example: 'First draft, with the customer' }),
    billable: boolean('Whether it is to be billed.', { fallback: false }),
    userHash: onlyNew(
      reference(
        'Whose time it is (a userHash): yours where it is not given; another’s for Admins of the workspace.',
        'user',
      ),
    ),
    workspaceId: onlyNew(
      reference(
        'The workspace; that of the task where it is not given, and required where there is none.',
        'workspace',
      ),
    ),
    taskId: optionalReference('The task, in the same workspace.', 'task'),
  },
)

export const times = listOf(time, {
  from: '"times" t',
  trash: true,
  sort: ['date', 'minutes'],
  filter: ['date', 'minutes', 'billable', 'userHash', 'workspaceId', 'taskId'],
  sortIndexes: ['date', 'minutes', 'updatedAt'],
  filterIndexes: ['userHash', 'workspaceId', 'taskId', 'externalId'],
})

export function presentTime(site: Site, row: TimeRow): Representation {
  return present(time, site.publicUrl, row.id, row)
}

export const presentTimes = (site: Site, found: readonly TimeRow[]): Representation[] =>
  found.map((row) => presentTime(site, row))

/** "One enters and changes one's own; workspace admins others' too." */
export function mayEnterTime(actor: Actor, role: Role, userHash: string): boolean {
  return role === 'Admin' || (role === 'Contributor' && userHash === actor.userId)
}

export function findTime(reader: Reader, actor: Actor, id: string): Promise<Found<TimeRow>> {
  return findInside(reader, actor, 'times', id, 'time entry')
}
