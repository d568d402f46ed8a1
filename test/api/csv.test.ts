import { request as httpRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { time } from '../support/clock.ts'
import { until } from '../support/process.ts'
import { recorded } from '../support/recording.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "Any list as CSV by `Accept: text/csv`: all that match, streamed, safe for spreadsheets." */
const world = useSharedWorld()
const accept = 'text/csv'
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'CSV' })).id
})

const linesOf = async (path: string): Promise<string[]> =>
  (await company.admin.ok('GET', path, undefined, { accept })).text.split('\r\n').slice(1, -1)

test('numbers, booleans, timestamps and lists are as in JSON; missing values are empty', async () => {
  const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Cells' })
  const { id, details } = await company.admin.create('/v1/tasks', {
    title: 'All',
    workspaceId: place.id,
    tags: ['=a', 'b'],
    estimateMinutes: 0,
    customFields: [{ fieldApiId: 'c_x', value: '=1' }],
  })
  const [line = ''] = await linesOf(`/v1/workspaces/${place.id}/tasks`)
  expect(line.startsWith(`${id},All,,Open,3,,,,"'=a; b",`)).toBe(true)
  expect(line).toContain(',"[{""fieldApiId"":""c_x"",""value"":""=1""}]",')
  expect(line).toContain(`,${details.createdAt},${details.updatedAt},${company.adminId},`)
})

test('people who may not see a list get no line of it', async () => {
  const outside = await world.person(company)
  const path = `/v1/workspaces/${workspaceId}/tasks`
  expect((await outside.client.get(path, { accept })).status).toBe(403)
  expect(
    (await outside.client.ok('GET', '/v1/tasks', undefined, { accept })).text.split('\r\n'),
  ).toHaveLength(2)
})

describe('over the network', () => {
  /** How many pages were read, and what happens before each. */
  let pages = 0
  let before: () => Promise<void> = async () => undefined
  let port: number
  let stop: () => Promise<unknown>
  /** The response to the latest request. */
  let answering: ServerResponse | undefined
  /** Serves other requests, during which an export could continue. */
  const others = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await world.nobody.get('/readyz')
  }
  const count = 1_500
  /** How many statements all of it takes. */
  let whole = 0

  beforeAll(async () => {
    const db = recorded(world.db, {
      query: () => undefined,
      async run({ sql }, send) {
        if (/^SELECT t\.\* FROM "times" t WHERE|^SELECT t\."/.test(sql)) {
          pages += 1
          await before()
        }
        return send()
      },
    })
    const { server } = buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) })
    await server.listen({ host: '127.0.0.1', port: 0 })
    server.server.on('request', (_request, response) => {
      answering = response
    })
    port = (server.server.address() as AddressInfo).port
    stop = async () => {
      server.server.closeAllConnections()
      await server.close()
    }
    const operations = Array.from({ length: count }, (_, n) => ({
      date: '2026-01-01',
      minutes: (n % 1440) + 1,
      workspaceId,
      // Three bytes each: twice the maximum size of a connection's buffers.
      note: '字'.repeat(15_000),
    }))
    for (let n = 0; n < count; n += 25)
      await Promise.all(operations.slice(n, n + 25).map((body) => company.admin.create('/v1/times', body)))
  })

  afterAll(() => stop())

  const open = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, accept }
    const sent = httpRequest({ host: '127.0.0.1', port, path: '/v1/times', headers })
    sent.end()
    const [response] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
      sent.once('response', (incoming) => resolve([incoming])).once('error', reject)
    })
    return { sent, response }
  }

  test('all of it arrives', async () => {
    pages = 0
    const { response } = await open(await world.token(company, company.adminId))
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    whole = pages
    expect(text.split('\r\n')).toHaveLength(count + 2)
    expect(new Set(text.split('\r\n').map((line) => line.slice(0, 22))).size).toBe(count + 2)
  })

  test('no faster than it is read, and only while somebody reads it', async () => {
    const { sent, response } = await open(await world.token(company, company.adminId))
    response.pause()
    pages = 0
    await until('the export waits for its reader', () => answering?.writableNeedDrain === true)
    await others()
    const seen = pages
    expect(pages).toBeLessThan(whole * 0.8)
    sent.destroy()
    await until('the service notices', () => answering?.destroyed === true)
    await others()
    expect(pages).toBeLessThanOrEqual(seen + 2)
  })

  test('an export is in progress until it has been sent: a caller has two, and those of disconnected clients end', async () => {
    const token = await world.token(company, company.adminId)
    let [running, highest] = [0, 0]
    before = async () => {
      running += 1
      highest = Math.max(highest, running)
      await others()
      running -= 1
    }
    const sent = Array.from({ length: 6 }, () => {
      const headers = { authorization: `Bearer ${token}`, accept }
      const request = httpRequest({ host: '127.0.0.1', port, path: '/v1/times', headers })
      // Those that are answered are not read to their end.
      return request.on('error', () => undefined).on('response', (response) => response.pause())
    })
    for (const each of sent) each.end()
    await expect.poll(() => highest).toBe(2)
    await others()
    for (const each of sent) each.destroy()
    // The current reads end, and nothing further starts.
    await until('all have ended', async () => {
      const seen = pages
      await others()
      return running === 0 && pages === seen
    })
    before = async () => undefined
    expect(highest).toBe(2)
    // A new one is admitted at once.
    const { response } = await open(token)
    expect(response.statusCode).toBe(200)
    response.on('error', () => undefined).destroy()
  })

  test('a revocation in the meantime cuts it off, so that it cannot be mistaken for the whole', async () => {
    const person = await world.person(company, { workspaceId })
    const token = await world.token(company, person.id)
    const { response } = await open(token)
    pages = 0
    before = async () => {
      if (pages !== 3) return
      before = async () => undefined
      await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    }
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    // No longer a member: from then on nothing of that workspace is sent.
    expect(text.split('\r\n').length).toBeLessThan(600)
    const other = await open(await world.token(company, company.adminId, 60))
    before = async () => time.pass(60_000)
    let end: unknown
    try {
      for await (const _ of other.response);
    } catch (error) {
      end = error
    }
    before = async () => undefined
    expect(String(end)).toContain('aborted')
  })
})
