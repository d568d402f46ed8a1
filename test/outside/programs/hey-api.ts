import { client } from './hey-api/client.gen.ts'
import { createTask, listTasks, lockFile } from './hey-api/sdk.gen.ts'

export async function main(baseUrl: string, token: string, workspaceId: string): Promise<string[]> {
  client.setConfig({ baseUrl, auth: token })
  const { data: task } = await createTask({ body: { title: 'Plan', workspaceId }, throwOnError: true })
  const { data, error } = await listTasks({ query: { limit: 5 } })
  if (error) throw new Error(error.detail)
  const locked = await lockFile({ path: { fileId: task.id } })
  return [...data.items.map(({ details }) => details.title), locked.error?.code ?? '']
}
