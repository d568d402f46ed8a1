import { beforeAll, describe, expect, test } from 'vitest'
import { insertRow, newRow } from '../../src/db/records.ts'
import type { Reply } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

async function newWorkspace(workspaceName = 'Folders'): Promise<{ id: string; path: string }> {
  const { id } = await company.admin.create('/v1/workspaces', { workspaceName })
  return { id, path: `/v1/workspaces/${id}/folders` }
}

let counter = 0
const newFolder = (path: string, body: Record<string, unknown> = {}): Promise<Reply['body']> => {
  counter += 1
  return company.admin.create(path, { folderName: `Folder ${counter}`, ...body })
}

const fault = ({ status, body }: Reply): unknown[] => [status, body.code, body.errors?.[0]?.pointer]
const conflict = ({ status, body }: Reply): unknown[] => [status, body.code]
const listed = async (path: string): Promise<string[]> =>
  (await company.admin.all(`${path}?limit=500`)).map(({ id }) => id)

test('a folder is at the top or inside another, and can be found by its parent', async () => {
  const { id: workspaceId, path } = await newWorkspace()
  const top = await newFolder(path, { folderName: ' Drafts ' })
  expect(top.permalink).toBe(`https://atrium.example.com/p/folder/${top.id}`)
  expect(top.details).toMatchObject({
    folderName: 'Drafts',
    parentFolderId: null,
    workspaceId,
    createdBy: company.adminId,
    externalId: null,
  })
  const [b, a] = [
    await newFolder(path, { folderName: 'b', parentFolderId: top.id }),
    await newFolder(path, { folderName: 'A', parentFolderId: top.id }),
  ]
  const below = await newFolder(path, { parentFolderId: a.id })
  expect((await listed(path)).sort()).toEqual([top, a, b, below].map(({ id }) => id).sort())
  const filter = encodeURIComponent(`parentFolderId="${top.id}"`)
  const inside = await company.admin.all(`${path}?sort=folderName&filter=${filter}&limit=1`)
  expect(inside.map(({ id }) => id)).toEqual([a.id, b.id])
  const other = await newWorkspace('Other')
  expect(await company.admin.all(`${other.path}?filter=${filter}`)).toEqual([])
})

