import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, rows } from '../../src/db/database.ts'
import { checkSearchIndex } from '../../src/db/search/check-index.ts'
import { indexAll, indexBatch } from '../../src/db/search/index-batch.ts'
import { SearchIndexer } from '../../src/db/search/indexer.ts'
import { isIndexComplete, reindex } from '../../src/db/search/reindex.ts'
import { noteUnindexed } from '../../src/db/search/search-index.ts'
import { sql } from '../../src/db/sql.ts'
import { buildSearchIndex } from '../../src/jobs/search-index.ts'
import type { Client } from '../support/client.ts'
import { type Company, useWorld } from '../support/world.ts'

const world = useWorld({ ATRIUM_RATE_REQUESTS_PER_SECOND: '0', ATRIUM_RATE_FAILURES_PER_MINUTE: '0' })
let company: Company
let workspaceId = ''

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Relaunch' })).id
})

interface Found {
  kind: string
  id: string
  details: Record<string, unknown>
  highlights: { field: string; text: string; ranges: [number, number][] }[]
}

const search = async (q: string, more = '', client: Client = company.admin): Promise<Found[]> => {
  const { body } = await client.ok('GET', `/v1/search?q=${encodeURIComponent(q)}${more}`)
  expect(body.links).toEqual({})
  return body.items
}

const idsOf = async (q: string, more = '', client?: Client): Promise<string[]> =>
  (await search(q, more, client)).map(({ id }) => id)

const task = async (title: string, more: object = {}): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title, workspaceId, ...more })).id

describe('words', () => {
  test('are found from their beginning, regardless of case and accents, and all must occur', async () => {
    const id = await task('Überarbeitung der Pressemitteilung', { description: 'Naïve café in Zürich' })
    for (const q of [
      'überarb',
      'UBERARBEITUNG',
      'presse der',
      'cafe zurich',
      'Café',
      'ZÜR',
      '"naive cafe in"',
    ])
      expect(await idsOf(q), q).toEqual([id])
    for (const q of ['arbeitung', 'presse fehlt', '"cafe naive"', '"presse"', '"der press"'])
      expect(await idsOf(q), q).toEqual([])
  })

  test.each([
    ['Straße', ['STRASSE', 'strasse', 'STRAẞE', 'Straß', 'STRAS'], ['strase']],
    ['Θησέας', ['ΘΗΣ', 'θησεασ', 'ΘΗΣΕΑΣ', 'θησέας'], []],
    ['Łódź', ['lodz', 'LODZ', 'łódź', 'łod'], []],
    ['Ærø Đorđe œuvre', ['aero', 'ÆRØ', 'dorde', 'OEUVRE'], ['aro']],
    ['ışık', ['IŞIK', 'isik', 'ışı'], []],
  ])('%s is found in any case, with and without marks', async (title, found, notFound) => {
    const id = await task(title)
    for (const isIndexed of [false, true]) {
      if (isIndexed) await indexAll(world.db)
      for (const q of found) expect(await idsOf(q, '&kinds=task'), q).toEqual([id])
      for (const q of notFound) expect(await idsOf(q, '&kinds=task'), q).toEqual([])
    }
    const [{ highlights } = { highlights: [] }] = await search(title.split(' ')[0] ?? '', '&kinds=task')
    expect(highlights[0]?.ranges).toEqual([[0, (title.split(' ')[0] ?? '').length]])
  })

  test('of any script', async () => {
    const chinese = await task('更新网站首页设计')
    const russian = await task('Новый сайт', { description: 'Ёлка' })
    const greek = await task('Σχέδιο')
    expect(await idsOf('网站')).toEqual([chinese])
    expect(await idsOf('站网')).toEqual([])
    expect(await idsOf('сай нов')).toEqual([russian])
    expect(await idsOf('елка')).toEqual([russian])
    expect(await idsOf('σχεδ')).toEqual([greek])
    expect(await idsOf('ΣΧΕΔ')).toEqual([greek])
    expect(await idsOf('quiet')).toEqual([])
    const queue = await task('Quiet queue')
    expect(await idsOf('quiet queu')).toEqual([queue])
  })

  test.each([
    'AND',
    'OR NOT',
    'NEAR(a b)',
    '"',
    '"a',
    "'; DROP TABLE tasks; --",
    'title:x',
    'x*',
    '^x',
    '-x',
    '(',
    ')',
    ':*',
    '<->',
    '!!',
    '&',
    '|',
    '\\',
    '%',
    '_',
    '\u0000'.repeat(0),
    'a:b',
    '{a b}',
    '+',
    '💡',
    ' ',
    '',
  ])('never reach the syntax of the engine: %s', async (q) => {
    expect(Array.isArray(await search(q))).toBe(true)
  })
})

