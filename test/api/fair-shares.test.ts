import { expect, test } from 'vitest'
import { useWorld } from '../support/world.ts'

const world = useWorld({ ATRIUM_DATABASE_POOL: '2', ATRIUM_RATE_REQUESTS_PER_SECOND: '0' })

test('beside a caller who asks without end others do not wait for all that it asks', async () => {
  const company = await world.company()
  const { id: workspaceId } = (await company.admin.ok('POST', '/v1/workspaces', { workspaceName: 'Shared' }))
    .body as { id: string }
  const { client: other } = await world.person(company, { workspaceId })
  const connections = 40
  let answered = 0
  let isOver = false
  const crowd = Array.from({ length: connections }, async () => {
    while (!isOver) {
      await company.admin.ok('GET', `/v1/workspaces/${workspaceId}`)
      answered += 1
    }
  })
  while (answered < connections) await other.ok('GET', `/v1/workspaces/${workspaceId}`)
  const before = answered
  const times = 10
  for (let n = 0; n < times; n += 1) await other.ok('GET', `/v1/workspaces/${workspaceId}`)
  const meanwhile = answered - before
  isOver = true
  await Promise.all(crowd)
  // In one line for all they would wait for each connection of the crowd, each time.
  expect(meanwhile / times).toBeLessThan(connections / 4)
})
