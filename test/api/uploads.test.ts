import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/access-token.ts'
import { clock } from '../../src/base/clock.ts'
import { contentJobs } from '../../src/jobs/contents.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'
import { buildFixture, type Fixture } from './fixture.ts'

const world = useWorld({ ...unlimited, ATRIUM_FILE_LIMIT: '100000', ATRIUM_COMPANY_QUOTA: '400000' })
let fixture: Fixture
let place: string

beforeAll(async () => {
  fixture = await buildFixture(world)
  place = `/v1/workspaces/${fixture.ids['workspaces/{workspaceId}']}`
})

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const digest = (bytes: Buffer | string): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

async function stored(): Promise<{ contents: number; unconfirmed: number }> {
  let contents = 0
  let unconfirmed = 0
  for await (const _ of world.blobs.list()) contents += 1
  for await (const _ of world.blobs.unconfirmed()) unconfirmed += 1
  return { contents, unconfirmed }
}

const send = (name: string | undefined, bytes: Buffer, headers: Record<string, string> = {}) =>
  fixture.admin.send('POST', '/v1/files/upload', bytes, {
    'content-type': 'application/octet-stream',
    ...(name !== undefined && { 'content-disposition': name }),
    ...headers,
  })

describe('POST /v1/files/upload', () => {
  test.each([0, 1, 70_000, 100_000])('accepts %i bytes, and returns their size and hash', async (size) => {
    const bytes = randomBytes(size)
    const reply = await send('attachment; filename="a.pdf"', bytes)
    expect(reply.status).toBe(201)
    expect(reply.body.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(reply.body.details).toMatchObject({
      fileName: 'a.pdf',
      mimeType: 'application/pdf',
      size,
      received: size,
      sha256: sha256(bytes),
    })
    expect(Date.parse(reply.body.details.expiresAt) - clock.now()).toBeGreaterThan(86_300_000)
    expect(reply.headers['location']).toBe(`/v1/files/uploads/${reply.body.id}`)
    expect((await fixture.admin.ok('GET', reply.headers['location'] ?? '')).body).toEqual(reply.body)
    await fixture.admin.ok('DELETE', reply.headers['location'] ?? '')
    expect((await fixture.admin.get(reply.headers['location'] ?? '')).status).toBe(404)
  })

  test('needs no Content-Type; the extension of the name decides', async () => {
    for (const [name, type, expected] of [
      ['a.png', undefined, 'image/png'],
      ['a.PNG', 'application/x-www-form-urlencoded', 'image/png'],
      ['a.unknown', undefined, 'application/octet-stream'],
      ['constructor', undefined, 'application/octet-stream'],
      ['a.__proto__', 'application/octet-stream', 'application/octet-stream'],
      ['a.txt', 'text/csv; charset=utf-8', 'text/csv'],
    ] as const) {
      const headers = { 'content-disposition': `attachment; filename="${name}"` }
      const reply = await fixture.admin.send('POST', '/v1/files/upload', Buffer.from('x'), {
        'content-type': '',
        ...headers,
        ...(type !== undefined && { 'content-type': type }),
      })
      expect([reply.status, reply.body.details.mimeType], name).toEqual([201, expected])
    }
  })

  test.each([
    ['attachment; filename="na\\"ive.txt"', 'na"ive.txt'],
    ['attachment; filename="x.txt"; filename*=UTF-8\'\'%E2%82%AC%20rates.txt', '€ rates.txt'],
    ["attachment;filename*=iso-8859-1'en'%A3.txt", '£.txt'],
    ['inline; filename=plain.txt', 'plain.txt'],
    ['attachment; FILENAME = spaced.txt ; size=3', 'spaced.txt'],
    [Buffer.from('attachment; filename="größe.txt"').toString('latin1'), 'größe.txt'],
    ['attachment; filename="  trimmed.txt "', 'trimmed.txt'],
    ['attachment; filename="e\u0301.txt"', '\u00e9.txt'],
    ['attachment; filename=The "new" offer; final.txt', 'The "new" offer; final.txt'],
    ['attachment; filename="a.txt" nonsense"', 'a.txt" nonsense'],
    ['attachment; filename="a.txt', 'a.txt'],
    ['attachment; filename="offers/a.txt"', 'offers_a.txt'],
  ])('reads the name in %s', async (header, name) => {
    // Headers are sent byte by byte.
    const wire = /[\u0100-\uffff]/.test(header) ? Buffer.from(header).toString('latin1') : header
    const reply = await send(wire, Buffer.from('x'))
    expect([reply.status, reply.body.details?.fileName], reply.text).toEqual([201, name])
  })

  const encoded = (name: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  test.each([
    ['no header at all', undefined],
    ['no name', 'attachment'],
    ['an empty name', 'attachment; filename=""'],
    ['blanks', 'attachment; filename="   "'],
    ['a path upwards', encoded('../../etc/passwd')],
    ['a path', encoded('a/b.txt')],
    ['a path of Windows', encoded('C:\\a.txt')],
    ['only dots', encoded('..')],
    ['one dot', encoded('.')],
    ['NUL', encoded('a\0.txt')],
    ['a line end', encoded('a\nb.txt')],
    ['a tab', encoded('a\tb.txt')],
    ['a bell', encoded('a\u0007b.txt')],
    ['4 KB', encoded('x'.repeat(4096))],
    ['256 characters', encoded('x'.repeat(256))],
    ['a mark that turns the text', encoded('\u202egpj.exe')],
    ['another such mark', encoded('a\u2067.txt')],
    ['a device', encoded('NUL')],
    ['a device with an ending', encoded('com1.txt')],
    ['half a surrogate pair', "attachment; filename*=UTF-8''%ED%A0%80.txt"],
    ['a wrong escape', "attachment; filename*=UTF-8''%zz"],
    ['another charset', "attachment; filename*=utf-16''a"],
    ['8,000 spaces', `attachment${' '.repeat(8_000)}`],
  ])('refuses a name: %s', async (_, header) => {
    const before = await stored()
    const reply = await send(header, Buffer.from('x'))
    expect([reply.status, reply.body.code, reply.body.errors[0].parameter]).toEqual([
      400,
      'invalid_request',
      'Content-Disposition',
    ])
    // Other texts may have these.
    expect(reply.text).not.toContain('newline and tab are allowed')
    expect(await stored()).toEqual(before)
  })

  test('a longer header is a 431', async () => {
    const { status, body } = await send(`attachment${' '.repeat(60_000)}`, Buffer.from('x'))
    expect([status, body.code]).toEqual([431, 'headers_too_large'])
  })

  test('a form, or encoded content, is a 415', async () => {
    const name = 'attachment; filename="a.txt"'
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    // As `curl -F` sends it.
    for (const form of [
      await send(name, Buffer.from('x'), multipart),
      await send(undefined, Buffer.from('x'), multipart),
    ]) {
      expect(form.status).toBe(415)
      expect(form.body.message).toContain('curl -T Offer.pdf -X POST -H')
    }
    const file = await fixture.admin.file(place, 'Not a form.pdf')
    const version = await fixture.admin.send('PUT', `/v1/files/${file}/content`, Buffer.from('x'), multipart)
    const claim = await fixture.admin.send('POST', `${place}/files`, Buffer.from('x'), multipart)
    expect([version.status, claim.status]).toEqual([415, 415])
    expect(version.body.message).toContain('curl -T Offer.pdf.')
    expect(claim.body.message).toContain('send its content to /v1/files/upload')
    const packed = await send(name, Buffer.from('x'), { 'content-encoding': 'gzip' })
    expect(packed.status).toBe(415)
  })

  test('a matching digest is accepted; another is a 400, and nothing is stored', async () => {
    const bytes = randomBytes(1000)
    const name = 'attachment; filename="a.txt"'
    for (const header of ['content-digest', 'repr-digest'])
      expect((await send(name, bytes, { [header]: digest(bytes) })).status).toBe(201)
    const unknown = { 'content-digest': `sha-512=:AAAA:, ${digest(bytes)}` }
    expect((await send(name, bytes, unknown)).status).toBe(201)
    const before = await stored()
    for (const [headers, code] of [
      [{ 'content-digest': digest('other') }, 'digest_mismatch'],
      [{ 'repr-digest': digest('other') }, 'digest_mismatch'],
      [{ 'content-digest': digest(bytes), 'repr-digest': digest('other') }, 'digest_mismatch'],
      [{ 'content-digest': 'sha-256=AAAA' }, 'invalid_request'],
      [{ 'content-digest': 'sha-256=:AAAA:' }, 'invalid_request'],
      [{ 'content-digest': 'nonsense' }, 'invalid_request'],
      [{ 'repr-digest': '' }, 'invalid_request'],
    ] as const) {
      const reply = await send(name, randomBytes(1000), headers)
      expect([reply.status, reply.body.code], JSON.stringify(headers)).toEqual([400, code])
    }
    expect(await stored()).toEqual(before)
  })

  test('content beyond the size limit of a file is a 413, announced or not', async () => {
    const before = await stored()
    const reply = await send('attachment; filename="a.txt"', Buffer.alloc(100_001))
    expect([reply.status, reply.body.code]).toEqual([413, 'too_large'])
    expect(await stored()).toEqual(before)
  })

  test('in compatibility mode the response is the bare UUID', async () => {
    const { companyNo, adminId } = fixture.company
    const made = await fixture.admin.create('/v1/clients', {
      name: 'Old',
      actAs: adminId,
      compatibility: true,
    })
    const holder = { companyNo, userId: adminId, clientId: made.credential.client_id }
    const old = world.client(await world.db.transaction((tx) => issueToken(tx, holder)))
    const headers = { 'content-disposition': 'attachment; filename="old.txt"', 'content-type': '' }
    const reply = await old.send('POST', '/v1/files/upload', Buffer.from('old'), headers)
    expect([reply.status, reply.headers['content-type']]).toEqual([201, 'text/plain; charset=utf-8'])
    expect(reply.text).toMatch(/^[0-9a-f-]{36}$/)
    const claimed = await old.send('POST', `${place}/files`, { deferredAssetIds: [reply.text] })
    expect([claimed.status, claimed.body.responses[0].status]).toEqual([200, 201])
    expect(claimed.body.responses[0].requestId).toBe(reply.text)
  })
})

describe('a company’s quota', () => {
  test('stops the stream with a 507, counts content once, and is shown on the company', async () => {
    const company: Company = await world.company()
    const { admin } = company
    const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Full' })
    const used = async () => (await admin.get('/v1/company')).body.details.limits
    const one = randomBytes(90_000)
    for (const name of ['a', 'b', 'c']) await admin.file(`/v1/workspaces/${workspace.id}`, name, one)
    expect(await used()).toEqual({
      fileBytes: 100_000,
      zipBytes: 21_474_836_480,
      storageBytes: 400_000,
      usedBytes: 90_000,
    })
    for (const _ of [1, 2, 3]) await admin.upload('x', randomBytes(90_000))
    const headers = { 'content-disposition': 'attachment; filename=x', 'content-type': 'x/y' }
    const over = await admin.send('POST', '/v1/files/upload', randomBytes(90_000), headers)
    expect([over.status, over.body.code]).toEqual([507, 'disk_full'])
    expect((await used()).usedBytes).toBe(360_000)
    // Existing content takes no more space, but this is only known once it has arrived.
    expect((await admin.send('POST', '/v1/files/upload', randomBytes(40_000), headers)).status).toBe(201)
    expect((await admin.send('POST', '/v1/files/upload', randomBytes(1), headers)).status).toBe(507)
    const begin = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': 'filename eA==' }
    expect((await admin.send('POST', '/v1/files/uploads', undefined, begin)).status).toBe(507)
  })

  test('a repeated request gets its stored response even if the quota is used up since', async () => {
    const { admin, companyNo } = await world.company()
    const [content, key] = [randomBytes(90_000), randomUUID()]
    const headers = { 'content-disposition': 'attachment; filename=x', 'content-type': 'x/y' }
    const once = () => admin.send('POST', '/v1/files/upload', content, { ...headers, 'idempotency-key': key })
    const started = () =>
      admin.send('POST', '/v1/files/uploads', undefined, {
        ...{ 'tus-resumable': '1.0.0', 'upload-length': '50000', 'upload-metadata': 'filename eA==' },
        'idempotency-key': `${key} resumable`,
      })
    const [upload, resumable] = [await once(), await started()]
    expect([upload.status, resumable.status]).toEqual([201, 201])
    for (const _ of [1, 2, 3]) await admin.upload('x', randomBytes(80_000))
    const again = [await once(), await started()]
    expect(again.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
      [201, 'true'],
      [201, 'true'],
    ])
    expect(again[0]?.body.id).toBe(upload.body.id)
    // Even if the content is gone, so that it would have to be stored again.
    await world.db.transaction(async (tx) => {
      await tx.query.deleteFrom('deferredAssets').where('companyNo', '=', companyNo).execute()
      await tx.query.deleteFrom('blobs').where('companyNo', '=', companyNo).execute()
    })
    expect((await once()).status).toBe(201)
  })

  test('many at once do not exceed it', async () => {
    const { admin } = await world.company()
    const headers = { 'content-disposition': 'attachment; filename=x', 'content-type': 'x/y' }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => admin.send('POST', '/v1/files/upload', randomBytes(50_000), headers)),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 201)).toHaveLength(8)
    expect(statuses.filter((status) => status === 507)).toHaveLength(12)
    expect((await admin.get('/v1/company')).body.details.limits.usedBytes).toBe(400_000)
  })
})

