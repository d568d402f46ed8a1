import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'
import { said } from './said.ts'

const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Time' })).id
})

const enter = (date: string) => company.admin.create('/v1/times', { workspaceId, date, minutes: 30 })
const dates = async (filter: string): Promise<string[]> => {
  const { items } = await company.admin.list(
    `/v1/times?sort=date&filter=${encodeURIComponent(`workspaceId="${workspaceId}" AND ${filter}`)}`,
  )
  return items.map((time) => time.details.date)
}

test(
  said(
    'time entry: collection path /v1/times; path /v1/times/{timeId}; filterable field `date` (ISO-8601 date)',
  ),
  async () => {
    const { id } = await enter('2026-05-01')
    expect((await company.admin.get(`/v1/times/${id}`)).body.details.date).toBe('2026-05-01')
    expect((await company.admin.list('/v1/times')).items.map((time) => time.id)).toContain(id)
    expect(await dates('date="2026-05-01"')).toEqual(['2026-05-01'])
  },
)

test(said('query /v1/times: Supports `filter` on `date`.'), async () => {
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-03']) await enter(day)
  expect(await dates('date>="2026-06-02"')).toEqual(['2026-06-02', '2026-06-03'])
  expect(await dates('date>"2026-06-01" AND date<"2026-06-03"')).toEqual(['2026-06-02'])
  expect((await company.admin.get('/v1/times?filter=date%3D%222026-02-30%22')).status).toBe(400)
})

test(said('DELETE /v1/times/{timeId}: Deletes the time entry. Success: 204 No Content.'), async () => {
  const { id } = await enter('2026-07-01')
  const reply = await company.admin.send('DELETE', `/v1/times/${id}`)
  expect([reply.status, reply.text]).toEqual([204, ''])
  expect((await company.admin.get(`/v1/times/${id}`)).status).toBe(404)
})
