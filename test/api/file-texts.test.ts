import { deflateRawSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { rows } from '../../src/db/database.ts'
import { checkSearchIndex } from '../../src/db/search/check-index.ts'
import { indexAll } from '../../src/db/search/index-batch.ts'
import { sql } from '../../src/db/sql.ts'
import { extractText } from '../../src/jobs/texts/extract.ts'
import { textJob } from '../../src/jobs/texts/job.ts'
import type { Client } from '../support/client.ts'
import { isFirstEngine } from '../support/effort.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'

const world = useWorld(unlimited)
let company: Company
let workspaceId = ''

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Texts' })).id
})

interface Part {
  name: string
  content: Buffer | string
  /** The size that the archive claims. */
  declared?: number
}

function zipOf(parts: readonly Part[]): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, declared } of parts) {
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(declared ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\0', 'latin1'),
      fields,
      Buffer.alloc(10),
      Buffer.alloc(4),
      Buffer.from(name),
    ])
    entry.writeUInt32LE(at, 42)
    directory.push(entry)
    const whole = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    local.push(whole)
    at += whole.length
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}

const word = (text: string): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'word/document.xml', content: `<w:document><w:body>${text}</w:body></w:document>` },
  ])

const paragraph = (...runs: readonly string[]): string =>
  `<w:p>${runs.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`

