import type { Actor } from '../base/actor.ts'
import type { VisibleIds } from '../feed/visible.ts'
import type { Site } from '../http/context.ts'
import { visibleAccountIds } from './accounts/account.ts'
import { visibleCommentIds } from './comments/comment.ts'
import { visibleEventIds } from './events.ts'
import { visibleFavoriteIds } from './favorites/favorite.ts'
import { visibleFileIds } from './files/file.ts'
import { visibleFolderIds } from './folders/folder.ts'
import { visibleMilestoneIds } from './milestones.ts'
import { visibleReportIds } from './reports/report.ts'
import { visibleStageIds } from './stages/stage.ts'
import { visibleStepIds } from './steps/step.ts'
import { visibleTagIds } from './tags/tag.ts'
import { visibleTasklistIds } from './tasklists/tasklist.ts'
import { visibleTaskIds } from './tasks/task.ts'
import { visibleTimeIds } from './times/time.ts'
import { visibleTimesheetIds } from './timesheets/timesheet.ts'
import { visibleUserIds } from './users.ts'
import { visibleGroupIds } from './workspace-groups.ts'
import { visibleWorkspaceIds } from './workspaces/workspace.ts'

/** For each kind of record: which of some ids an actor may see. */
export const visibleIds: Site['visibleIds'] = {
  user: visibleUserIds,
  account: visibleAccountIds,
  workspaceGroup: visibleGroupIds,
  workspace: visibleWorkspaceIds,
  folder: visibleFolderIds,
  milestone: visibleMilestoneIds,
  tasklist: visibleTasklistIds,
  stage: visibleStageIds,
  step: visibleStepIds,
  task: visibleTaskIds,
  tag: visibleTagIds,
  file: visibleFileIds,
  time: visibleTimeIds,
  timesheet: visibleTimesheetIds,
  event: visibleEventIds,
  comment: visibleCommentIds,
  report: visibleReportIds,
  favorite: visibleFavoriteIds,
}

/** The ids, among some of a kind, of the records that a caller may see; none of an unknown kind. */
export const visibleAmong: VisibleIds = async (reader, caller, kind, ids) =>
  // Visibility depends on nothing else about the caller.
  (await visibleIds[kind]?.(reader, caller as Actor, ids)) ?? new Set()
