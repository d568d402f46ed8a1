import { beforeAll, describe, expect, test } from 'vitest'
import { purgeTrash } from '../../src/jobs/purge-trash.ts'
import type { Client } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixture, changesOf, type Fixture } from './fixture.ts'

const world = useSharedWorld()
let fixture: Fixture
let workspaceId: string
let place: string
let ada: { id: string; client: Client }

beforeAll(async () => {
  fixture = await buildFixture(world)
  workspaceId = String(fixture.ids['workspaces/{workspaceId}'])
  place = `/v1/workspaces/${workspaceId}`
  ada = await world.person(fixture.company, { workspaceId })
})

const idsOf = async (client: Client, path: string): Promise<string[]> =>
  (await client.all(path)).map(({ id }) => id)
const filtered = (path: string, filter: string): string => `${path}?filter=${encodeURIComponent(filter)}`

describe('a file', () => {
  test('is renamed, described and tagged', async () => {
    const { admin, company } = fixture
    const id = await admin.file(place, 'Draft offer.txt')
    const log = (await changesOf(world, company)).length
    await admin.ok('PUT', `/v1/files/${id}`, {
      fileName: '  Offer.txt ',
      description: 'For Acme',
      tags: ['Offers', 'acme'],
      externalId: 'offer 1',
    })
    const { details } = (await admin.get(`/v1/files/${id}`)).body
    expect(details).toMatchObject({
      fileName: 'Offer.txt',
      description: 'For Acme',
      tags: ['Offers', 'acme'],
    })
    const logged = (await changesOf(world, company)).slice(log).filter((line) => line.startsWith('file'))
    expect(logged).toEqual([`file.updated ${id} description externalId fileName tags`])
    expect(await idsOf(admin, filtered(`${place}/allFiles`, 'tags="OFFERS" AND tags="acme"'))).toEqual([id])
    expect(
      await idsOf(admin, filtered('/v1/workspaces/allFiles', 'tags="offers" AND status="Draft"')),
    ).toEqual([id])
    await admin.ok('PUT', `/v1/files/${id}`, { tags: ['acme'] })
    expect(await idsOf(admin, filtered(`${place}/allFiles`, 'tags="offers"'))).toEqual([])
  })

  test.each([
    '../x',
    'a/b',
    'a\\b',
    '..',
    'CON',
    'nul.txt',
    '\u202ex',
    'a\tb',
    '',
    ' ',
    'x'.repeat(256),
    'a\0b',
  ])('cannot be named %j', async (fileName) => {
    const reply = await fixture.admin.send('PUT', `/v1/files/${fixture.ids['files/{fileId}']}`, { fileName })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/fileName'])
  })

  test('has a unique name in its place, ignoring case', async () => {
    const { admin } = fixture
    const first = await admin.file(place, 'Unique.txt')
    const second = await admin.file(place, 'Other.txt')
    const reply = await admin.send('PUT', `/v1/files/${second}`, { fileName: 'UNIQUE.txt' })
    expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
    expect(reply.body.message).toContain(first)
    await admin.ok('PUT', `/v1/files/${first}`, { fileName: 'unique.TXT' })
  })

  test('of the same name, created many times at once, is created once', async () => {
    const { admin } = fixture
    const assets = await Promise.all(
      Array.from({ length: 10 }, (_, n) => admin.upload('At once.txt', `${n}`)),
    )
    const replies = await Promise.all(
      assets.map(({ id }) => admin.ok('POST', `${place}/files`, { deferredAssetIds: [id] })),
    )
    const statuses = replies.map(({ body }) => body.responses[0].status).sort()
    expect(statuses).toEqual([201, ...Array(9).fill(409)])
  })
})