describe('a name', () => {
  test('is unique in its place, ignoring case, and a duplicate names the first', async () => {
    const { path } = await newWorkspace()
    const first = await newFolder(path, { folderName: 'Été' })
    const reply = await company.admin.send('POST', path, { folderName: ' ÉTÉ' })
    expect(fault(reply)).toEqual([409, 'duplicate', '/folderName'])
    expect(reply.body.message).toContain(first.id)
    // In another place it is free.
    await newFolder(path, { folderName: 'été', parentFolderId: first.id })
    await newFolder((await newWorkspace()).path, { folderName: 'été' })
  })

  test('is checked when a folder is renamed or moved', async () => {
    const { path } = await newWorkspace()
    const top = await newFolder(path, { folderName: 'Top' })
    const one = await newFolder(path, { folderName: 'One' })
    const inner = await newFolder(path, { folderName: 'one', parentFolderId: top.id })
    const put = (id: string, body: unknown) => company.admin.send('PUT', `/v1/folders/${id}`, body)
    expect(fault(await put(one.id, { folderName: 'TOP' }))).toEqual([409, 'duplicate', '/folderName'])
    expect(fault(await put(one.id, { parentFolderId: top.id }))).toEqual([409, 'duplicate', '/folderName'])
    expect((await put(inner.id, { parentFolderId: null })).body.message).toContain(one.id)
    expect((await put(one.id, { folderName: 'ONE' })).status).toBe(204)
    expect((await put(one.id, { folderName: 'Two', parentFolderId: top.id })).status).toBe(204)
  })

  test('is given once, to the first of several', async () => {
    const { path } = await newWorkspace()
    const replies = await Promise.all(
      ['Same', 'same', 'SAME', 'sAME'].map((folderName) => company.admin.send('POST', path, { folderName })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('is free once the folder is in the trash, which then cannot be restored', async () => {
    const { path } = await newWorkspace()
    const first = await newFolder(path, { folderName: 'Name', externalId: 'key' })
    await company.admin.ok('DELETE', `/v1/folders/${first.id}`)
    const second = await newFolder(path, { folderName: 'NAME' })
    const reply = await company.admin.send('POST', `/v1/folders/${first.id}/restore`)
    expect(fault(reply)).toEqual([409, 'duplicate', '/folderName'])
    expect(reply.body.message).toContain(second.id)
    await company.admin.ok('PUT', `/v1/folders/${second.id}`, { folderName: 'Other', externalId: 'key' })
    const taken = await company.admin.send('POST', `/v1/folders/${first.id}/restore`)
    expect(fault(taken)).toEqual([409, 'duplicate', '/externalId'])
    expect(await listed(path)).toEqual([second.id])
    await company.admin.ok('PUT', `/v1/folders/${second.id}`, { externalId: null })
    await company.admin.ok('POST', `/v1/folders/${first.id}/restore`)
  })
})

describe('the tree', () => {
  test('is within one workspace', async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()]
    const foreign = await newFolder(other.path)
    const own = await newFolder(one.path)
    const body = { folderName: 'x', parentFolderId: foreign.id }
    for (const reply of [
      await company.admin.send('POST', one.path, body),
      await company.admin.send('PUT', `/v1/folders/${own.id}`, body),
    ])
      expect(fault(reply)).toEqual([400, 'invalid_request', '/parentFolderId'])
  })

  test('accepts no parent that the caller may not see, or that is in the trash', async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()]
    const foreign = await newFolder(other.path)
    const person = await world.person(company, { workspaceId: one.id })
    const gone = await newFolder(one.path)
    await company.admin.ok('DELETE', `/v1/folders/${gone.id}`)
    for (const { id } of [foreign, gone]) {
      const reply = await person.client.send('POST', one.path, { folderName: 'x', parentFolderId: id })
      expect(fault(reply)).toEqual([400, 'invalid_request', '/parentFolderId'])
      expect(reply.body.message).toContain('does not exist')
    }
  })

  test('has no cycle, not even when two requests would create it together', async () => {
    const { path } = await newWorkspace()
    const top = await newFolder(path)
    const below = await newFolder(path, {
      parentFolderId: (await newFolder(path, { parentFolderId: top.id })).id,
    })
    const put = (id: string, parentFolderId: string | null) =>
      company.admin.send('PUT', `/v1/folders/${id}`, { parentFolderId })
    for (const parent of [top.id, below.id])
      expect(conflict(await put(top.id, parent))).toEqual([409, 'conflict'])
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await newFolder(path), await newFolder(path)]
      const replies = await Promise.all([put(one.id, two.id), put(two.id, one.id)])
      expect(replies.map(({ status }) => status).sort()).toEqual([204, 409])
    }
  })

  test('is at most 32 levels deep, whichever end grows', async () => {
    const { path } = await newWorkspace()
    const chain = async (length: number): Promise<string[]> => {
      const ids: string[] = []
      for (let n = 0; n < length; n += 1)
        ids.push((await newFolder(path, { parentFolderId: ids.at(-1) ?? null })).id)
      return ids
    }
    const long = await chain(32)
    const last = long.at(-1) ?? ''
    const deeper = await company.admin.send('POST', path, { folderName: 'x', parentFolderId: last })
    expect(conflict(deeper)).toEqual([409, 'conflict'])
    const short = await chain(3)
    const put = (parentFolderId: string | undefined) =>
      company.admin.send('PUT', `/v1/folders/${short[0]}`, { parentFolderId })
    expect(conflict(await put(long[29]))).toEqual([409, 'conflict'])
    expect((await put(long[28])).status).toBe(204)
    // A deleted folder comes back only if the tree is not too deep for it.
    await company.admin.ok('DELETE', `/v1/folders/${short[1]}`)
    await company.admin.ok('PUT', `/v1/folders/${short[0]}`, { parentFolderId: long[30] })
    const back = await company.admin.send('POST', `/v1/folders/${short[1]}/restore`)
    expect(conflict(back)).toEqual([409, 'conflict'])
    expect((await company.admin.get(`/v1/folders/${short[1]}`)).status).toBe(404)
  })
})

