import { beforeAll, expect, test } from 'vitest'
import type { Client, Reply } from '../support/client.ts'
import { type Company, useSharedWorld, useWorld } from '../support/world.ts'
import { readZip } from '../support/zip.ts'

/** A folder with everything in it, as one download. */
const world = useSharedWorld()
let company: Company
let workspaceId = ''

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Website' })).id
})

/** The archive of a folder, by an address that its owner gets. */
async function download(client: Client, folderId: string, method = 'GET'): Promise<Reply> {
  const { address } = (await client.ok('POST', `/v1/folders/${folderId}/addresses`, { seconds: 60 })).body
  return world.nobody.send(method, address)
}

const newFolder = async (folderName: string, parentFolderId: string | null = null): Promise<string> =>
  (await company.admin.create(`/v1/workspaces/${workspaceId}/folders`, { folderName, parentFolderId })).id

test('has every file of the folder and its subfolders, and empty folders', async () => {
  const { admin } = company
  const top = await newFolder('Fotos für Zürich')
  const inner = await newFolder('2026', top)
  await newFolder('Empty', top)
  await admin.file(`/v1/folders/${top}`, 'read me.txt', 'top')
  await admin.file(`/v1/folders/${inner}`, 'Größe.txt', 'x'.repeat(300_000))
  const gone = await admin.file(`/v1/folders/${inner}`, 'gone.txt', 'deleted')
  await admin.ok('DELETE', `/v1/files/${gone}`)
  const reply = await download(admin, top)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(reply.bytes.length),
    'content-disposition': `attachment; filename="Fotos f_r Z_rich.zip"; filename*=UTF-8''Fotos%20f%C3%BCr%20Z%C3%BCrich.zip`,
  })
  const found = readZip(reply.bytes)
  expect([...found.keys()].sort()).toEqual([
    'Fotos für Zürich/',
    'Fotos für Zürich/2026/',
    'Fotos für Zürich/2026/Größe.txt',
    'Fotos für Zürich/Empty/',
    'Fotos für Zürich/read me.txt',
  ])
  expect(found.get('Fotos für Zürich/read me.txt')?.toString()).toBe('top')
  expect(found.get('Fotos für Zürich/2026/Größe.txt')?.length).toBe(300_000)
  const head = await download(admin, top, 'HEAD')
  expect([head.status, head.text, head.headers['content-length']]).toEqual([
    200,
    '',
    String(reply.bytes.length),
  ])
})

test('names are safe on every system, and each is there once', async () => {
  const { admin } = company
  const top = await newFolder('../etc: a|b?')
  await newFolder('CON', top)
  await newFolder('dots...', top)
  await newFolder('same.txt', top)
  await admin.file(`/v1/folders/${top}`, 'same.txt', 'file')
  const names = [...readZip((await download(admin, top)).bytes).keys()]
  expect(names.sort()).toEqual(
    [
      '.._etc_ a_b_/',
      '.._etc_ a_b_/_CON/',
      '.._etc_ a_b_/dots/',
      '.._etc_ a_b_/same (2).txt/',
      '.._etc_ a_b_/same.txt',
    ].sort(),
  )
})

test('its address needs no token, and stops working with the permission', async () => {
  const { admin } = company
  const top = await newFolder('Shared')
  await admin.file(`/v1/folders/${top}`, 'a.txt', 'A')
  const person = await world.person(company, { workspaceId, role: 'Reader' })
  const path = `/v1/folders/${top}/addresses`
  const { address } = (await person.client.ok('POST', path, { seconds: 60 })).body
  expect(
    readZip((await world.nobody.get(address)).bytes)
      .get('Shared/a.txt')
      ?.toString(),
  ).toBe('A')
  await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
  expect((await world.nobody.get(address)).status).toBe(404)
  expect((await person.client.send('POST', path)).status).toBe(403)
})

test('a folder with more than the installation allows is a 409 that explains it', async () => {
  const { admin } = await small.company()
  const place = (await admin.create('/v1/workspaces', { workspaceName: 'Small' })).id
  const { id } = await admin.create(`/v1/workspaces/${place}/folders`, { folderName: 'Large' })
  await admin.file(`/v1/folders/${id}`, 'a.txt', 'x'.repeat(900))
  expect((await admin.send('POST', `/v1/folders/${id}/addresses`)).status).toBe(200)
  await admin.file(`/v1/folders/${id}`, 'b.txt', 'x'.repeat(101))
  const reply = await admin.send('POST', `/v1/folders/${id}/addresses`)
  expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
  expect(reply.body.message).toBe(
    'The folder contains more than 1,000 bytes. Download its subfolders one by one.',
  )
})

test('a company may allow less than the installation, but not more', async () => {
  const { admin } = await small.company()
  const place = (await admin.create('/v1/workspaces', { workspaceName: 'Company' })).id
  const { id } = await admin.create(`/v1/workspaces/${place}/folders`, { folderName: 'Photos' })
  await admin.file(`/v1/folders/${id}`, 'a.txt', 'x'.repeat(900))
  const { details } = (await admin.get('/v1/company')).body
  expect([details.zipBytes, details.limits.zipBytes]).toEqual([null, 1_000])
  const { address } = (await admin.ok('POST', `/v1/folders/${id}/addresses`, { seconds: 60 })).body
  await admin.ok('PUT', '/v1/company', { zipBytes: 899 })
  const refused = await admin.send('POST', `/v1/folders/${id}/addresses`)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The folder contains more than 899 bytes. Download its subfolders one by one.',
  ])
  expect((await small.nobody.get(address)).status).toBe(409)
  await admin.ok('PUT', '/v1/company', { zipBytes: 900 })
  expect((await small.nobody.get(address)).status).toBe(200)
  await admin.file(`/v1/folders/${id}`, 'b.txt', 'x'.repeat(101))
  await admin.ok('PUT', '/v1/company', { zipBytes: 5_000 })
  expect((await admin.send('POST', `/v1/folders/${id}/addresses`)).body.message).toContain('1,000 bytes')
  expect((await admin.send('PUT', '/v1/company', { zipBytes: 0 })).status).toBe(400)
  await admin.ok('PUT', '/v1/company', { zipBytes: null })
  expect((await admin.get('/v1/company')).body.details.zipBytes).toBeNull()
})

const small = useWorld({ ATRIUM_ZIP_LIMIT: '1000' })