describe('moving', () => {
  test('into a folder, onto a task, onto a milestone, and back', async () => {
    const { admin, ids } = fixture
    const id = await admin.file(place, 'Mover.txt')
    const at = async (): Promise<unknown[]> => {
      const { folderId, taskId, milestoneId } = (await admin.get(`/v1/files/${id}`)).body.details
      return [folderId, taskId, milestoneId]
    }
    const [folder, task, milestone] = [
      ids['folders/{folderId}'],
      ids['tasks/{taskId}'],
      ids['milestones/{milestoneId}'],
    ]
    await admin.ok('PUT', `/v1/files/${id}`, { folderId: folder })
    expect(await at()).toEqual([folder, null, null])
    await admin.ok('PUT', `/v1/files/${id}`, { taskId: task })
    expect(await at()).toEqual([null, task, null])
    await admin.ok('PUT', `/v1/files/${id}`, { milestoneId: milestone, taskId: null })
    expect(await at()).toEqual([null, null, milestone])
    expect(await idsOf(admin, `/v1/milestones/${milestone}/files`)).toContain(id)
    await admin.ok('PUT', `/v1/files/${id}`, { milestoneId: null })
    expect(await at()).toEqual([null, null, null])
    const both = await admin.send('PUT', `/v1/files/${id}`, { folderId: folder, taskId: task })
    expect([both.status, both.body.errors.length]).toEqual([400, 2])
    await admin.file(`/v1/folders/${folder}`, 'mover.TXT')
    expect((await admin.send('PUT', `/v1/files/${id}`, { folderId: folder })).body.code).toBe('duplicate')
  })

  test('to another workspace requires permission in both, and is logged in both', async () => {
    const { admin, company, ids } = fixture
    const other = await admin.create('/v1/workspaces', { workspaceName: 'Other' })
    const otherFolder = await admin.create(`/v1/workspaces/${other.id}/folders`, { folderName: 'There' })
    const theirs = await admin.file(place, 'Theirs.txt')
    const own = await ada.client.file(`/v1/folders/${ids['folders/{folderId}']}`, 'Own.txt')
    const move = (id: string, body: object) => ada.client.send('PUT', `/v1/files/${id}`, body)
    // Ada may see that the workspace exists, but not add anything to it.
    expect((await move(own, { workspaceId: other.id })).status).toBe(403)
    await admin.ok('PUT', `/v1/workspaces/${other.id}/members/${ada.id}`, { role: 'Reader' })
    expect((await move(own, { workspaceId: other.id })).status).toBe(403)
    await admin.ok('PUT', `/v1/workspaces/${other.id}/members/${ada.id}`, { role: 'Contributor' })
    expect((await move(theirs, { workspaceId: other.id })).status).toBe(403)
    expect((await move(own, { folderId: otherFolder.id })).body.errors[0].pointer).toBe('/folderId')
    expect((await move(own, { workspaceId: other.id })).status).toBe(204)
    const { details } = (await admin.get(`/v1/files/${own}`)).body
    expect(details).toMatchObject({ workspaceId: other.id, folderId: null })
    await admin.ok('PUT', `/v1/files/${theirs}`, { workspaceId: other.id, folderId: otherFolder.id })
    const change = await world.db.query
      .selectFrom('changes')
      .selectAll()
      .where('companyNo', '=', company.companyNo)
      .where('recordId', '=', theirs)
      .where('type', '=', 'file.updated')
      .executeTakeFirstOrThrow()
    expect([change.workspaceId, change.otherWorkspaceId]).toEqual([other.id, workspaceId])
    expect((await ada.client.get(`/v1/files/${theirs}/content`)).text).toBe('Theirs.txt')
    await admin.ok('PUT', `/v1/workspaces/${other.id}/archive`)
    expect((await admin.send('PUT', `/v1/files/${theirs}`, { workspaceId })).body.code).toBe('archived')
  })
})

