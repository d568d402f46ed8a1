import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { purgeTrash } from '../../src/jobs/purge-trash.ts'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
let admin: Client
let workspaceId: string
let ada: { id: string; client: Client }
let reader: { id: string; client: Client }
let guest: { id: string; client: Client }

const join = (role: string, workspace = workspaceId, options: object = {}) =>
  world.person(company, { workspaceId: workspace, role, ...options } as never)

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Conversation' })).id
  ada = await join('Contributor')
  reader = await join('Reader')
  guest = await join('Contributor', workspaceId, { userType: 'External' })
})

const newTask = async (): Promise<string> =>
  (await admin.create('/v1/tasks', { title: 'Task', workspaceId })).id

const say = (taskId: string, body: string, more: object = {}, as = admin): Promise<Reply['body']> =>
  as.create(`/v1/tasks/${taskId}/comments`, { body, ...more })

const bodiesOn = async (taskId: string, as = admin, query = ''): Promise<string[]> =>
  (await as.list(`/v1/tasks/${taskId}/comments?sort=createdAt${query}`)).items.map(
    ({ details }) => details.body,
  )

const countOn = async (taskId: string, as = admin): Promise<number> =>
  (await as.get(`/v1/tasks/${taskId}`)).body.details.commentCount

test('a comment is stored as sent, and only its author changes it', async () => {
  const task = await newTask()
  const text = '**Bold**, <b>not HTML</b>\n\n  1. one'
  const { id } = await say(task, text, {}, ada.client)
  const { details } = (await admin.get(`/v1/comments/${id}`)).body
  expect(details).toMatchObject({ body: text, taskId: task, workspaceId, editedAt: null, createdBy: ada.id })
  expect((await admin.send('PUT', `/v1/comments/${id}`, { body: 'Other' })).status).toBe(403)
  await ada.client.ok('PUT', `/v1/comments/${id}`, { externalId: 'mine' })
  expect((await admin.get(`/v1/comments/${id}`)).body.details.editedAt).toBe(null)
  await ada.client.ok('PUT', `/v1/comments/${id}`, { body: 'Other' })
  expect((await admin.get(`/v1/comments/${id}`)).body.details.editedAt).not.toBe(null)
  const [edit] = (await admin.list(`/v1/comments/${id}/history`)).items
  expect(edit.details.previous).toMatchObject({ body: text })
})

test('the author deletes and takes it back; what an Admin deleted, only Admins restore', async () => {
  const task = await newTask()
  const { id } = await say(task, 'Mine', {}, ada.client)
  expect((await guest.client.send('DELETE', `/v1/comments/${id}`)).status).toBe(403)
  await ada.client.ok('DELETE', `/v1/comments/${id}`)
  expect((await ada.client.get(`/v1/comments/${id}`)).status).toBe(404)
  expect(await countOn(task)).toBe(0)
  await ada.client.ok('POST', `/v1/comments/${id}/restore`)
  expect(await bodiesOn(task)).toEqual(['Mine'])
  await admin.ok('DELETE', `/v1/comments/${id}`)
  expect((await ada.client.send('POST', `/v1/comments/${id}/restore`)).status).toBe(403)
  await admin.ok('POST', `/v1/comments/${id}/restore`)
  expect(await countOn(task)).toBe(1)
})

test('replies have one level, on the same record, and stay when their comment goes', async () => {
  const [task, other] = [await newTask(), await newTask()]
  const first = await say(task, 'First')
  const reply = await say(task, 'Reply', { parentCommentId: first.id })
  const path = `/v1/tasks/${task}/comments`
  const deeper = await admin.send('POST', path, { body: 'Deeper', parentCommentId: reply.id })
  expect(deeper.status).toBe(400)
  expect(deeper.body.detail).toContain(first.id)
  const elsewhere = { body: 'There', parentCommentId: first.id }
  expect((await admin.send('POST', `/v1/tasks/${other}/comments`, elsewhere)).status).toBe(400)
  // A comment cannot become its own reply, or that of its reply.
  for (const parentCommentId of [first.id, reply.id])
    expect((await admin.send('PUT', `/v1/comments/${first.id}`, { parentCommentId })).status).toBe(400)
  const refused = await admin.send('PUT', `/v1/comments/${reply.id}/resolved`)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    `A reply cannot be resolved. Resolve the comment that it replies to: ${reply.details.parentCommentId}.`,
  ])
  await admin.ok('DELETE', `/v1/comments/${first.id}`)
  expect(await bodiesOn(task)).toEqual(['Reply'])
  expect((await admin.send('POST', path, { body: 'Late', parentCommentId: first.id })).status).toBe(400)
})