test('every kind is found by its name, and kinds and the workspace narrow the search', async () => {
  const { admin } = company
  const word = 'Findable'
  const place = `/v1/workspaces/${workspaceId}`
  const ids = {
    task: await task(word),
    milestone: (await admin.create(`${place}/milestones`, { title: word })).id,
    tasklist: (await admin.create(`${place}/tasklists`, { tasklistName: word })).id,
    folder: (await admin.create(`${place}/folders`, { folderName: word })).id,
    event: (
      await admin.create(`${place}/events`, {
        title: word,
        startsAt: '2026-01-01T10:00:00.000Z',
        endsAt: '2026-01-01T11:00:00.000Z',
      })
    ).id,
    file: await admin.file(place, `${word}-report.txt`),
    workspace: (await admin.create('/v1/workspaces', { workspaceName: word })).id,
    user: (
      await admin.create('/v1/users', { email: `findable-${company.companyId}@example.com`, fullName: word })
    ).id,
    tag: (await admin.create('/v1/tags', { tagName: word })).id,
  }
  const found = await search('findab')
  expect(Object.fromEntries(found.map(({ kind, id }) => [kind, id]))).toEqual(ids)
  expect(await idsOf('findable', '&kinds=task')).toEqual([ids.task])
  expect((await idsOf('findable', '&kinds=task,user')).toSorted()).toEqual([ids.task, ids.user].toSorted())
  const inside = await search('findable', `&workspaceId=${workspaceId}`)
  expect(inside.map(({ kind }) => kind).toSorted()).toEqual(
    ['event', 'file', 'folder', 'milestone', 'task', 'tasklist'].toSorted(),
  )
  expect(await search('findable', '&limit=2')).toHaveLength(2)
  for (const wrong of [
    'kinds=nope',
    'limit=0',
    'limit=101',
    'perKind=0',
    'perKind=26',
    'workspaceId=x',
    'q=a&q=b',
    'sort=title',
  ])
    expect((await admin.get(`/v1/search?${wrong}`)).status, wrong).toBe(400)
})

