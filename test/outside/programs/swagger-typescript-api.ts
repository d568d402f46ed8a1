import { Api } from './api-client.ts'

export async function main(baseUrl: string, token: string, workspaceId: string): Promise<string[]> {
  const api = new Api({
    baseUrl,
    baseApiParams: { secure: true, headers: { Authorization: `Bearer ${token}` } },
  })
  const { data: task } = await api.v1.createTask({ title: 'Plan', workspaceId })
  const { data } = await api.v1.listTasks({ limit: 5 })
  return [task.details.title, ...data.items.map(({ details }) => details.title)]
}
