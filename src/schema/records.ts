import { account } from './records/account.ts'
import { calendarFeed } from './records/calendar-feed.ts'
import { client, clientKey } from './records/client.ts'
import { company } from './records/company.ts'
import { event } from './records/event.ts'
import { file, fileVersion } from './records/file.ts'
import { folder } from './records/folder.ts'
import { invitation } from './records/invitation.ts'
import { milestone } from './records/milestone.ts'
import { report } from './records/report.ts'
import { role } from './records/role.ts'
import { session } from './records/session.ts'
import { tag } from './records/tag.ts'
import { task } from './records/task.ts'
import { tasklist } from './records/tasklist.ts'
import { time } from './records/time.ts'
import { timer } from './records/timer.ts'
import { user } from './records/user.ts'
import { workspace } from './records/workspace.ts'
import { workspaceGroup } from './records/workspace-group.ts'
import type { Resource } from './resource.ts'

/** Every resource that has a table of its own. */
export const records: readonly Resource[] = [
  company,
  user,
  role,
  workspaceGroup,
  account,
  workspace,
  folder,
  milestone,
  event,
  tasklist,
  tag,
  task,
  time,
  timer,
  report,
  file,
  fileVersion,
  client,
  clientKey,
  session,
  invitation,
  calendarFeed,
]

export function recordOfTable(table: string): Resource | undefined {
  return records.find((each) => each.table === table)
}

export function recordOfKind(kind: string): Resource | undefined {
  return records.find((each) => each.kind === kind)
}