test('a kind with more matches than are ranked leaves room for the others', async () => {
  const older = [await task('Harpsichord tuning'), await task('Harpsichord case')]
  const names = Array.from({ length: 101 }, (_, n) => `Harpsichord ${n}`)
  for (const tagName of names) await company.admin.create('/v1/tags', { tagName })
  expect(new Set((await search('harpsichord', '&limit=100')).map(({ kind }) => kind))).toEqual(
    new Set(['tag']),
  )
  for (const more of ['&perKind=2', '&perKind=2&kinds=task,tag']) {
    const found = await search('harpsichord', more)
    expect(
      found.filter(({ kind }) => kind === 'tag'),
      more,
    ).toHaveLength(2)
    expect(
      found
        .filter(({ kind }) => kind === 'task')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(older.toSorted())
  }
  expect(await search('harpsichord', '&perKind=3&kinds=tag')).toHaveLength(3)
  expect(await search('harpsichord', '&perKind=2&limit=3')).toHaveLength(3)
})

test('highlights are ranges of the text, and long texts are cut to an excerpt', async () => {
  const long = `${'filler '.repeat(100)}the Élan of it ${'filler '.repeat(100)}`
  const id = await task('Élan and more élan', { description: long })
  const [item] = await search('elan')
  expect(item?.id).toBe(id)
  expect(item?.details).toMatchObject({ title: 'Élan and more élan', workspaceId, status: 'Open' })
  expect(item?.details).not.toHaveProperty('description')
  const [title, description] = item?.highlights ?? []
  expect(title).toEqual({
    field: 'title',
    text: 'Élan and more élan',
    ranges: [
      [0, 4],
      [14, 18],
    ],
  })
  expect(description?.text.length).toBeLessThanOrEqual(200)
  const [[start, end] = [0, 0]] = description?.ranges ?? []
  expect(description?.text.slice(start, end)).toBe('Élan')
})

test('a match in the name comes before one in the description, and newer before older', async () => {
  const body = await task('Something else', { description: 'about zebras' })
  const older = await task('Zebras one')
  const newer = await task('Zebras two')
  expect(await idsOf('zebras')).toEqual([newer, older, body])
  await company.admin.ok('PUT', `/v1/tasks/${older}`, { title: 'Zebras again' })
  expect(await idsOf('zebras')).toEqual([older, newer, body])
})

test('a match in a name comes before newer ones in comments', async () => {
  const named = await task('Quokka enclosure')
  const other = await task('Something else')
  const comments: string[] = []
  for (const body of ['quokka', 'Quokka food'])
    comments.unshift((await company.admin.create(`/v1/tasks/${other}/comments`, { body })).id)
  const found = await idsOf('quokka')
  expect(found[0]).toBe(named)
  expect(found.slice(1).toSorted()).toEqual(comments.toSorted())
})

test('the index follows every change: edits, moves, trash, restores, bulk requests and purges', async () => {
  const { admin } = company
  const id = await task('Giraffe')
  await admin.ok('PUT', `/v1/tasks/${id}`, { title: 'Elephant' })
  expect(await idsOf('giraffe')).toEqual([])
  expect(await idsOf('elephant')).toEqual([id])
  await admin.ok('DELETE', `/v1/tasks/${id}`)
  expect(await idsOf('elephant')).toEqual([])
  await admin.ok('POST', `/v1/tasks/${id}/restore`)
  expect(await idsOf('elephant')).toEqual([id])
  const child = await task('Elephant calf', { parentTaskId: id })
  const other = (await admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })).id
  await admin.ok('PUT', `/v1/tasks/${id}`, { workspaceId: other })
  expect((await idsOf('elephant', `&workspaceId=${other}`)).toSorted()).toEqual([id, child].toSorted())
  expect(await idsOf('elephant', `&workspaceId=${workspaceId}`)).toEqual([])
  await admin.ok('POST', '/v1/tasks/bulk', {
    operations: [{ requestId: '1', method: 'PUT', id, body: { title: 'Rhino' } }],
  })
  expect(await idsOf('rhino')).toEqual([id])
  await admin.ok('DELETE', `/v1/workspaces/${other}`)
  expect(await idsOf('rhino')).toEqual([])
  await admin.ok('POST', `/v1/workspaces/${other}/restore`)
  expect(await idsOf('rhino')).toEqual([id])
  const tag = (await admin.create('/v1/tags', { tagName: 'Ephemeral' })).id
  expect(await idsOf('ephemeral')).toEqual([tag])
  await admin.ok('DELETE', `/v1/tags/${tag}`)
  expect(await idsOf('ephemeral')).toEqual([])
  const list = (await admin.create(`/v1/workspaces/${workspaceId}/tasklists`, { tasklistName: 'Shortlived' }))
    .id
  await admin.ok('DELETE', `/v1/tasklists/${list}`)
  expect(await idsOf('shortlived')).toEqual([])
  expect(await checkSearchIndex(world.db)).toMatchObject({ outdated: [], stray: [] })
})

test('the service indexes after its writes', async () => {
  const indexer = new SearchIndexer(world.db)
  await task('Pelican')
  const isIndexed = async (): Promise<boolean> =>
    (await rows(world.db, sql`SELECT 1 AS "one" FROM "unindexed"`)).length === 0
  await expect.poll(isIndexed).toBe(true)
  expect(await idsOf('pelican')).toHaveLength(1)
  await indexer.stop()
})

