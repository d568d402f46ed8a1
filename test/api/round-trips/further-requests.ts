import type { Reply } from '../../support/client.ts'
import { askToken, makeClient, postJson, tokenFor, withClaims } from '../../support/signer.ts'
import type { Cast } from '../permissions/actors.ts'

export type Sending = () => Promise<Pick<Reply, 'status' | 'body'>>

/** Requests that are common and need more than the shortest body of their operation. */
export function furtherRequests(cast: Cast): [string, () => Promise<Sending>][] {
  const { company, newWorkspace, world } = cast
  const { admin } = company
  const full = { title: 'New', assignees: [company.adminId], tags: ['urgent', 'legal'] }
  const task = async (): Promise<string> =>
    (await admin.create(`/v1/workspaces/${await newWorkspace()}/tasks`, full)).id
  const { server } = world.app
  return [
    [
      'POST /oauth2/token',
      async () => {
        const credential = await makeClient(company)
        const assertion = withClaims(credential, { jti: crypto.randomUUID() })
        await tokenFor(world, credential)
        return () => askToken(server, assertion)
      },
    ],
    [
      'POST /oauth2/introspect',
      async () => {
        const token = await world.token(company, company.adminId)
        const headers = { authorization: `Bearer ${token}` }
        await postJson(server, '/oauth2/introspect', { token }, headers)
        return () => postJson(server, '/oauth2/introspect', { token }, headers)
      },
    ],
    [
      'POST /oauth2/revoke',
      async () => {
        const token = await world.token(company, company.adminId)
        const headers = { authorization: `Bearer ${token}` }
        await postJson(server, '/oauth2/introspect', { token }, headers)
        return () => postJson(server, '/oauth2/revoke', { token }, headers)
      },
    ],
    [
      'GET /v1/tasks, with tags',
      async () => {
        await task()
        return () => admin.get('/v1/tasks')
      },
    ],
    [
      'GET /v1/tasks, with names',
      async () => {
        await task()
        return () => admin.get('/v1/tasks?fields=title,assignees,workspaceId,milestoneId&expand=names')
      },
    ],
    [
      'GET /v1/tasks, as a member of three workspaces',
      async () => {
        const person = await world.person(company, { workspaceId: await newWorkspace() })
        for (let n = 0; n < 2; n += 1)
          await admin.ok('PUT', `/v1/workspaces/${await newWorkspace()}/members/${person.id}`, {
            role: 'Reader',
          })
        await person.client.get('/v1/tasks')
        return () => person.client.get('/v1/tasks')
      },
    ],
    [
      'GET /v1/tasks/{taskId}, with tags',
      async () => {
        const id = await task()
        return () => admin.get(`/v1/tasks/${id}`)
      },
    ],
    [
      'POST /v1/workspaces/{workspaceId}/tasks, with tags and an assignee',
      async () => {
        const id = await newWorkspace()
        await task()
        return () => admin.send('POST', `/v1/workspaces/${id}/tasks`, full)
      },
    ],
    [
      'POST /v1/tasks, with tags and an assignee',
      async () => {
        const workspaceId = await newWorkspace()
        await task()
        return () => admin.send('POST', '/v1/tasks', { ...full, workspaceId })
      },
    ],
    [
      'PUT /v1/tasks/{taskId}, with a title',
      async () => {
        const id = await task()
        return () => admin.send('PUT', `/v1/tasks/${id}`, { title: 'Other' })
      },
    ],
    [
      'PUT /v1/tasks/{taskId}, with tags',
      async () => {
        const id = await task()
        return () => admin.send('PUT', `/v1/tasks/${id}`, { tags: ['legal', 'other'] })
      },
    ],
    [
      'PUT /v1/tasks/{taskId}/place, with a stage and its status',
      async () => {
        const id = await task()
        const { workspaceId } = (await admin.get(`/v1/tasks/${id}`)).body.details
        const stage = { stageName: 'Doing', status: 'In Progress' }
        const { id: stageId } = await admin.create(`/v1/workspaces/${workspaceId}/stages`, stage)
        return () => admin.send('PUT', `/v1/tasks/${id}/place`, { stageId, status: 'In Progress' })
      },
    ],
    [
      'DELETE /v1/tasks/{taskId}, with tags and an assignee',
      async () => {
        const id = await task()
        return () => admin.send('DELETE', `/v1/tasks/${id}`)
      },
    ],
  ]
}