describe('a deleted folder', () => {
  test('is gone from everywhere, and comes back unchanged', async () => {
    const { path } = await newWorkspace()
    const folder = await newFolder(path, { externalId: 'back' })
    const own = `/v1/folders/${folder.id}`
    await company.admin.ok('DELETE', own)
    for (const [method, url] of [
      ['GET', own],
      ['PUT', own],
      ['DELETE', own],
      ['POST', `${own}/updateDetails`],
    ] as const)
      expect((await company.admin.send(method, url, method === 'PUT' ? {} : undefined)).status).toBe(404)
    expect(await listed(path)).toEqual([])
    const prefer = { prefer: 'return=representation' }
    const back = await company.admin.ok('POST', `${own}/restore`, undefined, prefer)
    const { updatedAt: _, ...before } = folder.details
    expect(back.body.details).toMatchObject(before)
    expect(await listed(path)).toEqual([folder.id])
    // Restoring what is not in the trash is not an error.
    expect((await company.admin.send('POST', `${own}/restore`)).status).toBe(204)
  })

  test('takes everything in it along, and brings back exactly that', async () => {
    const { path } = await newWorkspace()
    const parent = await newFolder(path)
    const [first, second] = [
      await newFolder(path, { parentFolderId: parent.id }),
      await newFolder(path, { parentFolderId: parent.id }),
    ]
    const below = await newFolder(path, { parentFolderId: second.id })
    await company.admin.ok('DELETE', `/v1/folders/${first.id}`)
    await company.admin.ok('DELETE', `/v1/folders/${parent.id}`)
    expect(await listed(path)).toEqual([])
    for (const { id } of [first, second, below])
      expect(conflict(await company.admin.send('POST', `/v1/folders/${id}/restore`))).toEqual([
        409,
        'conflict',
      ])
    await company.admin.ok('POST', `/v1/folders/${parent.id}/restore`)
    expect((await listed(path)).sort()).toEqual([parent, second, below].map(({ id }) => id).sort())
    await company.admin.ok('POST', `/v1/folders/${first.id}/restore`)
    expect(await listed(path)).toHaveLength(4)
  })

  test('can be deleted and restored by its creator and by Admins, with everything in it', async () => {
    const { id: workspaceId, path } = await newWorkspace()
    const [maker, other] = [
      await world.person(company, { workspaceId }),
      await world.person(company, { workspaceId }),
    ]
    const admin = await world.person(company, { workspaceId, role: 'Admin' })
    const own = await maker.client.create(path, { folderName: 'Own' })
    const url = `/v1/folders/${own.id}`
    expect((await other.client.send('DELETE', url)).status).toBe(403)
    // Somebody else's folder would go with it.
    const part = await other.client.create(path, { folderName: 'Part', parentFolderId: own.id })
    expect((await maker.client.send('DELETE', url)).status).toBe(403)
    await other.client.ok('DELETE', `/v1/folders/${part.id}`)
    await maker.client.ok('DELETE', url)
    expect((await other.client.send('POST', `${url}/restore`)).status).toBe(403)
    await maker.client.ok('POST', `${url}/restore`)
    await admin.client.ok('DELETE', url)
    await admin.client.ok('POST', `${url}/restore`)
  })

  test('is gone for good after 30 days, purged or not', async () => {
    const { path } = await newWorkspace()
    const { id } = await newFolder(path)
    await company.admin.ok('DELETE', `/v1/folders/${id}`)
    const restoredAfter = async (days: number): Promise<number> => {
      const deletedAt = ago(days * 86_400_000)
      await world.db.transaction((tx) =>
        tx.query.updateTable('folders').set({ deletedAt }).where('id', '=', id).execute(),
      )
      return (await company.admin.send('POST', `/v1/folders/${id}/restore`)).status
    }
    expect(await restoredAfter(31)).toBe(404)
    expect(await restoredAfter(29)).toBe(204)
  })

  test('contains at most 1,000 others; more cannot be deleted or moved at once', async () => {
    const { id: workspaceId, path } = await newWorkspace()
    const [parent, elsewhere] = [await newFolder(path), await newFolder(path)]
    const add = (count: number) =>
      world.db.transaction(async (tx) => {
        for (let n = 0; n < count; n += 1) {
          const row = newRow(company.companyNo, company.adminId)
          const place = { workspaceId, parentFolderId: parent.id, deletedAt: null, deletedBy: null }
          const named = { folderName: row.id, folderNameKey: `${row.id.toLowerCase()}${n}`, externalId: null }
          await insertRow(tx, 'folders', { ...row, ...place, ...named })
        }
      })
    await add(1_001)
    const message = 'The folder contains more than 1,000 folders. Move or delete some of them first.'
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { parentFolderId: elsewhere.id }],
    ] as const) {
      const reply = await company.admin.send(method, `/v1/folders/${parent.id}`, body)
      expect([reply.status, reply.body.message], method).toEqual([409, message])
    }
    const [one] = (await listed(path)).filter((id) => id !== parent.id && id !== elsewhere.id)
    await company.admin.ok('DELETE', `/v1/folders/${one}`)
    await company.admin.ok('DELETE', `/v1/folders/${parent.id}`)
    expect(await listed(path)).toEqual([elsewhere.id])
    await company.admin.ok('POST', `/v1/folders/${parent.id}/restore`)
    expect(await company.admin.all(`${path}?limit=500`)).toHaveLength(1_002)
  })
})