describe('nobody finds what they may not see', () => {
  test('members find what is in their workspaces, others only names that are open to them', async () => {
    const open = (await company.admin.create('/v1/workspaces', { workspaceName: 'Secretariat' })).id
    const secret = (await company.admin.create('/v1/tasks', { title: 'Secretive plan', workspaceId: open }))
      .id
    const member = await world.person(company, { workspaceId: open, role: 'Reader' })
    const internal = await world.person(company)
    const external = await world.person(company, { userType: 'External' })
    expect((await idsOf('secret', '', member.client)).toSorted()).toEqual([open, secret].toSorted())
    expect(await idsOf('secret', '', internal.client)).toEqual([open])
    expect(await idsOf('secret', '', external.client)).toEqual([])
    expect(await idsOf('secret', `&workspaceId=${open}`, external.client)).toEqual([])
    const elsewhere = await world.company()
    expect(await idsOf('secret', '', elsewhere.admin)).toEqual([])
    await company.admin.ok('DELETE', `/v1/workspaces/${open}/members/${member.id}`)
    expect(await idsOf('secretive', '', member.client)).toEqual([])
  })

  test('external people find the people and tags of their workspaces', async () => {
    const { admin } = company
    const place = (await admin.create('/v1/workspaces', { workspaceName: 'Shared' })).id
    const guest = await world.person(company, {
      userType: 'External',
      workspaceId: place,
      role: 'Contributor',
    })
    const near = (
      await admin.create('/v1/users', { email: `near-${place}@example.com`, fullName: 'Nearby Person' })
    ).id
    await admin.create('/v1/users', { email: `far-${place}@example.com`, fullName: 'Nearby Stranger' })
    await admin.ok('PUT', `/v1/workspaces/${place}/members/${near}`, { role: 'Reader' })
    expect(await idsOf('nearby', '', guest.client)).toEqual([near])
    await admin.create('/v1/tags', { tagName: 'Colour red' })
    await admin.create('/v1/tasks', { title: 'Painted', workspaceId: place, tags: ['Colour blue'] })
    expect((await search('colour', '', guest.client)).map(({ details }) => details['tagName'])).toEqual([
      'Colour blue',
    ])
  })
})

