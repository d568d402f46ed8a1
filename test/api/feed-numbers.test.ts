import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { stamp } from '../../src/base/ids.ts'
import {
  type NumberedChange,
  numberCopied,
  readEpoch,
  readNewest,
  readNumbered,
} from '../../src/db/change-log/feed.ts'
import { encodePrevious } from '../../src/db/change-log/previous-values.ts'
import { changeTypeNames } from '../../src/db/change-log/types.ts'
import { rows } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'
import { sql } from '../../src/db/sql.ts'
import { write } from '../../src/db/write.ts'
import { time } from '../support/clock.ts'
import { type Company, useSharedWorld, useWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

async function numbered({ companyNo }: Company, after = 0): Promise<NumberedChange[]> {
  await world.app.hub.sequencer.settled()
  return readNumbered(world.db, companyNo, after, 100_000)
}

describe('numbers', () => {
  test('begin with 1 in every company and have no gaps', async () => {
    const other = await world.company()
    await Promise.all([company, other].map(({ admin }) => admin.create('/v1/tags', { tagName: 'One' })))
    for (const each of [company, other]) {
      const found = await numbered(each)
      expect(found.length).toBeGreaterThan(6)
      expect(found.map(({ seq }) => seq)).toEqual(found.map((_, n) => n + 1))
      expect(found.at(-1)?.type).toBe('tag.created')
    }
  })

  test('follow the order of commits of all writers', async () => {
    const { id: workspaceId } = await company.admin.create('/v1/workspaces', { workspaceName: 'Order' })
    const before = await readNewest(world.db, company.companyNo)
    const chain = async (n: number): Promise<void> => {
      const { id } = await company.admin.create('/v1/tasks', { workspaceId, title: `${n}` })
      await company.admin.ok('PUT', `/v1/tasks/${id}`, { title: `${n} again` })
      await company.admin.ok('DELETE', `/v1/tasks/${id}`)
    }
    await Promise.all(Array.from({ length: 20 }, (_, n) => chain(n)))
    const found = (await numbered(company, before)).filter(({ kind }) => kind === 'task')
    expect(found.length).toBe(60)
    for (const types of Map.groupBy(found, ({ recordId }) => recordId).values())
      expect(types.map(({ type }) => type)).toEqual(['task.created', 'task.updated', 'task.deleted'])
  })

  test('a change from a host whose clock is slow comes after those that committed before it', async () => {
    const author = { companyNo: company.companyNo, userId: null, clientId: undefined, requestId: 'slow' }
    const recordId = stamp().id
    await write(world.db, author, async (tx) => tx.log({ verb: 'created', kind: 'tag', recordId }))
    await world.app.hub.sequencer.settled()
    time.set(clock.now() - 2_000)
    await write(world.db, author, async (tx) => tx.log({ verb: 'updated', kind: 'tag', recordId }))
    time.set(clock.now() + 2_000)
    const found = (await numbered(company)).filter((change) => change.recordId === recordId)
    expect(found.map(({ type }) => type)).toEqual(['tag.created', 'tag.updated'])
    const [first, second] = found.map(({ id }) => id)
    expect(String(first) > String(second)).toBe(true)
  })

  test('several changes of one transaction keep their order', async () => {
    const author = { companyNo: company.companyNo, userId: null, clientId: undefined, requestId: 'several' }
    const ids = Array.from({ length: 1_200 }, () => stamp().id)
    await write(world.db, author, async (tx) => {
      for (const recordId of ids) tx.log({ verb: 'created', kind: 'tag', recordId })
    })
    const found = (await numbered(company)).filter(({ requestId }) => requestId === 'several')
    expect(found.map(({ recordId }) => recordId)).toEqual(ids)
  })

  test('changes that a process of the earlier version wrote get theirs too', async () => {
    const { id, at } = stamp()
    await world.db.transaction((tx) =>
      rows(
        tx,
        sql`INSERT INTO "changes" ("companyNo", "id", "createdAt", "type", "kind", "recordId", "requestId", "fields")
          VALUES (${company.companyNo}, ${id}, ${at}, 'tag.created', 'tag', ${stamp().id}, 'old', '[]')`,
      ),
    )
    world.app.hub.sequencer.wake()
    const found = await numbered(company)
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, n) => n + 1))
    expect(found.at(-1)).toMatchObject({ id, previous: null })
  })
})

describe('with several processes', () => {
  const own = useWorld()

  test('each numbers what it has written, and what others have left behind', async () => {
    const [made, second] = [await own.company(), openDatabase(own.config, () => undefined)]
    const author = { companyNo: made.companyNo, userId: null, clientId: undefined, requestId: 'other' }
    const log = (recordId: string): Promise<void> =>
      write(second, author, async (tx) => tx.log({ verb: 'created', kind: 'tag', recordId }))
    try {
      const ids = Array.from({ length: 30 }, () => stamp().id)
      await Promise.all(ids.map(log))
      own.app.hub.sequencer.start()
      const seen = async (): Promise<string[]> =>
        (await readNumbered(own.db, made.companyNo, 0, 1_000)).map(({ recordId }) => recordId)
      await expect.poll(seen).toEqual(expect.arrayContaining(ids))
    } finally {
      await second.close()
    }
  })

  test('a copy numbers what it brought without a number', async () => {
    const made = await own.company()
    await own.app.hub.sequencer.settled()
    await own.db.transaction(async (tx) => {
      await rows(tx, sql`DELETE FROM "feed" WHERE "companyNo" = ${made.companyNo} AND "seq" > 2`)
      await numberCopied(tx)
    })
    const found = await readNumbered(own.db, made.companyNo, 0, 1_000)
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, n) => n + 1))
    expect(found.length).toBeGreaterThan(5)
  })
})

test('the epoch of the numbers of a company stays, and differs from that of another', async () => {
  const { companyNo } = await world.company()
  const [first, ...rest] = await Promise.all([1, 2, 3].map(() => readEpoch(world.db, companyNo)))
  expect(first).toMatch(/^\w{8}$/)
  expect(rest).toEqual([first, first])
  expect(await readEpoch(world.db, company.companyNo)).not.toBe(first)
})

test('every type has an audience', () => {
  expect(changeTypeNames).toContain('task.updated')
  expect(new Set(changeTypeNames).size).toBe(changeTypeNames.length)
})

test('long previous values are left out, with their length', () => {
  const values = { a: 'x'.repeat(1_022), b: 'x'.repeat(1_023), c: null, d: [1, 2] }
  expect(JSON.parse(encodePrevious(values))).toEqual({ ...values, b: { omitted: 1_025 } })
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`f${n}`, 'x'.repeat(1_000)]))
  const kept = Object.values(JSON.parse(encodePrevious(many)) as Record<string, unknown>)
  expect(kept.filter((value) => typeof value === 'string').length).toBe(8)
  expect(kept.slice(8)).toEqual(Array(4).fill({ omitted: 1_002 }))
})
