import { createPublicKey, verify } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { clock } from '../../../src/base/clock.ts'
import type { Client, Reply } from '../../support/client.ts'
import { time } from '../../support/clock.ts'
import { local, useDispatcher } from '../../support/dispatching.ts'
import { useMailServer } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Company, unlimited, useWorld } from '../../support/world.ts'

const settings = {
  ...unlimited,
  ...local,
  ATRIUM_WEBHOOK_SECONDS: '30',
  ATRIUM_MAIL_FROM: 'Acme <atrium@acme.example>',
  ATRIUM_SMTP_URL: '',
}
const mail = useMailServer((url) => {
  settings.ATRIUM_SMTP_URL = url
})
const world = useWorld(settings)
const { settled: nothingLeft, later } = useDispatcher(world)
let company: Company
let admin: Client
let workspaceId: string
let receiver: Receiver

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Watched' })).id
  receiver = await startReceiver()
})
afterAll(() => receiver.stop())
afterEach(async () => {
  const { body } = await admin.ok('GET', '/v1/webhooks')
  for (const { id } of body.items) await admin.ok('DELETE', `/v1/webhooks/${id}`)
  receiver.received.length = 0
  receiver.answer = (_request, response) => response.writeHead(204).end()
})

let count = 0
async function hook(values: object = {}, client = admin): Promise<Reply['body']> {
  count += 1
  const url = `${receiver.url}/${count}`
  return client.create('/v1/webhooks', { name: `Hook ${count}`, url, types: ['task.*'], ...values })
}
const newTask = (title: string): Promise<Reply['body']> => admin.create('/v1/tasks', { title, workspaceId })
const rename = (id: string, title: string): Promise<Reply> => admin.ok('PUT', `/v1/tasks/${id}`, { title })
const read = async (id: string): Promise<Reply['body']> =>
  (await admin.ok('GET', `/v1/webhooks/${id}`)).body.details
const deliveries = async (id: string, query = ''): Promise<Reply['body'][]> =>
  (await admin.ok('GET', `/v1/webhooks/${id}/deliveries${query}`)).body.items
const states = async (id: string): Promise<string[]> =>
  (await deliveries(id)).map(({ details }) => details.state)
/** Moves the clock until all are delivered. */
async function everythingArrives(id: string): Promise<void> {
  for (let n = 0; n < 20 && (await states(id)).some((state) => state !== 'Delivered'); n += 1)
    await later(60_000)
  expect(new Set(await states(id))).toEqual(new Set(['Delivered']))
}
const settled = (id: string, state: string): Promise<void> =>
  until(`all are ${state}`, async () => {
    const all = await states(id)
    return all.length > 0 && all.every((each) => each === state)
  })

/** As a receiver verifies it; the library compares its timestamp with the machine's clock. */
function verified(secret: string, { text, headers }: Received): unknown {
  vi.setSystemTime(clock.now())
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>)
  } finally {
    vi.useRealTimers()
  }
}

