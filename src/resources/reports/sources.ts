import type { Actor } from '../../actor.ts'
import type { Reader } from '../../db/database.ts'
import type { FileRow } from '../../db/rows/files.ts'
import type { UserRow } from '../../db/rows/people.ts'
import type { WorkspaceRow } from '../../db/rows/places.ts'
import type { TimeRow } from '../../db/rows/times.ts'
import type { TaskRow } from '../../db/rows/work.ts'
import type { Part } from '../../db/walks.ts'
import type { Site } from '../../http/context.ts'
import type { List } from '../../http/list.ts'
import type { Shown } from '../../http/shown.ts'
import { files, showFiles } from '../files/file.ts'
import { showTasks, tasks } from '../tasks/task.ts'
import { showTimes, times } from '../times/time.ts'
import { showUser, users, visibleUsers } from '../users.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { mine, showWorkspace, workspaces } from '../workspaces/workspace.ts'

/** What a report can be about: a list, what of it the caller may see, and how its rows are shown. */
export interface Source {
  list: List
  visible: (reader: Reader, actor: Actor) => readonly Part[] | Promise<readonly Part[]>
  show: (reader: Reader, site: Site, rows: readonly unknown[]) => Shown[] | Promise<Shown[]>
}

/** A page gives rows of its own list; nothing else is ever shown by this. */
const shownBy =
  <R>(show: (reader: Reader, site: Site, rows: readonly R[]) => Shown[] | Promise<Shown[]>): Source['show'] =>
  (reader, site, rows) =>
    show(reader, site, rows as readonly R[])

const inWorkspaces =
  (list: List): Source['visible'] =>
  (reader, actor) =>
    visibleContent(reader, actor, list)

/** All of them, in one place: a further one is a line here. */
export const sources = {
  tasks: { list: tasks, visible: inWorkspaces(tasks), show: shownBy<TaskRow>(showTasks) },
  times: {
    list: times,
    visible: inWorkspaces(times),
    show: shownBy<TimeRow>((_reader, site, rows) => showTimes(site, rows)),
  },
  files: { list: files, visible: inWorkspaces(files), show: shownBy<FileRow>(showFiles) },
  workspaces: {
    list: workspaces,
    visible: (_reader, actor) => mine(actor),
    show: shownBy<WorkspaceRow>((_reader, site, rows) => rows.map((row) => showWorkspace(site, row))),
  },
  users: {
    list: users,
    visible: (_reader, actor) => visibleUsers(actor),
    show: shownBy<UserRow>((_reader, site, rows) => rows.map((row) => showUser(site, row))),
  },
} satisfies Record<string, Source>

export type SourceName = keyof typeof sources

export const sourceNames = Object.keys(sources) as SourceName[]

/** One that this version does not know is undefined. */
export function findSource(name: string): Source | undefined {
  return Object.hasOwn(sources, name) ? sources[name as SourceName] : undefined
}
