import { expect, test } from 'vitest'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()

test('everyone sees their own company, and only company admins change it', async () => {
  const company = await world.company()
  const person = await world.person(company, { userType: 'External' })
  const { body } = await person.client.ok('GET', '/v1/company')
  expect(body.id).toBe(company.companyId)
  expect(body.details.organization).toBe('workspaceGroups')
  expect((await person.client.send('PUT', '/v1/company', { companyName: 'Theirs' })).status).toBe(403)
  await company.admin.ok('PUT', '/v1/company', { companyName: '  Ours ' })
  expect((await person.client.ok('GET', '/v1/company')).body.details.companyName).toBe('Ours')
})

test('its way to organize workspaces cannot be changed', async () => {
  for (const [organization, other] of [
    ['accounts', 'workspaceGroups'],
    ['workspaceGroups', 'accounts'],
  ] as const) {
    const { admin } = await world.company(organization)
    await admin.ok('PUT', '/v1/company', { organization, companyName: 'Same' })
    const reply = await admin.send('PUT', '/v1/company', { organization: other, companyName: 'Changed' })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/organization'])
    expect((await admin.ok('GET', '/v1/company')).body.details.companyName).toBe('Same')
  }
})

test('it cannot be listed or created', async () => {
  const { admin } = await world.company()
  for (const method of ['POST', 'PATCH'])
    expect((await admin.send(method, '/v1/company', {})).headers['allow']).toBe(
      'DELETE, GET, HEAD, OPTIONS, PUT',
    )
})