describe('a delivery', () => {
  test('is signed by both schemes of Standard Webhooks, and its own library verifies it', async () => {
    const made = await hook()
    expect(made.secret).toMatch(/^whsec_/)
    const task = await newTask('First')
    const [got] = (await receiver.got(1)) as [Received]
    expect(verified(made.secret, got)).toEqual(got.body)
    const signature = String(got.headers['webhook-signature'])
    const [, ed25519 = ''] = / v1a,(\S+)/.exec(signature) ?? []
    const raw = Buffer.from(made.details.publicKey.slice('whpk_'.length), 'base64')
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
    const key = createPublicKey({ key: spki, type: 'spki', format: 'der' })
    const signed = `${got.headers['webhook-id']}.${got.headers['webhook-timestamp']}.${got.text}`
    expect(verify(null, Buffer.from(signed), key, Buffer.from(ed25519, 'base64'))).toBe(true)
    expect(got.body).toMatchObject({
      type: 'task.created',
      data: { kind: 'task', recordId: task.id, workspaceId },
    })
    expect(got.headers['atrium-attempt']).toBe('1')
    expect(got.headers['atrium-position']).toBe(got.body.data.position)
    expect(got.headers['webhook-id']).toBe(got.body.data.id)
    await settled(made.id, 'Delivered')
    expect(await read(made.id)).toMatchObject({ delivered: 1, pending: 0, failed: 0, failingSince: null })
  })

  test('has only the types, workspaces and fields that the webhook names', async () => {
    const other = (await admin.create('/v1/workspaces', { workspaceName: 'Other' })).id
    const made = await hook({
      types: ['task.created', 'task.updated'],
      workspaceIds: [workspaceId],
      fields: ['title'],
    })
    await admin.create('/v1/tasks', { title: 'Elsewhere', workspaceId: other })
    const task = await newTask('Here')
    await admin.ok('PUT', `/v1/tasks/${task.id}`, { priority: 1 })
    await rename(task.id, 'Renamed')
    await admin.ok('DELETE', `/v1/tasks/${task.id}`)
    await receiver.got(2)
    const last = await newTask('Last')
    await receiver.got(3)
    expect(receiver.received.map(({ body }) => [body.type, body.data.recordId])).toEqual([
      ['task.created', task.id],
      ['task.updated', task.id],
      ['task.created', last.id],
    ])
    expect(receiver.received[1]?.body.data).toMatchObject({ fields: ['title'] })
    expect(await states(made.id)).toHaveLength(3)
  })

  test('that fails is tried again with the same id, and the others of its record wait for it', async () => {
    const made = await hook()
    const [first, second] = [await newTask('One'), await newTask('Two')]
    await receiver.got(2)
    receiver.received.length = 0
    let isBroken = true
    receiver.answer = ({ body }, response) => {
      response.writeHead(isBroken && body.data.recordId === first.id ? 500 : 204).end('no')
    }
    await rename(first.id, 'One a')
    await rename(first.id, 'One b')
    await rename(second.id, 'Two a')
    await receiver.got(2)
    const failures = async () =>
      (await deliveries(made.id, '?filter=state="Pending"')).filter(
        ({ details }) => details.lastStatus === 500,
      )
    await until('the failure is stored', async () => (await failures()).length === 1)
    expect(receiver.received.map(({ body }) => body.data.recordId).toSorted()).toEqual(
      [first.id, second.id].toSorted(),
    )
    const [failed] = (await failures()) as [Reply['body']]
    expect(failed.details).toMatchObject({
      lastStatus: 500,
      lastError: 'The receiver answered 500.',
      response: 'no',
    })
    isBroken = false
    await later(12_000)
    await receiver.got(4)
    await settled(made.id, 'Delivered')
    const ofFirst = receiver.received.filter(({ body }) => body.data.recordId === first.id)
    expect(ofFirst.map(({ headers }) => headers['atrium-attempt'])).toEqual(['1', '2', '1'])
    expect(ofFirst[1]?.headers['webhook-id']).toBe(ofFirst[0]?.headers['webhook-id'])
  })

  test('of `order: all` keeps everything in order, of `none` nothing', async () => {
    const answers = (path: string) => receiver.received.filter((each) => each.path === path)
    let isBroken = true
    receiver.answer = ({ body }, response) => {
      response.writeHead(isBroken && body.type === 'task.created' ? 500 : 204).end()
    }
    const all = await hook({ order: 'all' })
    const none = await hook({ order: 'none' })
    const task = await newTask('One')
    await rename(task.id, 'Two')
    const pathOf = ({ details }: Reply['body']) => new URL(details.url).pathname
    await until('none has sent both', async () => answers(pathOf(none)).length === 2)
    await until('the first of all is sent', async () => answers(pathOf(all)).length > 0)
    expect(answers(pathOf(all))).toHaveLength(1)
    isBroken = false
    await until('the failures are stored', async () => (await states(all.id)).length === 2)
    await later(12_000)
    await settled(all.id, 'Delivered')
    expect(answers(pathOf(all)).map(({ body }) => body.type)).toEqual([
      'task.created',
      'task.created',
      'task.updated',
    ])
  })
})