describe('the trash', () => {
  test('contains deleted files; restoring brings them back', async () => {
    const { admin, company } = fixture
    const id = await ada.client.file(place, 'Trash.txt')
    const tagged = `/v1/files/${id}`
    await ada.client.ok('PUT', tagged, { tags: ['trashed'] })
    await ada.client.ok('DELETE', tagged)
    for (const path of [tagged, `${tagged}/content`, `${tagged}/versions`, `${tagged}/lock`])
      expect((await ada.client.get(path)).status, path).toBe(404)
    expect(await idsOf(admin, filtered(`${place}/allFiles`, 'tags="trashed"'))).toEqual([])
    const [item] = await admin.all(filtered(`${place}/trash`, 'fileName="Trash.txt"'))
    expect(item).toMatchObject({ id, details: { fileName: 'Trash.txt', deletedBy: ada.id, version: 1 } })
    // Its name is free at once.
    const other = await admin.file(place, 'trash.txt')
    const taken = await ada.client.send('POST', `${tagged}/restore`)
    expect([taken.status, taken.body.code]).toEqual([409, 'duplicate'])
    await admin.ok('DELETE', `/v1/files/${other}`)
    expect((await ada.client.send('POST', `/v1/files/${other}/restore`)).status).toBe(403)
    await ada.client.ok('POST', `${tagged}/restore`)
    await ada.client.ok('POST', `${tagged}/restore`)
    expect((await ada.client.get(`${tagged}/content`)).text).toBe('Trash.txt')
    expect(await idsOf(admin, filtered(`${place}/allFiles`, 'tags="trashed"'))).toEqual([id])
    expect((await changesOf(world, company)).filter((line) => line.includes(id)).slice(-2)).toEqual([
      `file.deleted ${id}`,
      `file.restored ${id}`,
    ])
  })

  test('takes the files of folders and tasks with them, and back', async () => {
    const { admin } = fixture
    const task = await admin.create('/v1/tasks', { title: 'With files', workspaceId })
    const folder = await admin.create(`${place}/folders`, { folderName: 'With files' })
    const inner = await admin.create(`${place}/folders`, { folderName: 'In', parentFolderId: folder.id })
    for (const [record, holder] of [
      [`/v1/tasks/${task.id}`, `/v1/tasks/${task.id}`],
      [`/v1/folders/${folder.id}`, `/v1/folders/${inner.id}`],
    ] as const) {
      const early = await admin.file(holder, 'early.txt')
      const late = await admin.file(holder, 'late.txt')
      await admin.ok('DELETE', `/v1/files/${early}`)
      await admin.ok('DELETE', record)
      expect((await admin.get(`/v1/files/${late}`)).status).toBe(404)
      const restored = await admin.send('POST', `/v1/files/${late}/restore`)
      expect([restored.status, restored.body.code]).toEqual([409, 'conflict'])
      await admin.ok('POST', `${record}/restore`)
      expect(await idsOf(admin, `${holder}/files`)).toEqual([late])
      await admin.ok('POST', `/v1/files/${early}/restore`)
      await ada.client.ok('POST', `/v1/files/${late}/lock`)
      const locked = await admin.send('DELETE', record)
      expect([locked.status, locked.body.code]).toEqual([409, 'locked'])
      expect((await admin.get(record)).status).toBe(200)
    }
    expect((await ada.client.send('DELETE', `/v1/folders/${folder.id}`)).status).toBe(403)
  })

  test('of a milestone with files does not exist: it stays until they are moved', async () => {
    const { admin } = fixture
    const milestone = await admin.create(`${place}/milestones`, { title: 'Kept' })
    const id = await admin.file(`/v1/milestones/${milestone.id}`, 'kept.txt')
    expect((await admin.send('DELETE', `/v1/milestones/${milestone.id}`)).body.code).toBe('conflict')
    await admin.ok('DELETE', `/v1/files/${id}`)
    await admin.ok('DELETE', `/v1/milestones/${milestone.id}`)
    await admin.ok('POST', `/v1/files/${id}/restore`)
    expect((await admin.get(`/v1/files/${id}`)).body.details.milestoneId).toBeNull()
  })

  test('is purged after 30 days, with versions, tags and subscribers', async () => {
    const { admin } = fixture
    const id = await admin.file(place, 'Old.txt')
    await admin.ok('PUT', `/v1/files/${id}`, { tags: ['old'] })
    await admin.ok('PUT', `/v1/files/${id}/subscribers/${ada.id}`)
    await admin.ok('DELETE', `/v1/files/${id}`)
    const days = (n: number): Promise<unknown> =>
      world.db.transaction((tx) =>
        tx.query
          .updateTable('files')
          .set({ deletedAt: ago(n * 86_400_000) })
          .where('id', '=', id)
          .execute(),
      )
    const purge = async (): Promise<void> => {
      await purgeTrash.run(world.db, new AbortController().signal)
    }
    await days(29)
    await purge()
    expect(await idsOf(admin, `${place}/trash`)).toContain(id)
    await days(31)
    expect(await idsOf(admin, `${place}/trash`)).not.toContain(id)
    expect((await admin.send('POST', `/v1/files/${id}/restore`)).status).toBe(404)
    await purge()
    for (const [table, column] of [
      ['files', 'id'],
      ['fileVersions', 'fileId'],
      ['fileTags', 'fileId'],
      ['fileSubscribers', 'fileId'],
    ] as const)
      expect(
        await world.db.query
          .selectFrom(table)
          .selectAll()
          .where(column as 'fileId', '=', id)
          .execute(),
      ).toEqual([])
  })
})

