import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import type { Database } from '../../src/db/database.ts'
import { indexAll } from '../../src/db/search/index-batch.ts'
import { companyTables } from '../../src/db/tables.ts'
import { PreviewTurns } from '../../src/jobs/previews/turns.ts'
import { acceptLink } from '../support/browser.ts'
import { ago, time } from '../support/clock.ts'
import { jobsOf } from '../support/jobs.ts'
import { useMailServer } from '../support/mail-server.ts'
import { buildOddCompany } from '../support/odd-company.ts'
import { askToken, assertionOf, makeClient, postJson, tokenFor } from '../support/signer.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'
import { invited } from './people/invited.ts'

const settings = { ...unlimited, ATRIUM_MAIL_FROM: 'Acme <atrium@acme.example>', ATRIUM_SMTP_URL: '' }
const mail = useMailServer((url) => {
  settings.ATRIUM_SMTP_URL = url
})
/** Purging looks at all companies. */
const world = useWorld(settings)
const day = 86_400_000
const signal = new AbortController().signal

const nameOf = async ({ companyNo }: Company): Promise<string> =>
  (
    await world.db.query
      .selectFrom('companies')
      .select('companyName')
      .where('companyNo', '=', companyNo)
      .executeTakeFirstOrThrow()
  ).companyName

const confirmed = async (company: Company): Promise<string> =>
  `/v1/company?companyName=${encodeURIComponent(await nameOf(company))}`

const remove = async (company: Company) => company.admin.ok('DELETE', await confirmed(company))

/** As if the company had been deleted so long ago. */
const age = ({ companyNo }: Company, milliseconds: number): Promise<unknown> =>
  world.db.transaction((tx) =>
    tx.query
      .updateTable('companies')
      .set({ deletedAt: ago(milliseconds) })
      .where('companyNo', '=', companyNo)
      .execute(),
  )

/** More than are deleted in one transaction. */
const addManyRows = ({ companyNo, adminId }: Company): Promise<unknown> =>
  world.db.transaction((tx) =>
    tx.query
      .insertInto('recents')
      .values(
        Array.from({ length: 1_200 }, () => ({
          companyNo,
          userHash: adminId,
          recordId: newId(),
          kind: 'task',
          openedAt: clock.timestamp(),
        })),
      )
      .execute(),
  )

async function runJob(name: string): Promise<string | undefined> {
  return jobsOf(world)
    .find((job) => job.name === name)
    ?.run(world.db, signal)
}

test('only a company admin deletes a company, and only by its name', async () => {
  const company = await world.company()
  const { client } = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
  expect((await client.send('DELETE', await confirmed(company))).status).toBe(403)
  for (const path of ['/v1/company', '/v1/company?companyName=', '/v1/company?companyName=Another']) {
    const reply = await company.admin.send('DELETE', path)
    expect([reply.status, reply.body.errors[0].parameter]).toEqual([400, 'companyName'])
  }
  expect((await company.admin.get('/v1/company')).body.details.deletedAt).toBeNull()
  const { headers } = await company.admin.get('/v1/company')
  await company.admin.ok('PUT', '/v1/company', { companyName: 'Renamed in the meantime' })
  const late = await company.admin.send('DELETE', await confirmed(company), undefined, {
    'if-match': headers['etag'] ?? '',
  })
  expect(late.status).toBe(412)
  await remove(company)
  const { details } = (await company.admin.get('/v1/company')).body
  expect(Date.parse(details.deletedAt)).toBeGreaterThan(clock.now() - 60_000)
})

