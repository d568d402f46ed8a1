import { account } from './records/account.ts'
import { calendarFeed } from './records/calendar-feed.ts'
import { client, clientKey } from './records/client.ts'
import { comment } from './records/comment.ts'
import { company } from './records/company.ts'
import { event } from './records/event.ts'
import { favorite } from './records/favorite.ts'
import { file, fileVersion } from './records/file.ts'
import { folder } from './records/folder.ts'
import { invitation } from './records/invitation.ts'
import { milestone } from './records/milestone.ts'
import { notification } from './records/notification.ts'
import { notificationSettings } from './records/notification-settings.ts'
import { report } from './records/report.ts'
import { role } from './records/role.ts'
import { session } from './records/session.ts'
import { settings } from './records/settings.ts'
import { stage } from './records/stage.ts'
import { step } from './records/step.ts'
import { tag } from './records/tag.ts'
import { task } from './records/task.ts'
import { tasklist } from './records/tasklist.ts'
import { time } from './records/time.ts'
import { timer } from './records/timer.ts'
import { timesheet } from './records/timesheet.ts'
import { user } from './records/user.ts'
import { delivery, webhook } from './records/webhook.ts'
import { workspace } from './records/workspace.ts'
import { workspaceGroup } from './records/workspace-group.ts'
import type { Resource, RowOf } from './resource.ts'

/** Every resource that has a table of its own, by table. Records follow the records they refer to. */
const byTable = {
  companies: company,
  users: user,
  settings,
  notificationSettings,
  roles: role,
  workspaceGroups: workspaceGroup,
  accounts: account,
  workspaces: workspace,
  folders: folder,
  milestones: milestone,
  events: event,
  tasklists: tasklist,
  stages: stage,
  tags: tag,
  tasks: task,
  steps: step,
  times: time,
  timers: timer,
  timesheets: timesheet,
  reports: report,
  files: file,
  fileVersions: fileVersion,
  comments: comment,
  favorites: favorite,
  notifications: notification,
  clients: client,
  clientKeys: clientKey,
  webhooks: webhook,
  deliveries: delivery,
  sessions: session,
  invitations: invitation,
  calendarFeeds: calendarFeed,
} satisfies Readonly<Record<string, Resource>>

/** The rows of each resource's table. */
export type RecordRows = { [T in keyof typeof byTable]: RowOf<(typeof byTable)[T]> }

export const records: readonly Resource[] = Object.values<Resource>(byTable)

export function recordOfTable(table: string): Resource | undefined {
  return records.find((each) => each.table === table)
}

export function recordOfKind(kind: string): Resource | undefined {
  return records.find((each) => each.kind === kind)
}
