import { describe, expect, test } from 'vitest'
import { setupLink } from '../../../src/company/first-start.ts'
import { makeCompany } from '../../../src/company/init-company.ts'
import { rows } from '../../../src/db/database.ts'
import { takeOverLease } from '../../../src/db/lease.ts'
import { companyTables } from '../../../src/db/tables.ts'
import { write } from '../../../src/db/write.ts'
import { markUnfinished, removeUnfinished } from '../../../src/sign-in/unfinished.ts'
import { goodPassword, tokenIn } from '../../support/browser.ts'
import { dayAhead } from '../../support/clock.ts'
import { unlimited, useWorld, type World } from '../../support/world.ts'

const secret = Buffer.from('a secret that only tests know, 32+')
const link = (): string => tokenIn(setupLink('https://atrium.example.com', secret))

const wanted = {
  companyName: 'Acme Ltd',
  organization: 'workspaceGroups',
  email: 'ada@example.com',
  fullName: 'Ada Byron',
  password: goodPassword,
}

/** The tables that still have rows. */
async function leftIn(world: World): Promise<string[]> {
  const left: string[] = []
  for (const table of [...companyTables, 'leases'])
    if ((await rows(world.db, { sql: `SELECT 1 AS "one" FROM "${table}" LIMIT 1`, values: [] })).length > 0)
      left.push(table)
  return left
}

interface Task extends Record<'startDate' | 'dueDate' | 'workspaceId', string> {
  completedAt: string | null
  spentMinutes: number
  estimateMinutes: number | null
}

const weekOf = (day: string): number => Math.floor((Date.parse(day) / 86_400_000 + 3) / 7)

/** Tasks were completed week by week, after they were begun, and took about as long as was estimated. */
function demandBelievable(tasks: readonly { details: Task }[]): void {
  const done = tasks.flatMap(({ details }) =>
    details.completedAt === null ? [] : [{ ...details, doneDate: details.completedAt.slice(0, 10) }],
  )
  const perWeek = Map.groupBy(done, ({ doneDate }) => weekOf(doneDate))
  expect(perWeek.size).toBeGreaterThanOrEqual(9)
  expect(Math.max(...[...perWeek.values()].map(({ length }) => length))).toBeLessThanOrEqual(10)
  const today = dayAhead(0)
  for (const { startDate, dueDate, doneDate } of done) {
    expect([startDate, doneDate, today]).toEqual([startDate, doneDate, today].toSorted())
    expect(doneDate).toBe(dueDate)
  }
  for (const all of Map.groupBy(done, ({ workspaceId }) => workspaceId).values()) {
    const sum = (field: 'spentMinutes' | 'estimateMinutes'): number =>
      all.reduce((total, details) => total + (details[field] ?? 0), 0)
    expect(sum('spentMinutes') / sum('estimateMinutes')).toBeGreaterThan(0.7)
    expect(sum('spentMinutes') / sum('estimateMinutes')).toBeLessThan(1.3)
  }
}

