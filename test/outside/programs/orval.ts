import { createTask, listTasks } from './orval-client.ts'

export async function main(workspaceId: string): Promise<string[]> {
  const created = await createTask({ title: 'Plan', workspaceId })
  if (created.status !== 201) throw new Error(created.data.detail)
  const page = await listTasks({ limit: 5 })
  if (page.status !== 200) return []
  return page.data.items.map(({ details }) => details.title)
}
