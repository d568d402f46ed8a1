import type { Organization } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import type { Caller } from './caller.ts'
import { files, folders, notes, people, places, tags } from './sample.ts'
import type { SampleWorkspace } from './workspaces.ts'

interface Team {
  admin: Caller
  /** In the order of the sample. */
  members: readonly Caller[]
}

export interface Counts {
  people: number
  workspaces: number
  tasks: number
  times: number
  files: number
}

/** The date this many days from today. */
const day = (offset: number): string => new Date(clock.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** How many days ago the work on the first tasks of a workspace began: they fill the last twelve weeks. */
const began = [-80, -61, -42, -23, -16]

/** How many of these are finished. */
const finished = 3

/** The days on which the work on a task of a workspace begins, and on which it is due. */
function spanOf(n: number, shift: number, workspaceNo: number): { start: number; due: number } {
  const first = began[n]
  // The tasks that are in progress are late.
  const planned = { start: shift + n * 3 - 20, due: shift + n * 3 - 14 }
  if (first === undefined) return planned
  const start = first + workspaceNo - 1
  return n < finished ? { start, due: start + 13 + workspaceNo * 3 } : { ...planned, start }
}

/** The task of each workspace, by its index, on which the person who created the company works this week. */
const ownTask = 3

/** The time entries of the members for a task, by its index. */
const entriesOf = (n: number): number => (n < began.length ? 4 : 0)

/** The Friday before, for a day of a weekend. */
function workday(offset: number): string {
  const weekday = new Date(clock.now() + offset * 86_400_000).getUTCDay()
  return day(weekday === 6 ? offset - 1 : weekday === 0 ? offset - 2 : offset)
}

/** A day of this week, at the latest today. */
function thisWeek(daysAfterMonday: number): string {
  const sinceMonday = (new Date(clock.now()).getUTCDay() + 6) % 7
  return day(Math.min(daysAfterMonday, sinceMonday) - sinceMonday)
}

/** The final number of tasks, time entries and files. */
export function countWhole(): number {
  return places
    .flatMap(({ workspaces }) => workspaces)
    .flatMap(({ tasks }) => [
      files.length,
      ...tasks.map(({ subtasks = [] }, n) => 1 + subtasks.length + entriesOf(n) + Number(n === ownTask)),
    ])
    .reduce((sum, count) => sum + count, 0)
}

/** Builds the sample company through the API, as its own people. `between` is called again and again. */
export async function buildSample(
  team: Team,
  organization: Organization,
  between: () => Promise<void>,
): Promise<Counts> {
  const counts: Counts = { people: team.members.length + 1, workspaces: 0, tasks: 0, times: 0, files: 0 }
  for (const place of places) {
    const above =
      organization === 'accounts'
        ? `/v1/accounts/${await team.admin.create('/v1/accounts', { accountName: place.name })}`
        : `/v1/workspaceGroups/${await team.admin.create('/v1/workspaceGroups', { workspaceGroupName: place.name })}`
    for (const sample of place.workspaces) {
      const { name: workspaceName, description } = sample
      const id = await team.admin.create(`${above}/workspaces`, { workspaceName, description })
      counts.workspaces += 1
      await fillWorkspace(team, `/v1/workspaces/${id}`, sample, counts, between)
    }
  }
  return counts
}

async function fillWorkspace(
  { admin, members }: Team,
  workspace: string,
  sample: SampleWorkspace,
  counts: Counts,
  between: () => Promise<void>,
): Promise<void> {
  await Promise.all(
    members.map(({ id }, n) =>
      admin.put(`${workspace}/members/${id}`, { role: people[n]?.role ?? 'Reader' }),
    ),
  )
  const workers = members.filter((_, n) => people[n]?.role !== 'Reader')
  const { shift, tasks } = sample
  const [current, next] = sample.milestones
  const [milestone, later] = [
    await admin.create(`${workspace}/milestones`, {
      ...{ title: current, startDate: workday(shift - 20), dueDate: workday(shift + 9) },
    }),
    await admin.create(`${workspace}/milestones`, {
      ...{ title: next, startDate: workday(shift + 10), dueDate: workday(shift + 37) },
    }),
  ]
  const [title, hour] = sample.event
  await admin.create(`${workspace}/events`, {
    title,
    startsAt: `${workday(shift + 3)}T${hour}:00:00Z`,
    endsAt: `${workday(shift + 3)}T${hour}:45:00Z`,
  })
  const reviewStage = await addStages(admin, workspace, sample)
  for (const [n, { title: name, subtasks = [], steps = [], description = null }] of tasks.entries()) {
    const worker = workers[(n + counts.workspaces) % workers.length] ?? admin
    const { start, due } = spanOf(n, shift, counts.workspaces)
    const task = await worker.create(`${workspace}/tasks`, {
      title: name,
      description,
      status: n < finished ? 'Completed' : n < began.length ? 'In Progress' : n === 6 ? 'On Hold' : 'Open',
      ...(n === 4 && reviewStage !== undefined && { stageId: reviewStage }),
      priority: ((n * 2 + counts.workspaces) % 5) + 1,
      startDate: workday(start),
      dueDate: workday(due),
      // The person who created the company finds tasks of their own.
      assignees: [worker.id, ...(n === ownTask || n === 6 ? [admin.id] : [])],
      tags: [tags[(n + shift + 8) % tags.length], tags[(n * 3 + 1) % tags.length]],
      // About as much as addTimes enters.
      estimateMinutes: 60 * (n < began.length ? 8 + ((n + counts.workspaces) % 4) : (n % 6) + 1),
      milestoneId: n < 7 ? milestone : later,
    })
    await addSteps(worker, task, steps)
    counts.tasks += 1 + subtasks.length
    await Promise.all(
      subtasks.map((subtask, at) => {
        const end = start + Math.round(((due - start) * (at + 1)) / subtasks.length)
        const isDone = n < finished || (n < began.length && at < subtasks.length - 1)
        return worker.create(`${workspace}/tasks`, {
          title: subtask,
          parentTaskId: task,
          ...(isDone && { status: 'Completed', startDate: workday(start), dueDate: workday(end) }),
        })
      }),
    )
    counts.times += await addTimes(workers, `/v1/tasks/${task}`, n, start, counts.workspaces)
    if (n === ownTask) {
      await admin.create(`/v1/tasks/${task}/times`, {
        ...{ date: thisWeek(counts.workspaces - 1), minutes: 60 + counts.workspaces * 15, billable: true },
      })
      counts.times += 1
    }
    await between()
  }
  counts.files += await addFiles(admin, workers, workspace, sample)
}

/** The columns of the board. Returns the second one for tasks in progress, if there are two. */
async function addStages(
  admin: Caller,
  workspace: string,
  { stages = [] }: SampleWorkspace,
): Promise<string | undefined> {
  const inProgress: string[] = []
  for (const [stageName, status, softLimit = null] of stages) {
    const id = await admin.create(`${workspace}/stages`, { stageName, status, softLimit })
    if (status === 'In Progress') inProgress.push(id)
  }
  return inProgress[1]
}

/** The first step is done. */
async function addSteps(worker: Caller, task: string, steps: readonly string[]): Promise<void> {
  for (const [n, title] of steps.entries()) {
    const id = await worker.create(`/v1/tasks/${task}/steps`, { title })
    if (n === 0) await worker.put(`/v1/steps/${id}/done`, {})
  }
}

/** People enter their time, in quarters of an hour and with at most one task of each workspace a day. */
async function addTimes(
  workers: readonly Caller[],
  task: string,
  n: number,
  start: number,
  workspaceNo: number,
): Promise<number> {
  const entries = Array.from({ length: entriesOf(n) }, (_, at) => ({
    worker: workers[(n + at + workspaceNo) % workers.length],
    body: {
      date: workday(start + at * (n < 4 ? 5 : 4)),
      minutes: 45 + ((n * 37 + at * 50 + workspaceNo * 65) % 14) * 15,
      billable: (n + at) % 4 !== 0,
      note: notes[(n + at) % notes.length] || null,
    },
  }))
  await Promise.all(entries.map(({ worker, body }) => worker?.create(`${task}/times`, body)))
  return entries.length
}

async function addFiles(
  admin: Caller,
  workers: readonly Caller[],
  workspace: string,
  { name: title, files: names }: SampleWorkspace,
): Promise<number> {
  const made = new Map<string, string>()
  for (const folderName of folders)
    made.set(folderName, await admin.create(`${workspace}/folders`, { folderName }))
  for (const [n, file] of files.entries()) {
    const place = file.folder === undefined ? workspace : `/v1/folders/${made.get(file.folder)}`
    const worker = workers[n % workers.length] ?? admin
    const id = await worker.file(place, names[n] ?? '', file.content(title))
    if (file.status === 'Draft') await worker.replace(id, `${file.content(title)}\nSecond version.\n`)
    await admin.put(`/v1/files/${id}`, { status: file.status, tags: file.tags })
    await admin.put(`/v1/files/${id}/subscribers/${worker.id}`, {})
  }
  return files.length
}
