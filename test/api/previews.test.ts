import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { previewJob } from '../../src/jobs/previews/job.ts'
import { PdfPages } from '../../src/jobs/previews/pages.ts'
import type { drawInSeparateProcess } from '../../src/jobs/previews/run.ts'
import { PreviewTurns } from '../../src/jobs/previews/turns.ts'
import { time } from '../support/clock.ts'
import { slowSvg } from '../support/hostile-content.ts'
import { pdfOf } from '../support/pdf.ts'
import { type Company, useWorld } from '../support/world.ts'

const world = useWorld()

/** One black pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an image has a preview once it is rendered, and a text has none', async () => {
  const { admin } = await world.company()
  const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Pictures' })
  const upload = async (name: string, type: string, content: Buffer): Promise<string> => {
    const headers = { 'content-disposition': `attachment; filename="${name}"`, 'content-type': type }
    const asset = await admin.send('POST', '/v1/files/upload', content, headers)
    const made = await admin.ok('POST', `/v1/workspaces/${id}/files`, { deferredAssetIds: [asset.body.id] })
    return `/v1/files/${made.body.responses[0].body}/preview`
  }
  const drawn = await upload('point.png', 'image/png', picture)
  const none = await upload('text.txt', 'text/plain', Buffer.from('words'))
  await previewJob(world.blobs).run(world.db, signal)
  const reply = await admin.get(drawn)
  expect([reply.status, reply.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
  expect(reply.headers['content-type']).toMatch(/^image\//)
  expect((await admin.get(none)).status).toBe(404)
})

/** A different picture each time: content after the end of a PNG does not matter. */
const anyPicture = (): Buffer => Buffer.concat([picture, Buffer.from(crypto.randomUUID())])
const signal = new AbortController().signal
const asPng = { 'content-type': 'image/png' }

/** Draws nothing; drawing the content of some companies takes as long as it may. Drawing it for real would, too. */
function pretend(slow: ReadonlySet<number>) {
  const drawn: { companyNo: number; at: number }[] = []
  const begun = clock.ticks()
  const turns = new PreviewTurns()
  const next = turns.next.bind(turns)
  let companyNo = 0
  turns.next = async (reader) => {
    const row = await next(reader)
    companyNo = row?.companyNo ?? 0
    return row
  }
  const draw: typeof drawInSeparateProcess = async (_kind, content) => {
    content.destroy()
    await time.advance(slow.has(companyNo) ? 20_000 : 500)
    drawn.push({ companyNo, at: clock.ticks() - begun })
    return undefined
  }
  return { drawn, run: () => previewJob(world.blobs, draw, turns).run(world.db, signal) }
}

const state = async ({ companyNo }: Company): Promise<string[]> => {
  const rows = await world.db.query
    .selectFrom('blobs')
    .select('previewState')
    .where('companyNo', '=', companyNo)
    .execute()
  return rows.map(({ previewState }) => previewState)
}

test('only what has become a file is rendered, and only if its bytes are those of an image', async () => {
  const company = await world.company()
  const { admin, companyNo } = company
  await admin.upload('unclaimed.png', anyPicture(), asPng)
  expect(await state(company)).toEqual(['none'])
  const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Pictures' })
  for (const n of [1, 2]) await admin.file(`/v1/workspaces/${id}`, `${n}.png`, `${slowSvg()}<!-- ${n} -->`)
  expect(await state(company)).toEqual(['none', 'none', 'none'])
  // An earlier version believed what the sender said, and did not wait until an upload was a file.
  await world.db.transaction((tx) =>
    tx.query.updateTable('blobs').set({ previewState: 'image' }).where('companyNo', '=', companyNo).execute(),
  )
  const { drawn, run } = pretend(new Set())
  await run()
  expect(drawn).toEqual([])
  expect((await state(company)).sort()).toEqual(['failed', 'failed', 'none'])
  // It becomes a file after all.
  const [asset] = await world.db.query
    .selectFrom('deferredAssets')
    .select('id')
    .where('companyNo', '=', companyNo)
    .execute()
  await admin.ok('POST', `/v1/workspaces/${id}/files`, { deferredAssetIds: [asset?.id] })
  await run()
  expect(drawn).toHaveLength(1)
})

test('companies take turns: slow content of one delays the others by one drawing', async () => {
  const [hostile, other] = [await world.company(), await world.company()]
  for (const { admin } of [hostile, other]) {
    const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Pictures' })
    for (let n = 0; n < 8; n += 1) await admin.file(`/v1/workspaces/${id}`, `${n}.png`, anyPicture())
  }
  using _frozen = time.freeze()
  const { drawn, run } = pretend(new Set([hostile.companyNo]))
  await run()
  expect(drawn).toHaveLength(16)
  const times = drawn.filter(({ companyNo }) => companyNo === other.companyNo).map(({ at }) => at)
  expect(times).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => 20_000 + n * 500))
})

