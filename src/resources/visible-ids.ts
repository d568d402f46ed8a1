import type { Actor } from '../base/actor.ts'
import { audienceOf } from '../db/change-log/types.ts'
import type { VisibleIds } from '../feed/visible.ts'
import type { Site } from '../http/context.ts'
import { records } from '../schema/records.ts'
import { tableOf } from '../schema/storage.ts'
import { visibleAccountIds } from './accounts/account.ts'
import { visibleCommentIds } from './comments/comment.ts'
import { visibleFavoriteIds } from './favorites/favorite.ts'
import { visibleReportIds } from './reports/report.ts'
import { visibleStepIds } from './steps/step.ts'
import { visibleTagIds } from './tags/tag.ts'
import { visibleTimesheetIds } from './timesheets/timesheet.ts'
import { visibleUserIds } from './users.ts'
import { visibleGroupIds } from './workspace-groups.ts'
import { type ContentTable, visibleInside } from './workspaces/inside.ts'
import { visibleWorkspaceIds } from './workspaces/workspace.ts'

type Visible = Site['visibleIds'][string]

/** Members of a workspace see the records in it whose changes they see. */
const inside = records
  .filter(({ kind }) => audienceOf(`${kind}.created`) === 'members')
  .map((each): [string, Visible] => [
    each.kind,
    (reader, actor, ids) => visibleInside(reader, actor, tableOf(each) as ContentTable, ids),
  ])

/** For each kind of record: which of some ids an actor may see. */
export const visibleIds: Site['visibleIds'] = {
  ...Object.fromEntries(inside),
  user: visibleUserIds,
  account: visibleAccountIds,
  workspaceGroup: visibleGroupIds,
  workspace: visibleWorkspaceIds,
  step: visibleStepIds,
  tag: visibleTagIds,
  timesheet: visibleTimesheetIds,
  comment: visibleCommentIds,
  report: visibleReportIds,
  favorite: visibleFavoriteIds,
}

/** The ids, among some of a kind, of the records that a caller may see; none of an unknown kind. */
export const visibleAmong: VisibleIds = async (reader, caller, kind, ids) =>
  // Visibility depends on nothing else about the caller.
  (await visibleIds[kind]?.(reader, caller as Actor, ids)) ?? new Set()
