import { expect, test } from 'vitest'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
const path = '/v1/users/me/notificationSettings'

test('everybody chooses when they get mail, with sensible defaults', async () => {
  const company = await world.company()
  const { client, id } = await world.person(company)
  const before = await client.get(path)
  expect(before.body).toMatchObject({
    id,
    details: {
      ...{ mention: 'now', assigned: 'now', reply: 'now', review: 'now', comment: 'hourly' },
      ...{ due: 'daily', status: 'daily', file: 'daily' },
      ...{ quietFrom: null, quietUntil: null, quietDays: [], mailAvailable: false },
    },
  })
  await client.ok('PUT', path, { comment: 'never', quietFrom: '22:00', quietUntil: '07:00' })
  await client.ok('PUT', path, { quietDays: ['saturday', 'sunday'] })
  expect((await client.get(path)).body.details).toMatchObject({
    ...{ mention: 'now', comment: 'never', quietFrom: '22:00', quietUntil: '07:00' },
    quietDays: ['saturday', 'sunday'],
  })
  await client.ok('PUT', path, { comment: null, quietFrom: null, quietUntil: null })
  expect((await client.get(path)).body.details).toMatchObject({ comment: 'hourly', quietFrom: null })
  expect((await company.admin.get(path)).body.details.quietDays).toEqual([])
  const stale = { 'if-match': before.headers['etag'] ?? '' }
  expect((await client.send('PUT', path, { due: 'now' }, stale)).status).toBe(412)
})

test('quiet hours that cannot work are refused', async () => {
  const { client } = await world.person(await world.company())
  const all = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  for (const [body, pointer] of [
    [{ mention: 'weekly' }, '/mention'],
    [{ quietFrom: '24:00', quietUntil: '07:00' }, '/quietFrom'],
    [{ quietFrom: '7:00', quietUntil: '08:00' }, '/quietFrom'],
    [{ quietFrom: '22:00' }, '/quietUntil'],
    [{ quietUntil: '22:00' }, '/quietFrom'],
    [{ quietFrom: '22:00', quietUntil: '22:00' }, '/quietUntil'],
    [{ quietDays: ['someday'] }, '/quietDays/0'],
    [{ quietDays: all }, '/quietDays'],
    [{ mailAvailable: true }, '/mailAvailable'],
  ] as const) {
    const reply = await client.send('PUT', path, body)
    expect([reply.status, reply.body.errors?.[0]?.pointer], JSON.stringify(body)).toEqual([400, pointer])
  }
  expect((await client.get(path)).body.details).toMatchObject({ quietFrom: null, quietDays: [] })
})