test('resolving names who did it first', async () => {
  const task = await newTask()
  const { id } = await say(task, 'Question', {}, reader.client)
  const other = await say(task, 'Other')
  await ada.client.ok('PUT', `/v1/comments/${id}/resolved`)
  await admin.ok('PUT', `/v1/comments/${id}/resolved`)
  const { details } = (await admin.get(`/v1/comments/${id}`)).body
  expect(details).toMatchObject({ resolved: true, resolvedBy: ada.id })
  expect(await bodiesOn(task, admin, '&filter=resolved=true')).toEqual(['Question'])
  expect(await bodiesOn(task, admin, '&filter=resolved=false')).toEqual(['Other'])
  await reader.client.ok('DELETE', `/v1/comments/${id}/resolved`)
  expect((await reader.client.send('PUT', `/v1/comments/${other.id}/resolved`)).status).toBe(403)
})

test('Readers comment if the workspace allows it', async () => {
  const quiet = await admin.create('/v1/workspaces', { workspaceName: 'Quiet', readersMayComment: false })
  const there = await join('Reader', quiet.id)
  const task = (await admin.create('/v1/tasks', { title: 'Task', workspaceId: quiet.id })).id
  const send = () => there.client.send('POST', `/v1/tasks/${task}/comments`, { body: 'Hello' })
  expect((await send()).status).toBe(403)
  await admin.ok('PUT', `/v1/workspaces/${quiet.id}`, { readersMayComment: true })
  const { id } = (await send()).body
  await admin.ok('PUT', `/v1/workspaces/${quiet.id}`, { readersMayComment: false })
  expect((await there.client.send('PUT', `/v1/comments/${id}`, { body: 'Changed' })).status).toBe(403)
  await there.client.ok('DELETE', `/v1/comments/${id}`)
  await admin.ok('PUT', `/v1/workspaces/${quiet.id}/archive`)
  expect((await admin.send('POST', `/v1/tasks/${task}/comments`, { body: 'Late' })).status).toBe(409)
})