describe('a deleted company', () => {
  let company: Company
  let member: Awaited<ReturnType<World['person']>>
  type World = typeof world
  const open = async () => {
    const { link, email, id } = await invited(company, { mailed: false })
    const browser = world.browser()
    expect((await acceptLink(browser, link)).status).toBe(200)
    return { browser, email, id }
  }
  let person: Awaited<ReturnType<typeof open>>
  let admin: Awaited<ReturnType<typeof open>>
  let clients: Record<'asAdmin' | 'asMember', Awaited<ReturnType<typeof makeClient>>>
  let calendar: string
  let token: string

  beforeAll(async () => {
    company = await world.company()
    member = await world.person(company, { permissions: ['createWorkspaces', 'manageAccounts'] })
    person = await open()
    admin = await open()
    await company.admin.ok('PUT', `/v1/users/${admin.id}`, { permissions: ['companyAdmin'] })
    clients = {
      asAdmin: await makeClient(company),
      asMember: await makeClient(company, { actAs: member.id }),
    }
    token = await tokenFor(world, clients.asMember)
    const { body } = await world.client(await person.browser.token()).ok('POST', '/v1/users/me/calendar')
    calendar = new URL(body.address).pathname
    expect((await world.nobody.get(calendar)).status).toBe(200)
    await remove(company)
  })

  test('refuses everybody but its admins, with the reason and until when', async () => {
    const { deletedAt } = (await company.admin.ok('GET', '/v1/company')).body.details
    const on = deletedAt.slice(0, 10)
    const until = new Date(Date.parse(deletedAt) + 14 * day).toISOString().slice(0, 10)
    for (const client of [member.client, world.client(token)])
      for (const [method, path] of [
        ['GET', '/v1/tasks'],
        ['GET', '/v1/users/me'],
        ['POST', '/v1/company/restore'],
      ] as const) {
        const reply = await client.send(method, path)
        expect([reply.status, reply.body.code, reply.body.message]).toEqual([
          403,
          'company_deleted',
          `The company was deleted on ${on}. A company admin can restore it until ${until}.`,
        ])
      }
  })

  test('can be read by its admins, and changed by nobody', async () => {
    expect((await company.admin.get('/v1/users')).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/v1/tags'],
      ['PUT', '/v1/company'],
      ['DELETE', await confirmed(company)],
    ] as const) {
      const reply = await company.admin.send(method, path, method === 'DELETE' ? undefined : {})
      expect([reply.status, reply.body.code]).toEqual([403, 'company_deleted'])
      expect(reply.body.message).toContain('POST /v1/company/restore restores it until')
    }
  })

  test('lets its admins introspect and revoke tokens', async () => {
    const own = { authorization: `Bearer ${await world.token(company, company.adminId)}` }
    const leaked = await world.token(company, company.adminId)
    const ask = (path: string, headers = own) => postJson(world.app.server, path, { token: leaked }, headers)
    expect((await ask('/oauth2/introspect')).body.active).toBe(true)
    expect((await ask('/oauth2/revoke')).status).toBe(200)
    expect((await ask('/oauth2/introspect')).body.active).toBe(false)
    expect((await ask('/oauth2/revoke', { authorization: `Bearer ${token}` })).status).toBe(403)
  })

  test('lets only its admins sign in and get tokens', async () => {
    const refused = await world.browser().signIn(person.email)
    expect([refused.status, refused.body.code]).toEqual([403, 'company_deleted'])
    expect((await person.browser.get('/auth/session')).body.signedIn).toBe(false)
    expect((await person.browser.post('/auth/token')).status).toBe(401)
    expect((await world.browser().signIn(admin.email)).status).toBe(200)
    expect((await world.client(await admin.browser.token()).get('/v1/company')).status).toBe(200)
    expect((await askToken(world.app.server, assertionOf(clients.asMember))).status).toBe(400)
    expect((await askToken(world.app.server, assertionOf(clients.asAdmin))).status).toBe(200)
  })

  test('has no calendars, and sends no mail', async () => {
    expect((await world.nobody.get(calendar)).status).toBe(404)
    const to = `${crypto.randomUUID()}@example.com`
    await world.db.transaction((tx) =>
      world.app.outbox.add(tx, company.companyNo, { to, subject: 'Waits', text: 'for the company' }),
    )
    expect(await world.app.outbox.deliver(signal)).toBe(0)
    await company.admin.ok('POST', '/v1/company/restore')
    expect(await world.app.outbox.deliver(signal)).toBe(1)
    expect(await mail.next(to)).toContain('Waits')
    await remove(company)
  })

  test('has no previews rendered', async () => {
    await company.admin.ok('POST', '/v1/company/restore')
    const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Pictures' })
    const png = '\x89PNG\r\n\x1a\n'
    await company.admin.file(`/v1/workspaces/${id}`, 'picture.png', Buffer.from(png, 'latin1'))
    const next = async () => (await new PreviewTurns().next(world.db))?.companyNo
    expect(await next()).toBe(company.companyNo)
    await remove(company)
    expect(await next()).toBeUndefined()
  })

  test('keeps what is in its trash, however old', async () => {
    await company.admin.ok('POST', '/v1/company/restore')
    const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
    await company.admin.ok('DELETE', `/v1/workspaces/${id}`)
    await remove(company)
    await world.db.transaction((tx) =>
      tx.query
        .updateTable('workspaces')
        .set({ deletedAt: ago(40 * day) })
        .where('id', '=', id)
        .execute(),
    )
    await runJob('purge-trash')
    const kept = () => world.db.query.selectFrom('workspaces').select('id').where('id', '=', id).execute()
    expect(await kept()).toHaveLength(1)
    await company.admin.ok('POST', '/v1/company/restore')
    await runJob('purge-trash')
    expect(await kept()).toHaveLength(0)
    await remove(company)
  })

  test('is as it was when an admin has restored it, and the audit log tells both', async () => {
    const { headers } = await company.admin.get('/v1/company')
    expect((await company.admin.ok('POST', '/v1/company/restore')).status).toBe(204)
    expect((await company.admin.ok('POST', '/v1/company/restore')).status).toBe(204)
    expect((await company.admin.get('/v1/company')).headers['etag']).not.toBe(headers['etag'])
    expect((await company.admin.get('/v1/company')).body.details.deletedAt).toBeNull()
    expect((await member.client.get('/v1/tasks')).status).toBe(200)
    expect((await world.client(token).get('/v1/tasks')).status).toBe(200)
    expect((await person.browser.get('/auth/session')).body.signedIn).toBe(true)
    expect((await world.nobody.get(calendar)).status).toBe(200)
    const log = await company.admin.all('/v1/audit?filter=kind="company"')
    expect(log.map(({ details }) => details.type).slice(0, 2)).toEqual([
      'company.restored',
      'company.deleted',
    ])
    expect(log[1].details.userHash).toBe(company.adminId)
  })
})

