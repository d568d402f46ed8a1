import { visibleAccountIds } from './accounts/account.ts'
import { visibleEventIds } from './events.ts'
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
import { visibleUserIds } from './users.ts'
import { visibleGroupIds } from './workspace-groups.ts'
import { visibleWorkspaceIds } from './workspaces/workspace.ts'

/** For each kind of record: which of some ids the caller may see. */
export const visibleIds = {
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
  event: visibleEventIds,
  report: visibleReportIds,
} as const