describe('a receiver', () => {
  test('that redirects, hangs, closes half-way or never stops answering gets its delivery state', async () => {
    const endings: Record<string, (response: Parameters<Receiver['answer']>[1]) => void> = {
      redirect: (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      hang: () => undefined,
      half: (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('half', () => response.destroy())
      },
      endless: (response) => {
        response.writeHead(200)
        const more = (): void => {
          while (response.write('x'.repeat(65_536)));
        }
        response.on('drain', more).on('error', () => undefined)
        more()
      },
    }
    const made = new Map<string, string>()
    for (const name of Object.keys(endings))
      made.set(name, (await hook({ url: `${receiver.url}/${name}` })).id)
    receiver.answer = ({ path }, response) => endings[path.slice(1)]?.(response)
    await newTask('One')
    const expected: Record<string, [state: string, error: RegExp | null]> = {
      redirect: ['Pending', /302; redirects are not followed/],
      hang: ['Pending', /No response within 30 s/],
      half: ['Pending', /closed the connection/],
      endless: ['Delivered', null],
    }
    await receiver.got(made.size)
    for (const [name, id] of [...made].sort(([name]) => (name === 'hang' ? 1 : -1))) {
      if (name === 'hang') await time.advance(30_000)
      await until(`${name} is stored`, async () => {
        const [found] = await deliveries(id)
        const [state, error] = expected[name] ?? []
        if (found?.details.attempts.length !== 1) return false
        expect(found.details.state).toBe(state)
        if (error === null) expect(found.details.response).toHaveLength(1_024)
        else expect(found.details.lastError).toMatch(error ?? '')
        return true
      })
    }
  })

  test('that asks for a pause by Retry-After gets one', async () => {
    const made = await hook()
    receiver.answer = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end()
    await newTask('One')
    await until('it is paused', async () => (await read(made.id)).pausedUntil !== null)
    await newTask('Two')
    await later(60_000)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await later(90_000)
    await settled(made.id, 'Delivered')
  })

  test('that responds with 410 is disabled, and resumes where it stopped', async () => {
    const made = await hook()
    receiver.answer = (_request, response) => response.writeHead(410).end()
    await newTask('One')
    await until('it is disabled', async () => (await read(made.id)).status === 'Disabled')
    expect((await read(made.id)).statusReason).toBe('gone')
    await newTask('Two')
    receiver.received.length = 0
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await admin.ok('POST', `/v1/webhooks/${made.id}/resume`)
    await later(12_000)
    await until('both are delivered', async () => (await read(made.id)).delivered === 2)
  })

  test('that fails again and again gets one probe instead of a storm, and then everything', async () => {
    const made = await hook()
    receiver.answer = (_request, response) => response.writeHead(500).end()
    for (let n = 0; n < 12; n += 1) await newTask(`Task ${n}`)
    await nothingLeft()
    const storm = receiver.received.length
    expect(storm).toBeLessThanOrEqual(12)
    await later(12_000)
    expect(receiver.received).toHaveLength(storm + 1)
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await everythingArrives(made.id)
  })

  test.each([
    ['resume', undefined],
    ['replay', { after: 'start', types: ['task.created'] }],
  ])(
    'that refuses a delivery 12 times in 71 hours leaves it in the log as failed; %s sends it',
    async (verb, body) => {
      const made = await hook()
      let refusedId: string | undefined
      const isRefused = (each: Received): boolean => each.body.data.recordId === refusedId
      receiver.answer = (request, response) => response.writeHead(isRefused(request) ? 500 : 204).end()
      refusedId = (await newTask('Refused')).id
      const details = async (): Promise<Reply['body']> =>
        (await deliveries(made.id, `?filter=recordId="${refusedId}"`))[0]?.details
      const begun = clock.now()
      for (let attempts = 1; attempts <= 12; attempts += 1) {
        await nothingLeft()
        expect((await details()).attempts).toHaveLength(attempts)
        // All others are accepted, so the receiver is neither probed nor disabled.
        const { id } = await newTask(`Accepted after attempt ${attempts}`)
        await nothingLeft()
        expect(receiver.received.some((each) => each.body.data.recordId === id)).toBe(true)
        const { dueAt } = await details()
        if (dueAt !== null) await later(Math.max(12_000, Date.parse(dueAt) - clock.now()) + 1)
      }
      const hours = (clock.now() - begun) / 3_600_000
      expect(hours).toBeGreaterThan(70.6)
      expect(hours).toBeLessThan(70.7 * 1.2)
      expect(await details()).toMatchObject({ state: 'Failed', dueAt: null, lastStatus: 500 })
      expect(await read(made.id)).toMatchObject({ status: 'Active', failed: 1 })
      // It is not sent again before somebody asks.
      await later(48 * 3_600_000)
      expect(receiver.received.filter(isRefused)).toHaveLength(12)

      receiver.answer = (_request, response) => response.writeHead(204).end()
      await admin.ok('POST', `/v1/webhooks/${made.id}/${verb}`, body)
      await until('it is delivered', async () => (await details()).state === 'Delivered')
      expect(receiver.received.filter(isRefused)).toHaveLength(13)
      expect(await read(made.id)).toMatchObject({ status: 'Active', failed: 0 })
    },
  )

  test('that never answers is disabled after 120 hours and not before, with a mail and its deliveries kept', async () => {
    const owner = await world.person(company, { permissions: ['companyAdmin'] })
    const other = await world.person(company, { permissions: ['companyAdmin'] })
    const member = await world.person(company)
    const made = await hook({}, owner.client)
    receiver.answer = (_request, response) => response.writeHead(500).end()
    await newTask('One')
    let hours = 0
    while ((await read(made.id)).status !== 'Disabled') {
      await later(12 * 3_600_000)
      hours += 12
      await newTask(`After ${hours} h`)
      await nothingLeft()
    }
    expect(hours).toBeGreaterThanOrEqual(120)
    expect((await read(made.id)).statusReason).toBe('failing')
    const emailOf = async (id: string): Promise<string> =>
      (await admin.ok('GET', `/v1/users/${id}`)).body.details.email
    for (const person of [owner, other]) {
      const text = await mail.next(await emailOf(person.id))
      expect(text).toContain(made.details.name)
      expect(text).toContain('has not accepted a request for 120 hours')
      expect(text).toContain(`https://atrium.example.com/setup/advanced/webhooks/${made.id}`)
    }
    expect(mail.count(await emailOf(member.id))).toBe(0)
    const kept = await states(made.id)
    expect(kept).not.toContain('Delivered')
    receiver.answer = (_request, response) => response.writeHead(204).end()
    await admin.ok('POST', `/v1/webhooks/${made.id}/resume`)
    // None waits for a retry that was scheduled while the receiver was down.
    for (const { details } of await deliveries(made.id))
      if (details.dueAt !== null) expect(Date.parse(details.dueAt)).toBeLessThanOrEqual(clock.now())
    await settled(made.id, 'Delivered')
  })
})

describe('a caller', () => {
  test('pauses and resumes a webhook, from its position or from now', async () => {
    const made = await hook()
    await admin.ok('POST', `/v1/webhooks/${made.id}/pause`)
    await newTask('One')
    await nothingLeft()
    expect(receiver.received).toEqual([])
    await admin.ok('POST', `/v1/webhooks/${made.id}/resume`, { from: 'position' })
    await until('it is stored', async () => (await read(made.id)).delivered === 1)
    await admin.ok('POST', `/v1/webhooks/${made.id}/pause`)
    await newTask('Two')
    await world.app.hub.sequencer.settled()
    await admin.ok('POST', `/v1/webhooks/${made.id}/resume`, { from: 'now' })
    await newTask('Three')
    await receiver.got(2)
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['task.created', 'task.created'])
    await until('both are stored', async () => (await read(made.id)).delivered === 2)
  })

  test('replays a range and a delivery, with the ids of the changes', async () => {
    const made = await hook()
    for (const title of ['One', 'Two', 'Three']) await newTask(title)
    await receiver.got(3)
    await settled(made.id, 'Delivered')
    const seqOf = ({ body }: Received): number => Number(body.data.position.split('.')[1])
    receiver.received.sort((one, other) => seqOf(one) - seqOf(other))
    const positions = receiver.received.map(({ body }) => body.data.position)
    const ids = receiver.received.map(({ body }) => body.data.id)
    receiver.received.length = 0
    await admin.ok('POST', `/v1/webhooks/${made.id}/replay`, { after: positions[0], until: positions[2] })
    await receiver.got(2)
    expect(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
      ids.slice(1).toSorted(),
    )
    receiver.received.length = 0
    await settled(made.id, 'Delivered')
    const [first] = (await deliveries(made.id, `?filter=changeId="${ids[0]}"`)) as [Reply['body']]
    expect(first.details.position).toBe(positions[0])
    await admin.ok('POST', `/v1/webhooks/${made.id}/deliveries/${first.id}/redeliver`)
    await receiver.got(1)
    expect(receiver.received[0]?.headers['webhook-id']).toBe(ids[0])
    const { body } = await admin.ok('GET', `/v1/webhooks/${made.id}/deliveries/${first.id}/payload`)
    expect(body).toMatchObject({ type: 'task.created', data: { position: positions[0] } })
  })

  test('rotates the secret: both sign during the overlap', async () => {
    const made = await hook()
    const { body } = await admin.send('POST', `/v1/webhooks/${made.id}/secret`, { overlapHours: 1 })
    expect(body.secret).not.toBe(made.secret)
    await newTask('One')
    const [got] = (await receiver.got(1)) as [Received]
    for (const secret of [made.secret, body.secret]) expect(verified(secret, got)).toEqual(got.body)
    await admin.send('POST', `/v1/webhooks/${made.id}/secret`, { overlapHours: 0 })
    await newTask('Two')
    await receiver.got(2)
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(2)
  })

  test('pings, also while it is paused', async () => {
    const made = await hook()
    await admin.ok('POST', `/v1/webhooks/${made.id}/pause`)
    const { body } = await admin.ok('POST', `/v1/webhooks/${made.id}/ping`)
    expect(body).toMatchObject({ delivered: true, status: 204, error: null })
    expect(receiver.received[0]?.body).toMatchObject({ type: 'webhook.ping', data: { webhookId: made.id } })
    receiver.answer = (_request, response) => response.writeHead(500).end('broken')
    const again = await admin.ok('POST', `/v1/webhooks/${made.id}/ping`)
    expect(again.body).toMatchObject({ delivered: false, status: 500, response: 'broken' })
  })
})