describe('POST …/files', () => {
  test('turns each upload into a file, or explains why not', async () => {
    const { admin } = fixture
    const person = await world.person(fixture.company)
    const foreign = await person.client.upload('theirs.txt', 'theirs')
    const good = await admin.upload('good.txt', 'good')
    const same = await admin.upload('GOOD.txt', 'same name')
    const never = '00000000-0000-4000-8000-000000000000'
    const ids = [good.id, same.id, foreign.id, never, 'nonsense']
    const reply = await admin.ok('POST', `${place}/files`, { deferredAssetIds: ids })
    const found = reply.body.responses
    expect(reply.status).toBe(200)
    expect(found.map(({ requestId }: { requestId: string }) => requestId)).toEqual(ids)
    expect(found.map(({ status }: { status: number }) => status)).toEqual([201, 409, 404, 404, 404])
    expect(found[1].body).toBe(`A file named "GOOD.txt" already exists: ${found[0].body}.`)
    const file = await admin.ok('GET', `/v1/files/${found[0].body}`)
    expect(file.body.details).toMatchObject({
      fileName: 'good.txt',
      status: 'Draft',
      version: 1,
      size: 4,
      sha256: sha256('good'),
      createdBy: fixture.company.adminId,
      folderId: null,
      taskId: null,
      milestoneId: null,
      locked: false,
      tags: [],
    })
    // It is a file now, and the failed one is still an upload.
    const again = await admin.ok('POST', `${place}/files`, { deferredAssetIds: [good.id] })
    expect(again.body.responses[0].status).toBe(404)
    expect((await admin.get(`/v1/files/uploads/${same.id}`)).status).toBe(200)
  })

  test('on folders, tasks and milestones, each with its own names', async () => {
    const { admin, ids } = fixture
    const places = {
      folderId: `/v1/folders/${ids['folders/{folderId}']}`,
      taskId: `/v1/tasks/${ids['tasks/{taskId}']}`,
      milestoneId: `/v1/milestones/${ids['milestones/{milestoneId}']}`,
    }
    for (const [hook, path] of Object.entries(places)) {
      const id = await admin.file(path, 'same.txt', 'x')
      const { details } = (await admin.get(`/v1/files/${id}`)).body
      expect(details[hook]).toBe(path.split('/').at(-1))
      expect(details.workspaceId).toBe(ids['workspaces/{workspaceId}'])
      expect((await admin.list(`${path}/files`)).items.map((item) => item.id)).toContain(id)
      expect((await admin.list(`${place}/files`)).items.map((item) => item.id)).not.toContain(id)
      expect((await admin.list(`${place}/allFiles`)).items.map((item) => item.id)).toContain(id)
      const other = await admin.upload('Same.TXT', 'y')
      const reply = await admin.ok('POST', `${path}/files`, { deferredAssetIds: [other.id] })
      expect(reply.body.responses[0].status).toBe(409)
    }
  })

  test('an archived workspace accepts none', async () => {
    const { admin } = fixture
    const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Old' })
    await admin.ok('PUT', `/v1/workspaces/${workspace.id}/archive`)
    const { id } = await admin.upload('late.txt', 'late')
    const reply = await admin.send('POST', `/v1/workspaces/${workspace.id}/files`, { deferredAssetIds: [id] })
    expect([reply.status, reply.body.code]).toEqual([409, 'archived'])
  })

  test('an unfinished upload is a 409', async () => {
    const { admin, ids } = fixture
    const id = ids['uploads/{uuid}']
    const reply = await admin.ok('POST', `${place}/files`, { deferredAssetIds: [id] })
    expect(reply.body.responses[0]).toMatchObject({ status: 409 })
  })
})