describe('the workspace', () => {
  test('archived, keeps its folders unchanged', async () => {
    const { id: workspaceId, path } = await newWorkspace()
    const [folder, gone] = [await newFolder(path), await newFolder(path)]
    await company.admin.ok('DELETE', `/v1/folders/${gone.id}`)
    await company.admin.ok('PUT', `/v1/workspaces/${workspaceId}/archive`)
    for (const [method, url, body] of [
      ['POST', path, { folderName: 'New' }],
      ['PUT', `/v1/folders/${folder.id}`, { folderName: 'New' }],
      ['DELETE', `/v1/folders/${folder.id}`, undefined],
      ['POST', `/v1/folders/${gone.id}/restore`, undefined],
    ] as const)
      expect(conflict(await company.admin.send(method, url, body)), url).toEqual([409, 'archived'])
    expect(await listed(path)).toEqual([folder.id])
  })

  test('in the trash, takes them along, and brings them back', async () => {
    const { id: workspaceId, path } = await newWorkspace()
    const folder = await newFolder(path)
    const elsewhere = await newWorkspace()
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}`)
    expect((await company.admin.get(path)).status).toBe(404)
    for (const [method, url] of [
      ['GET', `/v1/folders/${folder.id}`],
      ['POST', `/v1/folders/${folder.id}/restore`],
    ] as const) {
      const reply = await company.admin.send(method, url)
      expect([reply.status, reply.body.message]).toEqual([404, 'There is no such folder.'])
    }
    const body = { folderName: 'x', parentFolderId: folder.id }
    expect(fault(await company.admin.send('POST', elsewhere.path, body))[2]).toBe('/parentFolderId')
    await company.admin.ok('POST', `/v1/workspaces/${workspaceId}/restore`)
    await company.admin.ok('GET', `/v1/folders/${folder.id}`)
  })
})

test('every write is in the change log, with its workspace', async () => {
  const { id: workspaceId, path } = await newWorkspace()
  const seen = (await changesOf(world, company)).length
  const { id } = await newFolder(path)
  const below = await newFolder(path, { parentFolderId: id })
  const other = await newFolder(path)
  await company.admin.ok('PUT', `/v1/folders/${id}`, { folderName: 'New', parentFolderId: other.id })
  await company.admin.ok('PUT', `/v1/folders/${id}`, { folderName: 'New' })
  await company.admin.ok('DELETE', `/v1/folders/${id}`)
  await company.admin.ok('POST', `/v1/folders/${id}/restore`)
  await company.admin.ok('POST', `/v1/folders/${id}/restore`)
  // The log does not define the order within a millisecond.
  const log = (await changesOf(world, company)).slice(seen)
  expect(log.toSorted()).toEqual(
    [
      `folder.created ${id}`,
      `folder.created ${below.id}`,
      `folder.created ${other.id}`,
      `folder.updated ${id} folderName parentFolderId`,
      `folder.deleted ${id}`,
      `folder.deleted ${below.id}`,
      `folder.restored ${id}`,
      `folder.restored ${below.id}`,
    ].toSorted(),
  )
  const logged = await world.db.query
    .selectFrom('changes')
    .select('workspaceId')
    .where('recordId', 'in', [id, below.id])
    .execute()
  expect(new Set(logged.map((entry) => entry.workspaceId))).toEqual(new Set([workspaceId]))
})