const pdf = (text: string): Buffer => {
  const drawing = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${drawing.length}>>stream
${drawing}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`)
}

test.runIf(isFirstEngine())('every kind of document has its text', async () => {
  const slides = zipOf([
    { name: 'ppt/slides/slide10.xml', content: '<p:sld><a:p><a:t>last</a:t></a:p></p:sld>' },
    { name: 'ppt/slides/slide2.xml', content: '<p:sld><a:p><a:t>first</a:t></a:p></p:sld>' },
    { name: 'ppt/notesSlides/notesSlide1.xml', content: '<p:notes><a:t>note</a:t></p:notes>' },
  ])
  const sheet = zipOf([
    {
      name: 'xl/sharedStrings.xml',
      content: '<sst><si><t>Re</t><t>venue</t></si><si><t>Cost</t></si></sst>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: '<sheetData><c t="inlineStr"><is><t>inline</t></is></c><c><v>42</v></c></sheetData>',
    },
  ])
  const html = `<html><head><title>no</title></head><style>p{}</style><p>Gr&uuml;&#223;e <b>bo</b>ld&nbsp;text</p>
    <script>if (a < b) evil()</script><!-- hidden > --><td>one</td><td>two</td></html>`
  const cases: [kind: string, content: Buffer | string, text: string][] = [
    ['plain', '# Title\n\n- point\0', '# Title - point'],
    ['plain', 'a;b\r\n"c, d";2', 'a;b "c, d";2'],
    ['plain', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
    ['plain', Buffer.from('Grüße aus Köln', 'latin1'), 'Grüße aus Köln'],
    ['html', html, 'Grüße bold text one two'],
    ['office', word(paragraph('Press ', 're', 'lease') + paragraph('R&amp;D')), 'Press release R&D'],
    ['office', slides, 'first last note'],
    ['office', sheet, 'Revenue Cost inline'],
    ['pdf', pdf('Quarterly zeppelin'), 'Quarterly zeppelin'],
  ]
  for (const [kind, content, text] of cases)
    expect((await extractText(kind, Buffer.from(content))).trim(), `${kind}: ${text}`).toBe(text)
  expect(await extractText('plain', Buffer.from('ab '.repeat(200_000)))).toHaveLength(150_000)
})

/** 200 MB of spaces in 200 kB. */
const bomb = (): Buffer =>
  zipOf([{ name: 'word/document.xml', content: Buffer.alloc(200_000_000, ' '), declared: 100 }])

test.runIf(isFirstEngine())('hostile documents are refused quickly', async () => {
  const lying = zipOf([{ name: 'word/document.xml', content: '<w:t>small</w:t>', declared: 1_000_000_000 }])
  expect(await extractText('office', lying)).toBe('small')
  for (const [name, kind, content] of [
    ['a bomb', 'office', bomb()],
    ['half a document', 'office', word(paragraph('text')).subarray(0, 150)],
    ['a directory outside of the file', 'office', Buffer.from(`PK\x05\x06${'\xff'.repeat(18)}`, 'latin1')],
    ['no archive', 'office', Buffer.alloc(100_000, 'PK')],
    ['a broken PDF', 'pdf', pdf('text').subarray(0, 60)],
    ['no PDF', 'pdf', Buffer.from('%PDF-1.7 nothing')],
  ] as const)
    await expect(extractText(kind, content), name).rejects.toThrow()
  for (const endless of ['<', '<!--', '<a ', '&', '<p>&amp', '</', '<script>'])
    expect(
      (await extractText('html', Buffer.from(endless.repeat(200_000)))).length,
      endless,
    ).toBeLessThanOrEqual(150_000)
})

const signal = new AbortController().signal

/** Indexes, reads the texts, and indexes again. */
async function catchUp(): Promise<void> {
  await indexAll(world.db)
  await textJob(world.blobs).run(world.db, signal)
}

const search = async (q: string, client: Client = company.admin) =>
  (await client.ok('GET', `/v1/search?q=${encodeURIComponent(q)}`)).body.items as {
    id: string
    highlights: { field: string; text: string; ranges: [number, number][] }[]
  }[]

const idsOf = async (q: string, client?: Client): Promise<string[]> =>
  (await search(q, client)).map(({ id }) => id)

const place = (): string => `/v1/workspaces/${workspaceId}`

test('files are found by the text of their current version, by those who may see them', async () => {
  const { admin } = company
  const id = await admin.file(place(), 'Plan.docx', word(paragraph('The albatross flies at noon')))
  const paper = await admin.file(place(), 'Paper.pdf', pdf('An albatross again'))
  expect(await idsOf('albatross')).toEqual([])
  await catchUp()
  expect((await idsOf('albatross')).toSorted()).toEqual([id, paper].toSorted())
  await indexAll(world.db)
  expect((await idsOf('albatross')).toSorted()).toEqual([id, paper].toSorted())
  const [found] = await search('"flies at noon"')
  expect(found).toMatchObject({ id, highlights: [{ field: 'content', text: 'The albatross flies at noon' }] })
  const [[start, end] = [0, 0]] = found?.highlights[0]?.ranges ?? []
  expect(found?.highlights[0]?.text.slice(start, end)).toBe('flies')
  const stranger = await world.person(company)
  expect(await idsOf('albatross', stranger.client)).toEqual([])
  const headers = { 'content-type': 'application/octet-stream' }
  expect(
    (await admin.send('PUT', `/v1/files/${id}/content`, word(paragraph('A heron')), headers)).status,
  ).toBe(204)
  expect(await idsOf('albatross')).toEqual([paper])
  await catchUp()
  expect(await idsOf('heron')).toEqual([id])
  await admin.ok('DELETE', `/v1/files/${paper}`)
  expect(await idsOf('albatross')).toEqual([])
  await admin.ok('POST', `/v1/files/${paper}/restore`)
  expect(await idsOf('albatross')).toEqual([paper])
  expect(await checkSearchIndex(world.db)).toMatchObject({ outdated: [], stray: [] })
})

test('a document that cannot be read is found by its name, and read once', async () => {
  const { admin, companyNo } = company
  const id = await admin.file(place(), 'Explosive.docx', bomb())
  const broken = await admin.file(place(), 'Explosive.pdf', Buffer.from('%PDF-1.7 broken'))
  await admin.file(place(), 'Explosive.png', 'no text')
  await catchUp()
  expect((await idsOf('explosive docx')).concat(await idsOf('explosive pdf'))).toEqual([id, broken])
  const texts = await rows<{ state: string; content: string }>(
    world.db,
    sql`SELECT "state", "content" FROM "fileTexts" WHERE "companyNo" = ${companyNo} AND "content" = ''`,
  )
  expect(texts).toEqual([
    { state: 'read', content: '' },
    { state: 'read', content: '' },
  ])
  expect(await textJob(world.blobs).run(world.db, signal)).toBeUndefined()
})

test('small plain texts are read without starting a process for each', async () => {
  const { admin } = company
  const small = await admin.file(place(), 'Small.txt', 'A kingfisher\0 dives')
  const large = await admin.file(place(), 'Large.txt', `kingfisher ${'and so on '.repeat(10_000)}`)
  const page = await admin.file(place(), 'Page.html', '<p>A kingfisher</p>')
  await indexAll(world.db)
  const started: string[] = []
  await textJob(world.blobs, async (kind, content) => {
    started.push(kind)
    content.destroy()
    return 'kingfisher elsewhere'
  }).run(world.db, signal)
  expect(started.toSorted()).toEqual(['html', 'plain'])
  await indexAll(world.db)
  expect((await idsOf('"kingfisher elsewhere"')).toSorted()).toEqual([large, page].toSorted())
  expect(await idsOf('"kingfisher dives"')).toEqual([small])
})

test('phrases far into a long text are found', async () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}`).join(' ')
  const id = await company.admin.file(place(), 'Long.txt', `${words} grey partridge`)
  await catchUp()
  await indexAll(world.db)
  expect(await idsOf('"grey partridge"')).toEqual([id])
  expect(await idsOf('"partridge grey"')).toEqual([])
})
