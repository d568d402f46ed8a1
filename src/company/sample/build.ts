import type { Organization } from '../../base/actor.ts'
import type { Caller } from './caller.ts'
import { files, folders, notes, people, places, tags, tasks } from './sample.ts'

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
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** The time entries of a task, by its index. */
const entriesOf = (n: number): number => (n < 5 ? 4 : 0)

/** The final number of tasks, time entries and files. */
export function countWhole(): number {
  const each = tasks.reduce<number>(
    (sum, { subtasks }, n) => sum + 1 + subtasks.length + entriesOf(n),
    files.length,
  )
  return each * places.flatMap(({ workspaces }) => workspaces).length
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
    for (const workspaceName of place.workspaces) {
      const description = 'A workspace of the sample company. Look around and change whatever you like.'
      const id = await team.admin.create(`${above}/workspaces`, { workspaceName, description })
      counts.workspaces += 1
      await fillWorkspace(team, `/v1/workspaces/${id}`, workspaceName, counts, between)
    }
  }
  return counts
}

async function fillWorkspace(
  { admin, members }: Team,
  workspace: string,
  title: string,
  counts: Counts,
  between: () => Promise<void>,
): Promise<void> {
  await Promise.all(
    members.map(({ id }, n) =>
      admin.put(`${workspace}/members/${id}`, { role: people[n]?.role ?? 'Reader' }),
    ),
  )
  const workers = members.filter((_, n) => people[n]?.role !== 'Reader')
  const milestone = await admin.create(`${workspace}/milestones`, {
    title: 'Approved by the customer',
    startDate: day(-20),
    dueDate: day(14),
  })
  const startsAt = `${day(3)}T09:00:00Z`
  await admin.create(`${workspace}/events`, {
    title: 'Weekly meeting',
    startsAt,
    endsAt: `${day(3)}T10:00:00Z`,
  })
  for (const [n, { title: name, subtasks }] of tasks.entries()) {
    const worker = workers[(n + counts.workspaces) % workers.length] ?? admin
    const task = await worker.create(`${workspace}/tasks`, {
      title: name,
      status: n < 3 ? 'Completed' : n < 5 ? 'In Progress' : n === 6 ? 'On Hold' : 'Open',
      priority: (n % 5) + 1,
      startDate: day(n * 3 - 20),
      dueDate: day(n * 3 - 14),
      assignees: [worker.id],
      tags: [tags[n % tags.length], tags[(n * 3 + 1) % tags.length]],
      estimateMinutes: 60 * ((n % 6) + 1),
      milestoneId: n < 7 ? milestone : null,
    })
    counts.tasks += 1 + subtasks.length
    await Promise.all(
      subtasks.map((subtask, at) =>
        worker.create(`${workspace}/tasks`, {
          title: subtask,
          parentTaskId: task,
          status: n < 3 || at === 0 ? 'Completed' : 'Open',
        }),
      ),
    )
    counts.times += await addTimes(workers, `/v1/tasks/${task}`, n)
    await between()
  }
  counts.files += await addFiles(admin, workers, workspace, title)
}

/** The assignees of a task enter their time. */
async function addTimes(workers: readonly Caller[], task: string, n: number): Promise<number> {
  const entries = Array.from({ length: entriesOf(n) }, (_, at) => ({
    worker: workers[(n + at) % workers.length],
    body: {
      date: day(-20 + n * 3 + at),
      minutes: 30 + ((n * 37 + at * 50) % 300),
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
  title: string,
): Promise<number> {
  const made = new Map<string, string>()
  for (const folderName of folders)
    made.set(folderName, await admin.create(`${workspace}/folders`, { folderName }))
  for (const [n, file] of files.entries()) {
    const place = file.folder === undefined ? workspace : `/v1/folders/${made.get(file.folder)}`
    const worker = workers[n % workers.length] ?? admin
    const id = await worker.file(place, file.name, file.content(title))
    if (file.status === 'Draft') await worker.replace(id, `${file.content(title)}\nSecond version.\n`)
    await admin.put(`/v1/files/${id}`, { status: file.status, tags: file.tags })
    await admin.put(`/v1/files/${id}/subscribers/${worker.id}`, {})
  }
  return files.length
}
