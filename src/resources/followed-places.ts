import type { Actor } from '../base/actor.ts'
import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Site } from '../http/context.ts'
import type { Representation } from '../schema/present.ts'
import { findFile, presentFile } from './files/file.ts'
import { findMilestone, presentMilestone } from './milestones.ts'
import { findTask, presentTask } from './tasks/task.ts'
import type { Found } from './workspaces/inside.ts'
import { enterWorkspace, presentWorkspace } from './workspaces/workspace.ts'

export type FoundFollowed = Found<{ companyNo: number; id: string }>

/** A kind of record that people follow. */
export interface FollowedPlace {
  kind: 'task' | 'file' | 'milestone' | 'workspace'
  path: string
  /** The table of its subscribers. */
  table: 'taskSubscribers' | 'fileSubscribers' | 'milestoneSubscribers' | 'workspaceSubscribers'
  /** The column that names the record, there and in `mutes`. */
  column: 'taskId' | 'fileId' | 'milestoneId' | 'workspaceId'
  /** The id of the record in the parameters of a path. */
  idIn: (params: object) => string
  find: (reader: Reader, actor: Actor, id: string) => Promise<FoundFollowed>
  present: (
    reader: Reader,
    site: Site,
    actor: Actor,
    found: FoundFollowed,
  ) => Representation | Promise<Representation>
}

/** Whether a person is in a table of subscribers, or of those who mute a record. */
export async function isListed(
  reader: Reader,
  table: string,
  column: string,
  { companyNo, id }: { companyNo: number; id: string },
  userId: string,
): Promise<boolean> {
  const found = await rows(
    reader,
    sql`SELECT "userId" FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND ${sql.id(column)} = ${id}
      AND "userId" = ${userId}`,
  )
  return found.length > 0
}

/** `present` gets what `find` has found. */
function place<R extends { companyNo: number; id: string }>(
  kind: FollowedPlace['kind'],
  find: (reader: Reader, actor: Actor, id: string) => Promise<Found<R>>,
  present: (reader: Reader, site: Site, actor: Actor, row: R) => Representation | Promise<Representation>,
): FollowedPlace {
  const column = `${kind}Id` as const
  return {
    kind,
    path: `/v1/${kind}s/:${column}`,
    table: `${kind}Subscribers`,
    column,
    idIn: (params) => String((params as Record<string, string>)[column]),
    find,
    present: (reader, site, actor, { row }) => present(reader, site, actor, row as R),
  }
}

export const followedPlaces: readonly FollowedPlace[] = [
  place('file', findFile, presentFile),
  place('task', findTask, presentTask),
  place('milestone', findMilestone, (_reader, site, _actor, row) => presentMilestone(site, row)),
  place(
    'workspace',
    async (reader, actor, id) => {
      const workspace = await enterWorkspace(reader, actor, id)
      return { row: workspace, workspace }
    },
    (_reader, site, _actor, row) => presentWorkspace(site, row),
  ),
]