describe('mentions', () => {
  const at = (id: string, name = 'Somebody'): string => `@[${name}](user:${id})`

  test('are read from the text, each person once', async () => {
    const task = await newTask()
    const text = `${at(ada.id)} ${at(ada.id, 'Again')} ${at(reader.id)} @[No one](user:short) [x](user:${guest.id})`
    const { id, details } = await say(task, text)
    expect(details.mentions).toEqual([ada.id, reader.id])
    expect(await bodiesOn(task, admin, `&filter=mentions="${reader.id}"`)).toEqual([text])
    expect(await bodiesOn(task, admin, `&filter=mentions="${guest.id}"`)).toEqual([])
    expect(await bodiesOn(task, ada.client, '&filter=mentions="me" AND createdBy="me"')).toEqual([])
    await admin.ok('PUT', `/v1/comments/${id}`, { body: at(guest.id) })
    expect((await admin.get(`/v1/comments/${id}`)).body.details.mentions).toEqual([guest.id])
    expect((await admin.send('PUT', `/v1/comments/${id}`, { mentions: [] })).status).toBe(400)
  })

  test('of people who may not see the record are refused by name', async () => {
    const task = await newTask()
    const outsider = await world.person(company)
    const { fullName } = (await admin.get(`/v1/users/${outsider.id}`)).body.details
    const path = `/v1/tasks/${task}/comments`
    const refused = await admin.send('POST', path, { body: `${at(ada.id)} ${at(outsider.id)}` })
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([
      { pointer: '/body', detail: `"body" mentions people who may not see it: ${fullName}.` },
    ])
    // External people do not learn who else is in the company.
    const hidden = await guest.client.send('POST', path, { body: at(outsider.id) })
    expect(hidden.status).toBe(400)
    expect(hidden.text).not.toContain(fullName)
    const internal = await admin.send('POST', path, { body: at(guest.id), internalOnly: true })
    expect(internal.status).toBe(400)
    expect((await admin.send('POST', path, { body: at(company.adminId) })).status).toBe(201)
    // Those who were there when it was written stay.
    const { id } = await say(task, at(ada.id))
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${ada.id}`)
    await admin.ok('PUT', `/v1/comments/${id}`, { body: `${at(ada.id)} thanks` })
    await admin.ok('PUT', `/v1/workspaces/${workspaceId}/members/${ada.id}`, { role: 'Contributor' })
  })

  test('are limited', async () => {
    const path = `/v1/tasks/${await newTask()}/comments`
    const ids = Array.from({ length: 101 }, (_, n) => String(n).padStart(22, '0'))
    const many = await admin.send('POST', path, { body: ids.map((id) => at(id, 'x')).join('') })
    expect(many.status).toBe(400)
    expect(many.body.detail).toContain('At most 100')
    const tenThousand = await admin.send('POST', path, { body: at(ada.id).repeat(10_000) })
    expect(tenThousand.status).toBe(400)
    await admin.create(path, { body: '@['.repeat(32_768) })
  })
})

test('a body that nobody would see is refused like one of spaces, and characters that join others are kept', async () => {
  const path = `/v1/tasks/${await newTask()}/comments`
  const { body: refused } = await admin.send('POST', path, { body: '   ' })
  for (const body of [
    '\u200B',
    '\uFEFF\u200D\n',
    '\u2060\u00AD',
    '\u3164',
    '\u2800 ',
    '\uFE0F',
    '\u{E0041}',
    '\u202E',
  ]) {
    const reply = await admin.send('POST', path, { body })
    expect([reply.status, reply.body.errors], JSON.stringify(body)).toEqual([400, refused.errors])
  }
  const { id } = await admin.create(path, { body: 'x' })
  expect((await admin.send('PUT', `/v1/comments/${id}`, { body: '\u200B' })).status).toBe(400)
  for (const body of ['👩\u200D💻', 'می\u200Cخواهم', '.']) {
    const { id: kept } = await admin.create(path, { body })
    expect((await admin.get(`/v1/comments/${kept}`)).body.details.body).toBe(body)
  }
})

test('a body of spaces, none, or too long is refused', async () => {
  const path = `/v1/tasks/${await newTask()}/comments`
  for (const body of ['', ' \n\t ', 'x'.repeat(65_537), null, 7, undefined])
    expect((await admin.send('POST', path, { body })).status, String(body).slice(0, 9)).toBe(400)
  await admin.create(path, { body: 'x'.repeat(65_536) })
})

describe('a comment for internal people', () => {
  test('is hidden from external people everywhere', async () => {
    const task = await newTask()
    const word = `secretive${clock.now()}`
    await say(task, 'For all')
    const hidden = await say(task, word, { internalOnly: true })
    const reply = await say(task, 'Also', { parentCommentId: hidden.id })
    expect(reply.details.internalOnly).toBe(true)
    const from = guest.client
    expect(await bodiesOn(task)).toEqual(['For all', word, 'Also'])
    expect(await bodiesOn(task, from)).toEqual(['For all'])
    expect([await countOn(task), await countOn(task, from)]).toEqual([3, 1])
    for (const as of [admin, from, admin, from]) {
      const { items } = await as.list(`/v1/workspaces/${workspaceId}/tasks?limit=500`)
      const shown = items.find(({ id }) => id === task)
      expect(shown?.details.commentCount).toBe(as === admin ? 3 : 1)
    }
    for (const path of ['', '/history'])
      expect((await from.get(`/v1/comments/${hidden.id}${path}`)).status).toBe(404)
    for (const [method, path] of [
      ['PUT', '/resolved'],
      ['POST', '/restore'],
      ['DELETE', ''],
    ] as const)
      expect((await from.send(method, `/v1/comments/${hidden.id}${path}`)).status).toBe(404)
    const reached = await from.send('POST', `/v1/tasks/${task}/comments`, {
      body: 'Reply',
      parentCommentId: hidden.id,
    })
    expect(reached.status).toBe(400)
    const found = async (as: Client) => (await as.get(`/v1/search?q=${word}&kinds=comment`)).body.items.length
    expect([await found(ada.client), await found(from)]).toEqual([1, 0])
    const csv = await from.get(`/v1/tasks/${task}/comments`, { accept: 'text/csv' })
    expect(csv.text).not.toContain(word)
    const changes = async (as: Client) =>
      (await as.get(`/v1/changes?after=start&recordId=${hidden.id}`)).body.items.map(
        ({ type }: { type: string }) => type,
      )
    await admin.ok('DELETE', `/v1/tasks/${task}`)
    expect(await changes(ada.client)).toEqual(['comment.created', 'comment.deleted'])
    expect(await changes(from)).toEqual([])
  })

  test('is not for external people to write', async () => {
    const path = `/v1/tasks/${await newTask()}/comments`
    expect((await guest.client.send('POST', path, { body: 'x', internalOnly: true })).status).toBe(403)
    const { id } = await guest.client.create(path, { body: 'x' })
    expect((await guest.client.send('PUT', `/v1/comments/${id}`, { internalOnly: true })).status).toBe(400)
  })
})

test('files that belong to it are in the same workspace', async () => {
  const task = await newTask()
  const file = await admin.file(`/v1/tasks/${task}`, 'Draft.pdf')
  const other = await admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })
  const there = await admin.file(`/v1/workspaces/${other.id}`, 'There.pdf')
  const { id, details } = await say(task, 'See', { files: [file, file] })
  expect(details.files).toEqual([file])
  const wrong = await admin.send('PUT', `/v1/comments/${id}`, { files: [file, there] })
  expect(wrong.status).toBe(400)
  expect(wrong.body.errors[0].pointer).toBe('/files/1')
  await admin.ok('PUT', `/v1/comments/${id}`, { files: null })
  expect((await admin.get(`/v1/comments/${id}`)).body.details.files).toEqual([])
})

describe('comments go with what they are about', () => {
  test('to the trash, back, and to another workspace', async () => {
    const task = await newTask()
    const file = await admin.file(`/v1/tasks/${task}`, 'Plan.pdf')
    const early = await say(task, 'Early')
    const late = await say(task, 'Late')
    const onFile = await admin.create(`/v1/files/${file}/comments`, { body: 'On the file' })
    expect((await admin.list(`/v1/files/${file}/comments`)).items).toHaveLength(1)
    expect((await admin.get(`/v1/files/${file}`)).body.details.commentCount).toBe(1)
    await admin.ok('DELETE', `/v1/comments/${early.id}`)
    await admin.ok('DELETE', `/v1/tasks/${task}`)
    for (const { id } of [late, onFile]) expect((await admin.get(`/v1/comments/${id}`)).status).toBe(404)
    expect((await admin.send('POST', `/v1/comments/${late.id}/restore`)).status).toBe(409)
    await admin.ok('POST', `/v1/tasks/${task}/restore`)
    expect(await bodiesOn(task)).toEqual(['Late'])
    const other = await admin.create('/v1/workspaces', { workspaceName: 'New home' })
    await admin.ok('PUT', `/v1/tasks/${task}`, { workspaceId: other.id })
    for (const { id } of [late, onFile])
      expect((await admin.get(`/v1/comments/${id}`)).body.details.workspaceId).toBe(other.id)
    expect((await ada.client.get(`/v1/comments/${late.id}`)).status).toBe(403)
    expect((await admin.send('POST', `/v1/comments/${early.id}/restore`)).status).toBe(409)
    expect(await countOn(task)).toBe(1)
  })

  test('and are gone with it', async () => {
    const inside = `/v1/workspaces/${workspaceId}`
    const milestone = await admin.create(`${inside}/milestones`, { title: 'Goal' })
    const event = await admin.create(`${inside}/events`, { title: 'Day', startsAt: '2026-03-31' })
    for (const path of [`/v1/milestones/${milestone.id}`, `/v1/events/${event.id}`]) {
      const first = await admin.create(`${path}/comments`, { body: 'First' })
      await admin.ok('POST', `/v1/comments/${first.id}/updateDetails`, { body: 'Changed' })
      await admin.create(`${path}/comments`, { body: 'Reply', parentCommentId: first.id })
      expect((await admin.list(`${path}/comments`)).items).toHaveLength(2)
      await admin.ok('DELETE', path)
      expect((await admin.get(`/v1/comments/${first.id}`)).status).toBe(404)
    }
  })

  test('a purged comment leaves its replies as comments of their own', async () => {
    const task = await newTask()
    const first = await say(task, 'First')
    const reply = await say(task, 'Reply', { parentCommentId: first.id })
    await admin.ok('DELETE', `/v1/comments/${first.id}`)
    await world.db.transaction(async (tx) => {
      const old = '2020-01-01T00:00:00.000Z'
      await tx.query.updateTable('comments').set({ deletedAt: old }).where('id', '=', first.id).execute()
    })
    expect(await purgeTrash.run(world.db, new AbortController().signal)).toContain('1 comments')
    expect((await admin.get(`/v1/comments/${reply.id}`)).body.details.parentCommentId).toBe(null)
    expect((await admin.send('POST', `/v1/comments/${first.id}/restore`)).status).toBe(404)
  })
})

test('the count is not part of the version', async () => {
  const task = await newTask()
  const paths = [`/v1/tasks/${task}`, `/v1/files/${await admin.file(`/v1/tasks/${task}`, 'Plan.pdf')}`]
  for (const path of paths) {
    const before = (await admin.get(path)).headers['etag'] ?? ''
    await admin.create(`${path}/comments`, { body: 'New' })
    const reply = await admin.get(path, { 'if-none-match': before })
    expect(reply.status).toBe(200)
    expect(reply.body.details.commentCount).toBe(1)
    await admin.ok('PUT', path, { externalId: `${task} ${path}` }, { 'if-match': before })
  }
})

test('comments are found by their words', async () => {
  const task = await newTask()
  const word = `quartz${clock.now()}`
  const { id } = await say(task, `Some ${word} here`)
  const [hit] = (await ada.client.get(`/v1/search?q=${word}`)).body.items
  expect(hit).toMatchObject({ kind: 'comment', id, highlights: [{ field: 'body' }] })
  await admin.ok('DELETE', `/v1/tasks/${task}`)
  expect((await ada.client.get(`/v1/search?q=${word}`)).body.items).toEqual([])
})

describe('reactions', () => {
  const at = (id: string, emoji: string): string =>
    `/v1/comments/${id}/reactions/${encodeURIComponent(emoji)}`
  const reactionsTo = async (id: string, as = admin) =>
    (await as.get(`/v1/comments/${id}`)).body.details.reactions

  test('are counted, once for each person, with one’s own', async () => {
    const task = await newTask()
    const { id, details } = await say(task, 'Done')
    expect(details.reactions).toEqual([])
    const etag = (await admin.get(`/v1/comments/${id}`)).headers['etag'] ?? ''
    for (const as of [ada.client, ada.client, reader.client]) await as.ok('PUT', at(id, '👍'))
    // Some keyboards send the heart without the mark that makes it an emoji.
    await reader.client.ok('PUT', at(id, '\u2764'))
    await reader.client.ok('PUT', at(id, '\u2764\uFE0F'))
    expect(await reactionsTo(id, ada.client)).toEqual([
      { emoji: '👍', count: 2, own: true },
      { emoji: '\u2764\uFE0F', count: 1, own: false },
    ])
    const [listed] = (await reader.client.list(`/v1/tasks/${task}/comments`)).items
    expect(listed.details.reactions.map(({ own }: { own: boolean }) => own)).toEqual([true, true])
    await admin.ok('DELETE', at(id, '👍'))
    await ada.client.ok('DELETE', at(id, '👍'))
    await ada.client.ok('DELETE', at(id, '👍'))
    expect((await reactionsTo(id))[0]).toEqual({ emoji: '👍', count: 1, own: false })
    await admin.ok('PUT', `/v1/comments/${id}`, { body: 'Changed' }, { 'if-match': etag })
  })

  test('are emoji, of at most 20 kinds', async () => {
    const { id } = await say(await newTask(), 'Done')
    for (const text of ['a', '1', 'ok', '👍👍', '<b>', ' ', '😀x', '%', '\u0301'])
      expect((await admin.send('PUT', at(id, text))).status, text).toBe(400)
    for (const emoji of ['👩‍👩‍👧', '🇦🇹', '👍🏽', '1️⃣']) await admin.ok('PUT', at(id, emoji))
    for (const emoji of '😀😃😄😁😆😅😂🤣😊😇🙂🙃😉😌😍🥰') await admin.ok('PUT', at(id, emoji))
    expect((await admin.send('PUT', at(id, '🤩'))).status).toBe(409)
    await ada.client.ok('PUT', at(id, '😀'))
  })

  test('need the right to comment, and a comment that one sees', async () => {
    const task = await newTask()
    const { id } = await say(task, 'Internal', { internalOnly: true })
    expect((await guest.client.send('PUT', at(id, '👍'))).status).toBe(404)
    await ada.client.ok('PUT', at(id, '👍'))
    await admin.ok('DELETE', `/v1/comments/${id}`)
    expect((await ada.client.send('PUT', at(id, '👍'))).status).toBe(404)
    await admin.ok('POST', `/v1/comments/${id}/restore`)
    expect(await reactionsTo(id)).toHaveLength(1)
  })
})