describe('an unclaimed upload', () => {
  const signal = new AbortController().signal
  const runJobs = async (): Promise<void> => {
    for (const { run } of contentJobs(world.blobs)) await run(world.db, signal)
  }
  const age = (table: 'deferredAssets' | 'blobs', column: 'expiresAt' | 'orphanedAt', hash: string) =>
    world.db.transaction((tx) =>
      tx.query
        .updateTable(table)
        .set({ [column]: '2020-01-01T00:00:00.000Z' })
        .where('sha256', '=', hash)
        .where(column as 'sha256', 'is not', null)
        .execute(),
    )

  test('is deleted after 24 hours, its content a day later, and the space is free again', async () => {
    const { admin } = await world.company()
    const { id, details } = await admin.upload('x.txt', randomBytes(1234))
    await age('deferredAssets', 'expiresAt', details.sha256)
    expect((await admin.get(`/v1/files/uploads/${id}`)).status).toBe(404)
    const before = await stored()
    await runJobs()
    expect((await admin.get('/v1/company')).body.details.limits.usedBytes).toBe(1234)
    expect(await stored()).toEqual(before)
    await age('blobs', 'orphanedAt', details.sha256)
    await runJobs()
    expect((await admin.get('/v1/company')).body.details.limits.usedBytes).toBe(0)
    expect(await stored()).toEqual({ ...before, contents: before.contents - 1 })
  })

  test('keeps its content if the same content is uploaded again in time', async () => {
    const { admin } = await world.company()
    const bytes = randomBytes(500)
    const { id, details } = await admin.upload('x.txt', bytes)
    await admin.ok('DELETE', `/v1/files/uploads/${id}`)
    await age('blobs', 'orphanedAt', details.sha256)
    const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Again' })
    const file = await admin.file(`/v1/workspaces/${workspace.id}`, 'again.txt', bytes)
    await runJobs()
    expect((await admin.get(`/v1/files/${file}/content`)).bytes.equals(bytes)).toBe(true)
  })
})

test('the same content is stored once per company, and separately in another', async () => {
  const bytes = randomBytes(2000)
  const before = await stored()
  for (const name of ['one', 'two', 'three']) await fixture.admin.upload(name, bytes)
  expect(await stored()).toEqual({ ...before, contents: before.contents + 1 })
  const other = await world.company()
  await other.admin.upload('theirs', bytes)
  expect(await stored()).toEqual({ ...before, contents: before.contents + 2 })
})
