import type { Role } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TimeRow, time } from '../../schema/records/time.ts'
import { type Found, findInside } from '../workspaces/inside.ts'

export const times = listOf(time)

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