describe('the sample', () => {
  const world = useWorld(unlimited)

  test('fills the first company with progress, and no other can be created in the meantime', async () => {
    const browser = world.browser()
    let isOver = false
    const made = browser.post('/auth/setup', { ...wanted, sample: true, token: link() }).finally(() => {
      isOver = true
    })
    const seen: { done: number; total: number }[] = []
    let refused: number | undefined
    while (!isOver) {
      const { status, body } = await world.browser().post('/auth/setup-links', { token: link() })
      if (status !== 200 || body.making === null) continue
      seen.push(body.making)
      if (refused !== undefined) continue
      const other = { ...wanted, email: 'other@example.com', token: link() }
      refused = (await world.browser().post('/auth/setup', other)).status
      expect((await world.browser().signIn(wanted.email)).status).toBe(401)
      expect((await world.browser().get('/auth/session')).body.hasCompany).toBe(false)
    }
    expect([(await made).status, refused]).toEqual([200, 409])
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(new Set(seen.map(({ done }) => done)).size).toBeGreaterThan(3)
    expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([225]))

    const admin = world.client(await browser.token())
    expect((await admin.get('/v1/company')).body.details.companyName).toBe('Acme Ltd')
    const count = async (path: string): Promise<number> => (await admin.all(path)).length
    expect([await count('/v1/users'), await count('/v1/workspaces')]).toEqual([9, 5])
    expect(
      (await count('/v1/tasks')) + (await count('/v1/times')) + (await count('/v1/workspaces/allFiles')),
    ).toBe(225)
    // Nobody works more than ten hours a day, and there is something to see in every week of the reports.
    const days = new Map<string, number>()
    const weeks = new Set<number>()
    for (const { details } of await admin.all('/v1/times')) {
      const key = `${details.userHash} ${details.date}`
      days.set(key, (days.get(key) ?? 0) + details.minutes)
      weeks.add(weekOf(details.date))
    }
    expect(Math.max(...days.values())).toBeLessThanOrEqual(600)
    expect(weeks.size).toBeGreaterThanOrEqual(12)
    // The week of the person who created it is not empty.
    const { id: ownId } = (await admin.get('/v1/users/me')).body
    const own = (await admin.all('/v1/times')).filter(({ details }) => details.userHash === ownId)
    const today = dayAhead(0)
    expect(own.map(({ details }) => [weekOf(details.date), details.date <= today])).toEqual(
      Array.from({ length: 5 }, () => [weekOf(today), true]),
    )
    demandBelievable(await admin.all('/v1/tasks'))
    expect((await world.browser().signIn(wanted.email)).status).toBe(200)
    expect(await world.db.query.selectFrom('leases').selectAll().execute()).toEqual([])
    const tokens = await world.db.query.selectFrom('accessTokens').select('sessionId').execute()
    expect(tokens.filter(({ sessionId }) => sessionId === null)).toEqual([])
    expect((await world.browser().post('/auth/setup-links', { token: link() })).status).toBe(410)
  })
})

describe('a sample that fails halfway', () => {
  // There is no space for the first file.
  const world = useWorld({ ...unlimited, ATRIUM_COMPANY_QUOTA: '100' })

  test('leaves nothing behind, and the company can be created without it', async () => {
    const browser = world.browser()
    const failed = await browser.post('/auth/setup', { ...wanted, sample: true, token: link() })
    expect([failed.status, failed.body.code]).toEqual([503, 'unavailable'])
    expect(failed.body.message).toMatch(/so nothing was created/)
    expect(await leftIn(world)).toEqual([])
    expect((await browser.ok('/auth/setup-links', { token: link() })).making).toBeNull()
    expect((await browser.post('/auth/setup', { ...wanted, token: link() })).status).toBe(200)
  })
})

describe('a complete sample', () => {
  const world = useWorld(unlimited)

  test('is not mistaken for an abandoned one, however late somebody checks', async () => {
    expect((await world.browser().post('/auth/setup', { ...wanted, token: link() })).status).toBe(200)
    const [{ companyNo } = { companyNo: 0 }] = await world.db.query
      .selectFrom('companies')
      .select('companyNo')
      .execute()
    const name = `unfinished company ${companyNo}`
    // A process that saw the lease before it was released comes too late for it.
    expect(await takeOverLease(world.db, name, 'somebody', 30)).toBe(false)
    await removeUnfinished(world.db, companyNo, 'somebody')
    expect(await world.db.query.selectFrom('companies').select('id').execute()).toHaveLength(1)
  })
})

describe('a sample whose process has died', () => {
  const world = useWorld(unlimited)

  test('counts as in progress until its lease expires, and is then removed', async () => {
    const author = { companyNo: 0, userId: null, clientId: undefined, requestId: 'test' }
    await write(world.db, author, async (tx) => {
      const given = { ...wanted, organization: 'accounts' as const, adminEmail: wanted.email }
      const made = await makeCompany(tx, { ...given, adminName: 'Ada', passwordHash: '' })
      author.companyNo = made.companyNo
      await markUnfinished(tx, made.companyNo, 'somebody who died')
    })
    const asked = await world.browser().ok('/auth/setup-links', { token: link() })
    expect(asked.making).toEqual({ done: 0, total: 225 })
    const early = await world.browser().post('/auth/setup', { ...wanted, token: link() })
    expect([early.status, early.body.code]).toEqual([409, 'conflict'])
    await world.db.transaction((tx) =>
      tx.query.updateTable('leases').set({ expiresAt: '2026-01-01T00:00:00.000Z' }).execute(),
    )
    expect((await world.browser().ok('/auth/setup-links', { token: link() })).making).toBeNull()
    expect(await leftIn(world)).toEqual([])
    expect((await world.browser().post('/auth/setup', { ...wanted, token: link() })).status).toBe(200)
  })
})
