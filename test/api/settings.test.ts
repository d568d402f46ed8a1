import { expect, test } from 'vitest'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
const path = '/v1/users/me/settings'

test('everybody has settings of their own, with defaults until they change them', async () => {
  const company = await world.company()
  const { client, id } = await world.person(company)
  const before = await client.get(path)
  expect(before.body).toMatchObject({
    id,
    details: { theme: 'system', weekStart: 'monday', durationFormat: 'clock', singleKeys: true },
  })
  expect((await client.get(path)).headers['etag']).toBe(before.headers['etag'])
  await client.ok('PUT', path, { theme: 'dark', singleKeys: false })
  await client.ok('PUT', path, { weekStart: 'sunday' })
  expect((await client.get(path)).body.details).toMatchObject({
    ...{ theme: 'dark', singleKeys: false, weekStart: 'sunday', density: 'comfortable' },
  })
  await client.ok('PUT', path, { theme: null })
  expect((await client.get(path)).body.details.theme).toBe('system')
  expect((await company.admin.get(path)).body.details.singleKeys).toBe(true)
  const stale = await client.send(
    'PUT',
    path,
    { theme: 'dark' },
    { 'if-match': before.headers['etag'] ?? '' },
  )
  expect(stale.status).toBe(412)
  expect((await client.send('PUT', path, { theme: 'pink' })).status).toBe(400)
})