describe('subscribers', () => {
  test('are removed when the person is deleted', async () => {
    const { admin } = fixture
    const left = await admin.create('/v1/workspaces', { workspaceName: 'Left' })
    const person = await admin.create('/v1/users', {
      email: `${crypto.randomUUID()}@example.com`,
      fullName: 'Gone',
    })
    const membership = `/v1/workspaces/${left.id}/members/${person.id}`
    await admin.ok('PUT', membership, { role: 'Reader' })
    const id = await admin.file(`/v1/workspaces/${left.id}`, 'Left.txt')
    await admin.ok('PUT', `/v1/files/${id}/subscribers/${person.id}`)
    await admin.ok('DELETE', membership)
    await admin.ok('DELETE', `/v1/users/${person.id}`)
    const rest = await world.db.query
      .selectFrom('fileSubscribers')
      .selectAll()
      .where('fileId', '=', id)
      .execute()
    expect(rest).toEqual([])
  })

  test('subscribe themselves, or are subscribed by Contributors', async () => {
    const { admin, company } = fixture
    const file = `/v1/files/${await admin.file(place, 'News.txt')}`
    const reader = await world.person(company, { workspaceId, role: 'Reader' })
    const outsider = await world.person(company)
    await reader.client.ok('PUT', `${file}/subscribers/${reader.id}`)
    await reader.client.ok('PUT', `${file}/subscribers/${reader.id}`)
    expect((await reader.client.send('PUT', `${file}/subscribers/${ada.id}`)).status).toBe(403)
    await ada.client.ok('PUT', `${file}/subscribers/${company.adminId}`)
    const stranger = await ada.client.send('PUT', `${file}/subscribers/${outsider.id}`)
    expect([stranger.status, stranger.body.code]).toEqual([409, 'conflict'])
    const listed = await ada.client.list(`${file}/subscribers?sort=fullName`)
    expect(listed.items.map((item) => item.details.userHash)).toEqual([company.adminId, reader.id])
    await ada.client.ok('DELETE', `${file}/subscribers/${reader.id}`)
    await ada.client.ok('DELETE', `${file}/subscribers/${reader.id}`)
    expect(await idsOf(admin, `${file}/subscribers`)).toEqual([company.adminId])
  })
})

describe('visibility', () => {
  test('allFiles shows the files of the caller’s workspaces at every level, and no others', async () => {
    const { admin, company, ids } = fixture
    const closed = await admin.create('/v1/workspaces', { workspaceName: 'Closed' })
    const secret = await admin.file(`/v1/workspaces/${closed.id}`, 'secret.txt')
    const deep = await admin.file(`/v1/folders/${ids['folders/{folderId}']}`, 'deep.txt')
    const outsider = await world.person(company)
    expect(await idsOf(ada.client, '/v1/workspaces/allFiles')).toContain(deep)
    expect(await idsOf(ada.client, '/v1/workspaces/allFiles')).not.toContain(secret)
    expect(await idsOf(admin, '/v1/workspaces/allFiles')).toContain(secret)
    expect(await idsOf(outsider.client, '/v1/workspaces/allFiles')).toEqual([])
    expect((await ada.client.get(`/v1/files/${secret}`)).status).toBe(403)
    expect((await ada.client.get(`/v1/files/${secret}/content`)).status).toBe(403)
    await admin.ok('DELETE', `/v1/workspaces/${closed.id}`)
    expect(await idsOf(admin, '/v1/workspaces/allFiles')).not.toContain(secret)
    expect((await admin.get(`/v1/files/${secret}`)).status).toBe(404)
  })
})