describe('the owner', () => {
  test('who loses access gets nothing more of that workspace, not even what was waiting', async () => {
    const person = await world.person(company, { workspaceId, role: 'Admin' })
    const made = await hook({ workspaceIds: [workspaceId] }, person.client)
    receiver.answer = (_request, response) => response.writeHead(500).end()
    await newTask('Seen')
    await receiver.got(1)
    await until(
      'the failure is stored',
      async () => (await deliveries(made.id))[0]?.details.attempts.length === 1,
    )
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    receiver.answer = (_request, response) => response.writeHead(204).end()
    receiver.received.length = 0
    await newTask('Not seen')
    await later(12_000)
    await until('it is skipped', async () => (await states(made.id)).every((each) => each === 'Skipped'))
    expect(receiver.received).toEqual([])
  })

  test('who loses access while deliveries are loaded gets no more of them', async () => {
    const person = await world.person(company, { workspaceId, role: 'Admin' })
    // It responds when access is lost and what waits in memory is too old; only the first few are in flight then.
    const lost = Promise.withResolvers<void>()
    receiver.answer = (_request, response) => void lost.promise.then(() => response.writeHead(204).end())
    const made = await hook({ workspaceIds: [workspaceId], order: 'none' }, person.client)
    await admin.ok('POST', `/v1/webhooks/${made.id}/pause`)
    const operations = Array.from({ length: 480 }, (_, n) => ({
      ...{ requestId: String(n), method: 'POST', body: { title: `Task ${n}`, workspaceId } },
    }))
    await admin.ok('POST', '/v1/tasks/bulk', { operations })
    await admin.ok('POST', `/v1/webhooks/${made.id}/resume`)
    await receiver.got(1)
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    await time.advance(6_000)
    lost.resolve()
    await nothingLeft()
    expect((await read(made.id)).pending).toBe(0)
    const all = (await deliveries(made.id, '?limit=500')).map(({ details }) => details.state)
    expect(all).toHaveLength(480)
    expect(all.filter((state) => state === 'Skipped').length).toBeGreaterThan(20)
    expect(receiver.received.length).toBeLessThan(460)
  })

  test('who is deactivated pauses their webhooks', async () => {
    const person = await world.person(company, { permissions: ['companyAdmin'] })
    const made = await hook({}, person.client)
    await admin.ok('PUT', `/v1/users/${person.id}`, { status: 'Inactive' })
    await newTask('One')
    await later(12_000)
    await until('it is paused', async () => (await read(made.id)).status === 'Paused')
    expect((await read(made.id)).statusReason).toBe('ownerInactive')
    expect(receiver.received).toEqual([])
  })
})
