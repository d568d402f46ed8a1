import { beforeAll, expect, test } from 'vitest'
import { rows } from '../../src/db/database.ts'
import { checkSearchIndex } from '../../src/db/search/check-index.ts'
import { indexAll } from '../../src/db/search/index-batch.ts'
import { sql } from '../../src/db/sql.ts'
import { textJob } from '../../src/jobs/texts/job.ts'
import type { Client } from '../support/client.ts'
import { bomb, paragraph, pdf, word } from '../support/documents.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'

const world = useWorld(unlimited)
let company: Company
let workspaceId = ''

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Texts' })).id
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