describe('after 14 days', () => {
  test('a company is purged, rows and contents, and no other company is touched', async () => {
    const { company } = await buildOddCompany(world)
    const { company: other } = await buildOddCompany(world)
    await indexAll(world.db)
    const countsOf = async ({ companyNo }: Company): Promise<Record<string, number>> => {
      const found: Record<string, number> = {}
      for (const table of companyTables) {
        const [row] = await world.db.run({
          sql: `SELECT count(*) AS "n" FROM "${table}" WHERE "companyNo" = ${companyNo}`,
          values: [],
        })
        found[table] = Number((row as { n: number } | undefined)?.n)
      }
      return found
    }
    const contentsOf = async ({ companyNo }: Company): Promise<string[]> => {
      const keys: string[] = []
      for await (const { key } of world.blobs.list()) if (key.startsWith(`${companyNo}/`)) keys.push(key)
      return keys
    }
    await remove(company)
    await age(company, 14 * day - 60_000)
    const before = await countsOf(other)
    expect(await runJob('purge-companies')).toBeUndefined()
    expect((await countsOf(company))['users']).toBeGreaterThan(1)
    expect((await contentsOf(company)).length).toBeGreaterThan(1)
    await age(company, 14 * day + 1)
    for (const [method, path] of [
      ['GET', '/v1/company'],
      ['POST', '/v1/company/restore'],
    ] as const) {
      // Another process has changed the row; the caches of this one last for seconds.
      const client = world.client(await world.token(company, company.adminId))
      const reply = await client.send(method, path)
      expect([reply.status, reply.body.message]).toEqual([403, expect.stringContaining('is being purged')])
    }
    expect(await runJob('purge-companies')).toContain(`(${company.companyId}), which was deleted at`)
    expect(Object.entries(await countsOf(company)).filter(([, n]) => n !== 0)).toEqual([])
    await runJob('collect-contents')
    expect(await contentsOf(company)).toEqual([])
    expect(await countsOf(other)).toEqual(before)
    expect((await contentsOf(other)).length).toBeGreaterThan(1)
  })

  test.each<[string, (stopping: AbortController) => void]>([
    ['that is stopped', (stopping) => stopping.abort()],
    ['that takes longer than its share of time', () => time.set(clock.now() + 6_000)],
  ])('a purge %s continues with the next run', async (_what, interrupt) => {
    const company = await world.company()
    await addManyRows(company)
    await remove(company)
    await age(company, 15 * day)
    const stopping = new AbortController()
    const job = jobsOf(world).find(({ name }) => name === 'purge-companies')
    let transactions = 0
    const interrupted: Database = {
      ...world.db,
      transaction: (work) => {
        transactions += 1
        if (transactions === 2) interrupt(stopping)
        return world.db.transaction(work)
      },
    }
    expect(await job?.run(interrupted, stopping.signal)).toBeUndefined()
    expect(transactions).toBe(2)
    expect(await nameOf(company)).not.toBe('')
    expect(await job?.run(world.db, signal)).toContain(company.companyId)
    await expect(nameOf(company)).rejects.toThrow()
  })

  test('rows that a job adds during a purge are deleted, too', async () => {
    const company = await world.company()
    const { companyNo } = company
    await addManyRows(company)
    await remove(company)
    await age(company, 15 * day)
    let transactions = 0
    const busy: Database = {
      ...world.db,
      transaction: async (work) => {
        transactions += 1
        await world.db.transaction((tx) =>
          tx.query
            .insertInto('notified')
            .values({ companyNo, seq: 1 })
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        )
        return world.db.transaction(work)
      },
    }
    const job = jobsOf(world).find(({ name }) => name === 'purge-companies')
    expect(await job?.run(busy, signal)).toContain(company.companyId)
    expect(transactions).toBeGreaterThan(2)
    await expect(nameOf(company)).rejects.toThrow()
  })
})
