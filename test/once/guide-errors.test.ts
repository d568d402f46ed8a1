import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { useWorld } from '../support/world.ts'

/** The guides quote what the service really returns. */
const world = useWorld()
let admin: Client
let workspaceId: string

beforeAll(async () => {
  admin = (await world.company()).admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Guide' })).id
})

interface Shown {
  title: string
  status: number
  code: string
  message: string
  errors: object[]
}

/** The JSON of a guide that contains a text. */
function shownIn<T>(guide: string, containing: string): T {
  const text = readFileSync(new URL(`../../docs/guides/${guide}.md`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, block = '']) => block)
  const found = blocks.find((block) => block.includes(containing))
  if (found === undefined) throw new Error(`${guide}.md has no JSON with ${containing}`)
  return JSON.parse(found)
}

test('records.md shows the errors of a body', async () => {
  const { status, body } = await admin.send('POST', '/v1/tasks', {
    workspaceId,
    titel: 'Write the press release',
  })
  const { title, status: shownStatus, code, message, errors } = shownIn<Shown>('records', 'invalid_request')
  expect(status).toBe(shownStatus)
  expect(body).toMatchObject({ title, code, errors, message, detail: message })
})

test('filtering.md shows the errors of a filter', async () => {
  const { status, body } = await admin.get(`/v1/tasks?filter=${encodeURIComponent('priority="3"')}`)
  const { title, status: shownStatus, code, message, errors } = shownIn<Shown>('filtering', 'invalid_filter')
  expect(status).toBe(shownStatus)
  expect(body).toMatchObject({ title, code, errors, message })
})

test('bulk.md shows what an operation on a missing record returns', async () => {
  const operations = [{ requestId: '3', method: 'DELETE', id: '034xpJJ6JGDuU53PqKJYwZ' }]
  const { body } = await admin.send('POST', '/v1/times/bulk', { operations })
  const { responses } = shownIn<{ responses: object[] }>('bulk', 'responses')
  expect(body.responses).toEqual([responses[2]])
})
