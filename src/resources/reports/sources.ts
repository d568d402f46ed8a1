import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { Site } from '../../http/context.ts'
import type { List } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { Representation } from '../../schema/present.ts'
import type { FileRow } from '../../schema/records/file.ts'
import type { ReportSource } from '../../schema/records/report.ts'
import type { TaskRow } from '../../schema/records/task.ts'
import type { TimeRow } from '../../schema/records/time.ts'
import type { UserRow } from '../../schema/records/user.ts'
import type { WorkspaceRow } from '../../schema/records/workspace.ts'
import { files, presentFiles } from '../files/file.ts'
import { fileSummary } from '../files/summary.ts'
import { taskSummary } from '../tasks/summary.ts'
import { presentTasks, tasks } from '../tasks/task.ts'
import { timeSummary } from '../times/summary.ts'
import { presentTimes, times } from '../times/time.ts'
import { presentUser, users, visibleUsers } from '../users.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { mine, presentWorkspace, workspaces } from '../workspaces/workspace.ts'

/** A source of reports: a list, which of its rows the caller may see, and how to present them. */
export interface ReportedList {
  list: List
  /** The names of the groupings of its summary, if it has one. */
  groupings: readonly string[]
  visible: (reader: Reader, actor: Actor) => readonly Restriction[] | Promise<readonly Restriction[]>
  present: (
    reader: Reader,
    site: Site,
    actor: Actor,
    rows: readonly unknown[],
  ) => Representation[] | Promise<Representation[]>
}

/** The cast is safe: a page only contains rows of its own list. */
const presentedBy =
  <R>(
    present: (
      reader: Reader,
      site: Site,
      actor: Actor,
      rows: readonly R[],
    ) => Representation[] | Promise<Representation[]>,
  ): ReportedList['present'] =>
  (reader, site, actor, rows) =>
    present(reader, site, actor, rows as readonly R[])

const inWorkspaces =
  (list: List): ReportedList['visible'] =>
  (reader, actor) =>
    visibleContent(reader, actor, list)

export const sources = {
  tasks: {
    list: tasks,
    groupings: Object.keys(taskSummary.groupings),
    visible: inWorkspaces(tasks),
    present: presentedBy<TaskRow>(presentTasks),
  },
  times: {
    list: times,
    groupings: Object.keys(timeSummary.groupings),
    visible: inWorkspaces(times),
    present: presentedBy<TimeRow>((_reader, site, _actor, rows) => presentTimes(site, rows)),
  },
  files: {
    list: files,
    groupings: Object.keys(fileSummary.groupings),
    visible: inWorkspaces(files),
    present: presentedBy<FileRow>(presentFiles),
  },
  workspaces: {
    list: workspaces,
    groupings: [],
    visible: (_reader, actor) => mine(actor),
    present: presentedBy<WorkspaceRow>((_reader, site, _actor, rows) =>
      rows.map((row) => presentWorkspace(site, row)),
    ),
  },
  users: {
    list: users,
    groupings: [],
    visible: (_reader, actor) => visibleUsers(actor),
    present: presentedBy<UserRow>((_reader, site, _actor, rows) => rows.map((row) => presentUser(site, row))),
  },
} satisfies Record<ReportSource, ReportedList>

/** Undefined if this version does not know the source. */
export function findSource(name: string): ReportedList | undefined {
  return Object.hasOwn(sources, name) ? sources[name as ReportSource] : undefined
}
