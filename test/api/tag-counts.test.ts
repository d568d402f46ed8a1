import { beforeAll, describe, expect, test } from 'vitest'
import type { Sql, Transaction } from '../../src/db/database.ts'
import { insertRows, newRow } from '../../src/db/records.ts'
import { retireTag } from '../../src/db/tag-clearing.ts'
import { countTags, countWorkspaceTags, readTagCounts } from '../../src/db/tag-counts.ts'
import { clearTags } from '../../src/jobs/clear-tags.ts'
import type { Client, Reply } from '../support/client.ts'
import { insist } from '../support/insist.ts'
import { countsOf } from '../support/tag-recount.ts'
import { addTaggedTasks } from '../support/tagged-tasks.ts'
import { type Company, useWorld } from '../support/world.ts'

// Its own service: the job that clears tags works on every company in the database.
const world = useWorld()
let company: Company
let admin: Client

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
})

const never = new AbortController().signal
const newWorkspace = async (): Promise<string> =>
  (await admin.create('/v1/workspaces', { workspaceName: 'Counted' })).id
const newTag = async (tagName: string): Promise<string> => (await admin.create('/v1/tags', { tagName })).id
const tasksWith = async (tagName: string, query = ''): Promise<string[]> =>
  (await admin.all(`/v1/tasks?filter=${encodeURIComponent(`tags="${tagName}"`)}${query}`)).map(({ id }) => id)
const countOf = async (tagId: string): Promise<number> =>
  (await admin.ok('GET', `/v1/tags/${tagId}`)).body.details.taskCount

const send = (method: string, url: string, body?: unknown): Promise<Reply> =>
  insist(() => admin.send(method, url, body))

async function demandTrueCounts(): Promise<void> {
  const { kept, counted } = await countsOf(world.db, company.companyNo)
  expect(kept).toEqual(counted)
}

test('counts are right after many concurrent writers', async () => {
  const places = [await newWorkspace(), await newWorkspace()]
  const names = ['c1', 'c2', 'c3', 'c4']
  const some = (n: number): string[] => names.filter((_, k) => (n >> k) % 2 === 1)
  const write = async (n: number): Promise<void> => {
    const workspaceId = places[n % 2]
    const { status, body } = await send('POST', '/v1/tasks', {
      title: 'x',
      workspaceId,
      tags: some(n + 1),
    })
    // The workspace may be in the trash at this very moment.
    if (status === 400 || status === 404) return
    expect(status).toBe(201)
    const path = `/v1/tasks/${body.id}`
    await send('PUT', path, { tags: some(n * 7) })
    if (n % 3 === 0) await send('DELETE', path)
    if (n % 6 === 0) await send('POST', `${path}/restore`)
  }
  const trash = async (): Promise<void> => {
    for (let n = 0; n < 3; n += 1) {
      expect((await send('DELETE', `/v1/workspaces/${places[1]}`)).status).toBe(204)
      expect((await send('POST', `/v1/workspaces/${places[1]}/restore`)).status).toBe(204)
    }
  }
  await Promise.all([...Array.from({ length: 60 }, (_, n) => write(n)), trash()])
  await demandTrueCounts()
  await admin.ok('DELETE', `/v1/workspaces/${places[1]}`)
  await demandTrueCounts()
  const { items } = await admin.list('/search/tags?filter=tags%20startsWith%20%22c%22')
  expect(items).toHaveLength(names.length)
  for (const { details } of items)
    expect(details.taskCount, details.tagName).toBe((await tasksWith(details.tagName)).length)
})

test('a workspace with very many tags is subtracted and added again in steps', async () => {
  const { companyNo, admin: owner } = await world.company()
  const { id: workspaceId } = await owner.create('/v1/workspaces', { workspaceName: 'Full' })
  const tagIds = Array.from({ length: 1_200 }, (_, n) => `tag${n}`)
  const row = {
    ...newRow(companyNo, null),
    externalId: null,
    deletedAt: null,
    deletedBy: null,
    mergedInto: null,
  }
  const tags = tagIds.map((id) => ({ ...row, id, tagName: id, tagNameKey: id }))
  await world.db.transaction((tx) => insertRows(tx, 'tags', tags))
  await world.db.transaction((tx) =>
    countTags(
      tx,
      companyNo,
      tagIds.map((tagId) => ({ tagId, workspaceId, tasks: 2, files: 1 })),
    ),
  )
  const totals = async () =>
    new Set(
      [...(await readTagCounts(world.db, companyNo, tagIds)).values()].map(
        ({ taskCount, fileCount }) => `${taskCount} ${fileCount}`,
      ),
    )
  for (const [sign, expected] of [
    [-1, '0 0'],
    [1, '2 1'],
  ] as const) {
    let most = 0
    await world.db.transaction(async (tx) => {
      const watched: Transaction = {
        ...tx,
        async run(sql: Sql) {
          const found = await tx.run(sql)
          most = Math.max(most, found.length)
          return found
        },
      }
      await countWorkspaceTags(watched, companyNo, workspaceId, sign)
    })
    expect([most, await totals()]).toEqual([500, new Set([expected])])
  }
})