test('and so do the people of a company', async () => {
  const company = await world.company()
  const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Pictures' })
  const place = `/v1/workspaces/${workspace.id}`
  for (let n = 0; n < 30; n += 1) await company.admin.file(place, `${n}.png`, anyPicture())
  const { client, id } = await world.person(company, { workspaceId: workspace.id })
  await client.file(place, 'theirs.png', anyPicture())
  const rows = await world.db.query
    .selectFrom('blobs')
    .select('previewFor')
    .where('companyNo', '=', company.companyNo)
    .execute()
  expect(new Set(rows.map(({ previewFor }) => previewFor))).toEqual(new Set([company.adminId, id]))
  const order: string[] = []
  using _frozen = time.freeze()
  const turns = new PreviewTurns()
  for (let row = await turns.next(world.db); row !== undefined; row = await turns.next(world.db)) {
    order.push(row.previewFor)
    await time.advance(500)
    const { companyNo, sha256 } = row
    await world.db.transaction((tx) =>
      tx.query
        .updateTable('blobs')
        .set({ previewState: 'failed' })
        .where('companyNo', '=', companyNo)
        .where('sha256', '=', sha256)
        .execute(),
    )
  }
  // Five seconds each, in turn: ten drawings of half a second.
  expect(order.indexOf(id)).toBeLessThanOrEqual(10)
  expect(order).toHaveLength(31)
})

test('each of the first pages of a PDF is rendered when somebody requests it', async () => {
  const { admin } = await world.company()
  const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Papers' })
  const place = `/v1/workspaces/${id}`
  const [paper, text] = [
    await admin.file(place, 'paper.pdf', pdfOf(3)),
    await admin.file(place, 'no paper.pdf', 'words'),
  ]
  const ask = async (fileId: string, page: number) => {
    const body = { variant: 'preview', page }
    const { address } = (await admin.ok('POST', `/v1/files/${fileId}/addresses`, body)).body
    return admin.get(address)
  }
  const [first, second] = [await ask(paper, 1), await ask(paper, 2)]
  for (const reply of [first, second])
    expect([reply.status, reply.headers['content-type'], reply.headers['page-count']]).toEqual([
      200,
      'image/webp',
      '3',
    ])
  expect(first.headers['etag']).not.toBe(second.headers['etag'])
  // A page that was drawn is not drawn again.
  expect((await ask(paper, 2)).headers['etag']).toBe(second.headers['etag'])
  const [beyond, none] = [await ask(paper, 4), await ask(text, 1)]
  expect([beyond.status, beyond.body.detail]).toEqual([404, 'There is no page 4: it has 3.'])
  expect([none.status, none.body.detail]).toEqual([404, 'Pages of this file cannot be shown.'])
  for (const body of [
    { variant: 'preview', page: 0 },
    { variant: 'preview', page: 51 },
    { variant: 'content', page: 2 },
  ]) {
    const refused = await admin.send('POST', `/v1/files/${paper}/addresses`, body)
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/page'])
  }
})

test('pages are rendered one at a time, companies take turns, and few wait', async () => {
  const order: number[] = []
  let drawing = 0
  const pages = new PdfPages(world.blobs, async (page, content) => {
    content.destroy()
    drawing += 1
    expect(drawing).toBe(1)
    await setImmediate()
    drawing -= 1
    order.push(page)
    return { pages: 50, picture: undefined }
  })
  const contentOf = async ({ admin, companyNo }: Company) => {
    const { id } = await admin.create('/v1/workspaces', { workspaceName: 'Papers' })
    await admin.file(`/v1/workspaces/${id}`, 'paper.pdf', pdfOf(3))
    return world.db.query
      .selectFrom('blobs')
      .selectAll()
      .where('companyNo', '=', companyNo)
      .executeTakeFirstOrThrow()
  }
  const [greedy, other] = [await contentOf(await world.company()), await contentOf(await world.company())]
  const asked = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((page) => pages.page(greedy, page))
  expect(() => pages.page(greedy, 11)).toThrow('Too many pages are waiting to be rendered.')
  await Promise.all([...asked, pages.page(other, 50), pages.page(greedy, 3)])
  expect(order).toHaveLength(11)
  expect(order.indexOf(50)).toBeLessThan(4)
  await pages.page(other, 50)
  expect(order).toHaveLength(11)
})
