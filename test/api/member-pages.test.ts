import { expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()

/** All ids of a list, page by page, in one direction. */
async function idsFrom(client: Client, start: string, direction: 'next' | 'previous'): Promise<string[]> {
  const ids: string[] = []
  for (let path: string | undefined = start; path !== undefined; ) {
    const { items, links } = await client.list(path)
    const own = items.map(({ id }) => id)
    ids.push(...(direction === 'next' ? own : own.reverse()))
    path = links[direction]
  }
  return ids
}

test('pages of a member show the tasks of their workspaces as these are at that moment', async () => {
  const company = await world.company()
  const { admin } = company
  const places: string[] = []
  for (let n = 0; n < 4; n += 1)
    places.push((await admin.create('/v1/workspaces', { workspaceName: `Place ${n}` })).id)
  const { id, client } = await world.person(company, { workspaceId: places[0] ?? '' })
  const join = (place = '') => admin.ok('PUT', `/v1/workspaces/${place}/members/${id}`, { role: 'Reader' })
  await join(places[1])
  const tasks: { id: string; place: string }[] = []
  for (let n = 0; n < 24; n += 1) {
    const place = places[n % 4] ?? ''
    tasks.push({ id: (await admin.create(`/v1/workspaces/${place}/tasks`, { title: `${n}` })).id, place })
  }
  const expected = (...of: number[]): string[] =>
    tasks.filter(({ place }) => of.some((n) => places[n] === place)).map((task) => task.id)
  // Twice: the second time, the service knows that the person has few workspaces.
  for (let round = 0; round < 2; round += 1) {
    expect(await idsFrom(client, '/v1/tasks?limit=5', 'next')).toEqual(expected(0, 1).toReversed())
    expect(await idsFrom(client, '/v1/tasks?limit=5&paging=last', 'previous')).toEqual(expected(0, 1))
    expect(await idsFrom(client, '/v1/tasks?limit=5&sort=title', 'next')).toHaveLength(12)
    const filtered = `/v1/tasks?limit=5&filter=${encodeURIComponent('title="4"')}`
    expect(await idsFrom(client, filtered, 'next')).toEqual([tasks[4]?.id])
  }
  await join(places[2])
  expect(await idsFrom(client, '/v1/tasks?limit=5', 'next')).toEqual(expected(0, 1, 2).toReversed())
  await admin.ok('DELETE', `/v1/workspaces/${places[0]}/members/${id}`)
  await admin.ok('DELETE', `/v1/workspaces/${places[1]}`)
  expect(await idsFrom(client, '/v1/tasks?limit=5', 'next')).toEqual(expected(2).toReversed())
  await admin.ok('DELETE', `/v1/workspaces/${places[2]}/members/${id}`)
  expect(await idsFrom(client, '/v1/tasks?limit=5', 'next')).toEqual([])
})
