import createClient from 'openapi-fetch'
import type { components, paths } from './openapi-typescript.ts'

type Task = components['schemas']['Task']

/** What somebody writes first: no casts, and no checks that the types do not ask for. */
export async function main(baseUrl: string, token: string): Promise<string[]> {
  const { GET, POST, PUT, DELETE } = createClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${token}` },
  })

  const workspace = await POST('/v1/workspaces', { body: { workspaceName: 'Website relaunch' } })
  if (workspace.error) throw new Error(workspace.error.detail)
  const workspaceId = workspace.data.id

  // Members with defaults are optional: a title and a place are enough.
  const created = await POST('/v1/tasks', { body: { title: 'Write the press release', workspaceId } })
  if (created.error) throw new Error(`${created.error.code}: ${created.error.message}`)
  const task: Task = created.data

  const params = { path: { taskId: task.id } }
  const changed = await PUT('/v1/tasks/{taskId}', { params, body: { priority: 5 } })
  if (changed.error) throw new Error(changed.error.detail)

  const time = await POST('/v1/times', { body: { date: '2026-03-02', minutes: 90, taskId: task.id } })
  if (time.error) throw new Error(time.error.detail)
  const minutes: number = time.data.details.minutes

  const titles: string[] = [`${minutes}`]
  let hash: string | undefined
  do {
    const query =
      hash === undefined ? { limit: 1 } : { limit: 1, paging: 'next' as const, paginationhash: hash }
    const page = await GET('/v1/tasks', { params: { query } })
    if (page.error) throw new Error(page.error.errors?.map(({ detail }) => detail).join(', '))
    titles.push(...page.data.items.map(({ details }) => `${details.title} (${details.priority})`))
    const next: string = page.data.links.next ?? ''
    hash = new URL(next, baseUrl).searchParams.get('paginationhash') ?? undefined
  } while (hash !== undefined)

  const found = await GET('/v1/tasks', { params: { query: { filter: 'status="nonsense' } } })
  if (found.error) titles.push(found.error.code)

  const removed = await DELETE('/v1/tasks/{taskId}', { params: { ...params, query: { withTimes: true } } })
  if (removed.error) throw new Error(removed.error.detail)
  return titles
}