test('merging and deleting while others write loses nothing', async () => {
  const workspaceId = await newWorkspace()
  const [from, into, gone] = [await newTag('m from'), await newTag('m into'), await newTag('m gone')]
  const write = async (n: number): Promise<void> => {
    const tags = [['m from'], ['m from', 'm into'], ['m gone', 'm from'], ['m gone']][n % 4]
    const reply = await send('POST', '/v1/tasks', { title: `m ${n}`, workspaceId, tags })
    expect(reply.status).toBe(201)
  }
  await Promise.all([
    ...Array.from({ length: 40 }, (_, n) => write(n)),
    send('POST', `/v1/tags/${from}/merge`, { into }),
    send('DELETE', `/v1/tags/${gone}`),
  ])
  await demandTrueCounts()
  // Later requests have created new tags with the old names; no record has the old ones.
  for (const id of [from, gone]) {
    expect((await admin.get(`/v1/tags/${id}`)).status).toBe(404)
    for (const table of ['taskTags', 'tagUses', 'tagTotals'] as const)
      expect(await world.db.query.selectFrom(table).selectAll().where('tagId', '=', id).execute()).toEqual([])
  }
})

describe('a tag on more records than are cleared at once', () => {
  let place: { companyNo: number; workspaceId: string; userId: string }

  beforeAll(async () => {
    const { companyNo, adminId: userId } = company
    place = { companyNo, workspaceId: await newWorkspace(), userId }
  })

  test('is merged immediately, and cleared in the background', async () => {
    const [from, into, next] = [await newTag('big from'), await newTag('big into'), await newTag('big next')]
    await addTaggedTasks(world.db, place, [from], 1_150)
    await addTaggedTasks(world.db, place, [into, from], 60)
    await addTaggedTasks(world.db, place, [into], 5)
    expect([await countOf(from), await countOf(into)]).toEqual([1_210, 65])
    await admin.ok('POST', `/v1/tags/${from}/merge`, { into })

    const pending = () =>
      world.db.query.selectFrom('tags').selectAll().where('id', '=', from).executeTakeFirst()
    expect(await pending()).toMatchObject({ mergedInto: into })
    const total = 1_215
    for (const query of ['&limit=500', '&limit=100&sort=-title', '&limit=333&sort=priority,-updatedAt']) {
      const found = await tasksWith('BIG into', query)
      expect([found.length, new Set(found).size], query).toEqual([total, total])
    }
    const all = await admin.all(`/v1/workspaces/${place.workspaceId}/tasks?limit=500`)
    expect(new Set(all.map(({ details }) => details.tags.join()))).toEqual(new Set(['big into']))
    expect(await tasksWith('big from')).toEqual([])
    // Both count until the job is done: records that had both may count twice.
    expect(await countOf(into)).toBeGreaterThanOrEqual(total)
    expect(await countOf(into)).toBeLessThanOrEqual(total + 60)
    await demandTrueCounts()
    // A record sent back as it was read changes nothing.
    const [old] = all.slice(-1)
    await admin.ok('PUT', `/v1/tasks/${old.id}`, { tags: old.details.tags })
    expect((await admin.ok('GET', `/v1/tasks/${old.id}`)).body).toEqual(old)
    // Chains are short: tags merged earlier follow.
    await admin.ok('POST', `/v1/tags/${into}/merge`, { into: next })
    expect(await pending()).toMatchObject({ mergedInto: next })
    expect(new Set(await tasksWith('big next', '&limit=500')).size).toBe(total)

    expect(await clearTags.run(world.db, never)).toMatch(/^Cleared 2 tags/)
    expect(await clearTags.run(world.db, never)).toBeUndefined()
    expect(await pending()).toBeUndefined()
    expect(await countOf(next)).toBe(total)
    expect((await tasksWith('big next', '&limit=500')).length).toBe(total)
    await demandTrueCounts()
  })

  test('is deleted immediately, with the tags merged into it', async () => {
    const [tag, merged] = [await newTag('huge'), await newTag('huge merged')]
    const workspaceId = await newWorkspace()
    await addTaggedTasks(world.db, { ...place, workspaceId }, [tag, merged], 1_300)
    await admin.ok('POST', `/v1/tags/${merged}/merge`, { into: tag })
    await admin.ok('DELETE', `/v1/tags/${tag}`)
    expect(await tasksWith('huge')).toEqual([])
    const { items } = await admin.list(`/v1/workspaces/${workspaceId}/tasks?limit=500`)
    expect(items.every(({ details }) => details.tags.length === 0)).toBe(true)
    const stopped = new AbortController()
    stopped.abort()
    expect(await clearTags.run(world.db, stopped.signal)).toBeUndefined()
    expect(await clearTags.run(world.db, never)).toMatch(/^Cleared 2 tags/)
    const left = await world.db.query
      .selectFrom('tasks')
      .select('tagIds')
      .where('workspaceId', '=', workspaceId)
      .where('tagIds', '<>', '[]')
      .execute()
    expect(left).toEqual([])
    await demandTrueCounts()
  })

  test('appears to external people under its new name while it is being cleared', async () => {
    const [from, into] = [await newTag('ext from'), await newTag('ext into')]
    const workspaceId = await newWorkspace()
    const { client } = await world.person(company, { userType: 'External', workspaceId })
    await addTaggedTasks(world.db, { ...place, workspaceId }, [from], 3)
    await world.db.transaction((tx) =>
      retireTag(tx, { companyNo: company.companyNo, id: from }, into, company.adminId),
    )
    for (const path of ['/v1/tags', '/v1/tags?sort=tagName', '/search/tags?sort=-updatedAt'])
      expect((await client.all(path)).map(({ id }) => id)).toEqual([into])
    await client.ok('GET', `/v1/tags/${into}`)
    await clearTags.run(world.db, never)
    expect((await client.all('/v1/tags')).map(({ id }) => id)).toEqual([into])
  })
})