describe('the response does not depend on how far the index is', () => {
  const waiting = async (): Promise<number> =>
    (await rows<{ n: number }>(world.db, sql`SELECT CAST(count(*) AS integer) AS "n" FROM "unindexed"`))[0]
      ?.n ?? 0

  test('before, between and after the batches that fill it', async () => {
    await indexAll(world.db)
    const { admin } = company
    const place = (await admin.create('/v1/workspaces', { workspaceName: 'Aviary' })).id
    const member = await world.person(company, { workspaceId: place, role: 'Contributor' })
    const stranger = await world.person(company)
    const made = async (title: string, description = ''): Promise<string> =>
      (await admin.create('/v1/tasks', { title, description, workspaceId: place })).id
    const tasks: string[] = []
    for (let n = 0; n < 120; n += 1)
      tasks.push(await made(`Finch number ${n}`, n % 2 === 0 ? 'wings up' : 'up wings'))
    const [gone = '', moved = '', renamed = '', trashed = ''] = tasks
    await indexBatch(world.db)
    await admin.ok('DELETE', `/v1/tasks/${gone}`)
    await admin.ok('PUT', `/v1/tasks/${moved}`, { workspaceId })
    await admin.ok('PUT', `/v1/tasks/${renamed}`, { title: 'Sparrow' })
    await admin.ok('DELETE', `/v1/tasks/${trashed}`)
    await admin.ok('POST', `/v1/tasks/${trashed}/restore`)
    const answers = async (): Promise<unknown> => [
      await idsOf('finch', '&limit=100'),
      await idsOf('finch num', '&limit=100', member.client),
      await idsOf('finch', '', stranger.client),
      await idsOf('"wings up"', '&limit=100'),
      await idsOf('up', `&workspaceId=${place}&limit=100`),
      await idsOf('finch', '&kinds=user'),
      await idsOf('sparrow aviary'),
      await idsOf('sparrow', '', member.client),
      await idsOf('aviary', '', stranger.client),
    ]
    expect(await waiting()).toBeGreaterThan(20)
    const before = await answers()
    expect(before).toMatchObject([{ length: 100 }, { length: 100 }, [], {}, {}, [], [], [renamed], [place]])
    expect(JSON.stringify(before)).not.toContain(gone)
    expect((before as string[][])[1]).not.toContain(moved)
    expect((before as string[][])[1]?.[0]).toBe(trashed)
    await indexBatch(world.db)
    expect(await answers()).toEqual(before)
    await indexAll(world.db)
    expect(await waiting()).toBe(0)
    expect(await answers()).toEqual(before)
    expect(await checkSearchIndex(world.db)).toMatchObject({ outdated: [], stray: [] })
  })

  test('a batch that fails changes nothing, and two processes at once index each change', async () => {
    const id = await task('Cormorant')
    await task('Cormorant two')
    const failing: Database = {
      ...world.db,
      load: (work) =>
        world.db.load(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await expect(indexBatch(failing)).rejects.toThrow('killed')
    expect(await waiting()).toBe(2)
    expect(await idsOf('cormorant')).toHaveLength(2)
    await Promise.all([indexAll(world.db), indexAll(world.db)])
    expect(await waiting()).toBe(0)
    expect((await idsOf('cormorant')).toSorted()).toContain(id)
    expect(await checkSearchIndex(world.db)).toMatchObject({ outdated: [], stray: [] })
  })

  test('too many changes at once are refused rather than left out', async () => {
    const { companyNo } = company
    await world.db.transaction(async (tx) => {
      for (let n = 0; n < 201; n += 1)
        await noteUnindexed(
          tx,
          'task',
          companyNo,
          Array.from({ length: 100 }, (_, k) => String(n * 100 + k).padStart(22, '0')),
        )
    })
    const refused = await company.admin.get('/v1/search?q=cormorant')
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    await indexAll(world.db)
    expect(await idsOf('cormorant')).toHaveLength(2)
  })

  test('a job indexes the changes of processes that ended before they could', async () => {
    const id = await task('Kingfisher')
    expect(await waiting()).toBe(1)
    const { signal } = new AbortController()
    await buildSearchIndex.run(world.db, signal)
    expect(await waiting()).toBe(0)
    expect(await idsOf('kingfisher')).toEqual([id])
  })
})

test('the index is built again while the service runs, and the check reports what is wrong with it', async () => {
  const id = await task('Platypus')
  const gone = await task('Aardvark')
  await indexAll(world.db)
  const { companyNo } = company
  await world.db.transaction(async (tx) => {
    await rows(tx, sql`DELETE FROM "searchEntries" WHERE "recordId" = ${id}`)
    await rows(
      tx,
      sql`INSERT INTO "searchEntries" ("companyNo", "recordId", "kind", "workspaceId", "words")
        VALUES (${companyNo}, ${'0'.repeat(22)}, 'task', ${workspaceId}, 'tnothing')`,
    )
  })
  expect(await idsOf('platypus')).toEqual([])
  const found = await checkSearchIndex(world.db)
  expect(found).toMatchObject({ outdated: [`task ${id}`], stray: ['0'.repeat(22)] })
  const progress: number[] = []
  const [count] = await Promise.all([
    reindex(world.db, { onProgress: (done) => progress.push(done) }),
    company.admin.ok('DELETE', `/v1/tasks/${gone}`),
  ])
  expect(count).toBe(found.records)
  expect(progress.at(-1)).toBe(count)
  expect(await isIndexComplete(world.db)).toBe(true)
  expect(await checkSearchIndex(world.db)).toMatchObject({ outdated: [], stray: [] })
  expect(await idsOf('platypus')).toEqual([id])
  expect(await idsOf('aardvark')).toEqual([])
})
