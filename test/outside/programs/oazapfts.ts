import { createTask, listTasks } from './oazapfts-client.ts'

export async function main(workspaceId: string): Promise<string[]> {
  const created = await createTask({ title: 'Plan', workspaceId })
  if (created.status !== 201) return []
  const page = await listTasks({ limit: 5 })
  return page.status === 200 ? page.data.items.map(({ details }) => details.title) : []
}
