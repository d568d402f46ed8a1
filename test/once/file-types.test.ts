import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Company, useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()
let company: Company
beforeAll(async () => {
  company = await world.company()
})

const svg = (before = ''): string => `${before}<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>`
const box = (...brands: string[]): string =>
  `\0\0\0${String.fromCharCode(8 + brands.length * 4)}ftyp${brands.join('')}`

const samples = [
  ['an SVG', svg(), 'image/svg+xml'],
  ['an SVG with a declaration', svg('<?xml version="1.0"?>\n<!-- a > b -->'), 'image/svg+xml'],
  ['an SVG with entities', svg('<!DOCTYPE svg [<!ENTITY a "b">]>'), 'image/svg+xml'],
  ['an SVG with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['a PDF', '%PDF-1.7\n', 'application/pdf'],
  ['a PDF after a mark and blanks', '\xef\xbb\xbf\r\n%PDF-1.7\n', 'application/pdf'],
  ['a JPEG', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['a GIF', 'GIF89a', 'image/gif'],
  ['a WebP', 'RIFF....WEBPVP8 ', 'image/webp'],
  ['a TIFF', 'II*\0', 'image/tiff'],
  ['an AVIF', box('mif1', '\0\0\0\0', 'miaf', 'avif'), 'image/avif'],
  // Not recognized: they are what the sender says.
  ['a page with a drawing', `<!doctype html><html>${svg()}</html>`, 'image/png'],
  ['an archive of a PDF', `Offer.pdf${'\0'.repeat(503)}%PDF-1.7\n`, 'image/png'],
  ['a text', 'words', 'image/png'],
  ['nothing', '', 'image/png'],
] as const

test.each(samples)('%s sent as PNG is what its bytes are', async (_, bytes, type) => {
  const upload = await company.admin.upload('picture.png', Buffer.from(bytes, 'latin1'), {
    'content-type': 'image/png',
  })
  expect(upload.details.mimeType).toBe(type)
})

test('a resumable upload, in several requests, and a new version are what their bytes are too', async () => {
  const { admin } = company
  const tus = { 'tus-resumable': '1.0.0' }
  const content = Buffer.from(svg())
  const begun = await admin.ok('POST', '/v1/files/uploads', undefined, {
    ...tus,
    'upload-length': String(content.length),
    'upload-metadata': `filename ${btoa('picture.png')},filetype ${btoa('image/png')}`,
  })
  const path = begun.headers['location'] ?? ''
  for (const [offset, part] of [
    [0, content.subarray(0, 20)],
    [20, content.subarray(20)],
  ] as const)
    await admin.ok('PATCH', path, part, {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    })
  expect((await admin.get(path)).body.details.mimeType).toBe('image/svg+xml')
  const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Types' })
  const file = await admin.file(`/v1/workspaces/${id}`, 'a.bin', randomBytes(10))
  await admin.ok('PUT', `/v1/files/${file}/content`, content, { 'content-type': 'image/png' })
  expect((await admin.get(`/v1/files/${file}`)).body.details.mimeType).toBe('image/svg+xml')
})
