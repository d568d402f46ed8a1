import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type App, buildApp } from '../../src/app.ts'
import { clock } from '../../src/base/clock.ts'
import { inChunks, rows, type Sql } from '../../src/db/database.ts'
import { insertRow, newRow } from '../../src/db/records.ts'
import { reindex } from '../../src/db/search/reindex.ts'
import { retireTag } from '../../src/db/tag-clearing.ts'
import type { List } from '../../src/lists/list.ts'
import type { WorkspaceRow } from '../../src/schema/records/workspace.ts'
import { jobsOf } from '../support/jobs.ts'
import { recorded } from '../support/recording.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'
import { buildFixture, type Fixture, fits, pathOf } from './fixture.ts'

/** "A test explains each list's plan and fails on a full scan": of all statements that requests and jobs send. */
const world = useWorld(unlimited)
let fixture: Fixture
/** The same in a company that organizes by accounts. */
let byAccounts: Fixture
let app: App

/** The statements that were sent, by text without limits. */
const sent = new Map<string, Sql>()
/** The statements of the latest request. */
let asked: string[] = []
/** For the current request: the batches of its page read so far; undefined: do not interfere. */
let pieces: Set<string> | undefined

/** The part of a batch that reads; the rest only sorts. */
const piece = /^WITH p AS MATERIALIZED \((.*)\)\s+SELECT b\.\*/s

function readBy({ sql, values }: Sql): Sql {
  const [, inner] = piece.exec(sql) ?? []
  return inner === undefined
    ? { sql, values }
    : { sql: inner, values: values.slice(0, inner.split('?').length - 1) }
}

function note(given: Sql): string {
  const sql = readBy(given)
  const text = sql.sql.replace(/ LIMIT \d+$/, ' LIMIT n').replaceAll(/\?(?:, \?)+/g, '?, …')
  if (!sent.has(text)) sent.set(text, sql)
  asked.push(text)
  return text
}

const recording = () =>
  recorded(world.db, {
    query: note,
    async run(sql, send) {
      const text = note(sql)
      const found = await send()
      const isPiece = / AS "hit"/.test(text)
      if (!isPiece || pieces === undefined || pieces.has(text)) return found
      pieces.add(text)
      // The first plan to finish provides the page. Here none finishes with its first batch, so that each is seen.
      const size = Number(/ LIMIT (\d+)(?:\)\s+SELECT|$)/.exec(readBy(sql).sql)?.[1])
      if (piece.test(sql.sql)) {
        const end = (found as { read: number }[]).find(({ read }) => read > 0)
        return end === undefined ? found : [{ ...end, read: size }]
      }
      const missed = found.map((row) => ({ ...(row as object), hit: false }))
      const last = missed.at(-1)
      return last === undefined ? found : [...missed, ...Array(size - missed.length).fill(last)]
    },
  })

beforeAll(async () => {
  fixture = await buildFixture(world)
  byAccounts = await buildFixture(world, 'accounts')
  app = buildApp({ config: world.config, db: recording(), blobs: world.blobs, secret: Buffer.alloc(32) })
  await app.server.ready()
  const { admin, ids } = fixture
  await admin.create('/v1/tasks', {
    title: 'Plan',
    workspaceId: ids['workspaces/{workspaceId}'],
    assignees: [ids['members/{userHash}']],
    tags: ['plans'],
  })
  // One that is being merged into it, and one that is being deleted.
  const { companyNo, adminId } = fixture.company
  await admin.create('/v1/tasks', {
    title: 'Cleared later',
    workspaceId: ids['workspaces/{workspaceId}'],
    tags: ['merged', 'gone'],
  })
  await world.db.transaction(async (tx) => {
    const tags = await tx.query.selectFrom('tags').selectAll().where('companyNo', '=', companyNo).execute()
    const idOf = (name: string): string => tags.find(({ tagName }) => tagName === name)?.id ?? ''
    await retireTag(tx, { companyNo, id: idOf('merged') }, idOf('plans'), adminId)
    await retireTag(tx, { companyNo, id: idOf('gone') }, null, adminId)
  })
  // With a complete index, `contains` begins there.
  await reindex(world.db)
  if (world.engine === 'postgres') await fillTables()
  return () => app.server.close()
})

/** A planner scans what fits on a page or two; with enough rows of others, it shows its real plan. */
async function fillTables(): Promise<void> {
  const columns = await rows<{ table: string; name: string; type: string }>(world.db, {
    sql: `SELECT table_name AS "table", column_name AS "name", data_type AS "type" FROM information_schema.columns
      WHERE table_schema = 'public' AND is_nullable = 'NO' AND is_generated = 'NEVER'`,
    values: [],
  })
  const filler = ({ name, type }: { name: string; type: string }): string => {
    if (name === 'companyNo') return '1000 + n % 20'
    if (name.endsWith('At')) return "'2099-01-01T00:00:00.000Z'"
    if (type === 'text') return "lpad(n::text, 22, '0')"
    return type === 'boolean' ? 'false' : '9999990000 + n'
  }
  const large = Object.entries(Object.groupBy(columns, ({ table }) => table)).filter(
    ([table]) =>
      !['companies', 'storageUse', 'notified', 'doomedBlobs', 'leases', 'migrations'].includes(table),
  )
  for (const [table, own = []] of large) {
    const names = own.map(({ name }) => `"${name}"`).join(', ')
    const sql = `INSERT INTO "${table}" (${names}) SELECT ${own.map(filler).join(', ')} FROM generate_series(1, 4000) n`
    await world.db.load(async (tx) => {
      // They have no parents.
      await rows(tx, { sql: `SET LOCAL session_replication_role = 'replica'`, values: [] })
      await rows(tx, { sql, values: [] })
    })
    await rows(world.db, { sql: `ANALYZE "${table}"`, values: [] })
  }
}

/** Workspaces, in the trash since `deletedAt` or not, with this member or none. */
async function addWorkspaces(
  { companyNo, adminId }: Company,
  count: number,
  { deletedAt = null, userId = adminId }: { deletedAt?: string | null; userId?: string },
): Promise<void> {
  await world.db.transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const row = newRow(companyNo, adminId)
      const workspace: WorkspaceRow = {
        ...row,
        externalId: null,
        deletedAt,
        deletedBy: null,
        workspaceName: 'W',
        workspaceNameKey: 'w',
        urlShortName: row.id,
        urlShortNameKey: row.id.toLowerCase() + n,
        workspaceType: 'pm',
        archived: false,
        readersMayComment: true,
        accountId: null,
        workspaceGroupId: null,
        customFields: '[]',
        description: null,
      }
      await insertRow(tx, 'workspaces', workspace)
      const { id: workspaceId, createdAt, updatedAt, createdBy } = row
      const dates = { createdAt, updatedAt, createdBy }
      const member = { companyNo, workspaceId, userId, role: 'Reader', externalId: null, ...dates } as const
      await insertRow(tx, 'members', member)
    }
  })
}

const examples: Readonly<Record<string, string>> = {
  text: '"xy"',
  id: '"x"',
  boolean: 'true',
  date: '"2026-01-01"',
  timestamp: '"2026-01-01"',
  number: '1',
  tags: '"plans"',
}

/** Every sort with every filter; comparison operators only on the field that is sorted by. */
function* queriesOf({ sort, filter }: List): Generator<string> {
  for (const key of ['', ...sort]) {
    const sorted = `limit=1${key === '' ? '' : `&sort=-${key}`}`
    yield sorted
    for (const [name, { type, startsWith, contains, note, choices }] of Object.entries(filter)) {
      const example = choices === undefined ? examples[type] : `"${choices[0]}"`
      const ordered = ['date', 'timestamp', 'number'].includes(type) && (key === '' || key === name)
      const words = [...(startsWith ? [' startsWith '] : []), ...(contains ? [' contains '] : [])]
      const operators = [...(ordered ? ['=', '>', '<='] : ['=']), ...words]
      if (note !== undefined) yield `${sorted}&filter=${name}%3Dfalse`
      for (const operator of operators)
        yield `${sorted}&filter=${encodeURIComponent(`${name}${operator}${example}`)}`
    }
  }
}

/** Requests every list in every way; returns the lists that responded. */
async function askLists(
  token: string,
  { only = /./, own = fixture }: { only?: RegExp; own?: Fixture } = {},
): Promise<Set<string>> {
  const shown = new Set<string>()
  /** How the pages of the previous lists are read. */
  const ways = new Set<string>()
  for (const operation of app.operations) {
    const { answer } = operation
    if (typeof answer !== 'object' || !('list' in answer) || !only.test(operation.path)) continue
    if (!fits(own, operation)) continue
    const path = pathOf(operation, own)
    const get = async (query: string): Promise<number> => {
      asked = []
      const headers = { authorization: `Bearer ${token}` }
      const { statusCode, payload } = await app.server.inject({ url: `${path}?${query}`, headers })
      expect([200, 403], `${path}?${query} ${payload}`).toContain(statusCode)
      return statusCode
    }
    // Once with the rows themselves, and in both directions.
    pieces = undefined
    if ((await get('limit=1')) === 403) continue
    await get('limit=1&paging=last&sort=updatedAt&filter=createdAt%3E%222020-01-01%22')
    shown.add(operation.path)
    // The history of any record is read with the same statements, for example, and other values.
    const way = [...Object.keys(answer.list.filter), ...asked.filter((text) => / ORDER BY /.test(text))].join(
      '\n',
    )
    if (ways.has(way)) continue
    ways.add(way)
    for (const query of queriesOf(answer.list)) {
      pieces = new Set()
      await get(query)
    }
  }
  return shown
}

/** Tables that may be read as a whole, and why. */
const small: Readonly<Record<string, string>> = {
  unindexed: 'emptied within a second of every change',
  doomedBlobs: 'a queue: what is named there is removed, a hundred at a time',
  companies: 'each has its turn when the trash is purged, and there are few',
  allowances: 'read once an hour; an index by its moment would be rewritten by every request that is counted',
}

/** Indexes that may be read for the whole company in any order, and why. */
const short: Readonly<Record<string, string>> = {
  workspacesInTrash: 'holds what is in the trash alone',
  tagsInTrash: 'holds what is being cleared alone',
  tagsMerged: 'holds what is being cleared alone',
  usersWithPermissions: 'holds people with a permission in the company alone',
  tasksByLongRank: 'holds what is being shortened alone',
  favoritesByLongRank: 'holds what is being shortened alone',
  stepsByLongRank: 'holds what is being shortened alone',
  stagesByLongRank: 'holds what is being shortened alone',
  tasklistsByLongRank: 'holds what is being shortened alone',
  reportsByLongRank: 'holds what is being shortened alone',
  sqlite_autoindex_taskBlockers_1: 'holds blocked tasks alone, and is read in its order, a batch at a time',
}

/** Along an order, and no further than asked for: "There is always the walk along the order asked for." */
const walkAlong = / WHERE t\."companyNo" = \?(?: AND t\."deletedAt" IS NULL)? ORDER BY [^()]* LIMIT \d+$/

/** SQLite finds the largest number at the end of the key, and reads no other entry. */
const largest = /\(SELECT max\("seq"\) FROM "feed" WHERE "companyNo" = \?\)/

/** The steps of a plan that read more than they should. */
function reads(sql: string, plan: readonly string[]): string[] {
  const inOrder = !plan.some((line) => /TEMP B-TREE FOR ORDER BY/.test(line))
  return plan.filter((line) => {
    const [, scanned] =
      // A virtual table with `M` in its plan is read by MATCH: https://sqlite.org/fts5.html
      /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES|json_each|\w+ VIRTUAL TABLE INDEX \d+:M)(\w+)|\bSeq Scan on "?(\w+)/
        .exec(line)
        ?.filter(Boolean) ?? []
    // Results of other steps of the plan.
    if (['CO-ROUTINE', 'MATERIALIZE'].some((made) => plan.includes(`${made} ${scanned}`))) return false
    if (scanned !== undefined) return !(scanned in small)
    // By company only, whatever the other conditions are.
    const [, index] = /^SEARCH \w+ USING (?:COVERING )?(?:INDEX )?(\w+).* \(companyNo=\?\)$/.exec(line) ?? []
    const isQuick = (walkAlong.test(sql) && inOrder) || largest.test(sql)
    return index !== undefined && !isQuick && !(index in short)
  })
}

async function explain({ sql, values }: Sql): Promise<string[]> {
  const prefix = world.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN ' : 'EXPLAIN '
  const found = await rows<Record<string, string>>(world.db, { sql: prefix + sql, values })
  return found.map((row) => row['detail'] ?? row['QUERY PLAN'] ?? '')
}

const explained = new Set<string>()

/** The statements sent since the last call whose plans are bad. */
async function findBad(): Promise<{ sql: string; wrong: string[]; plan: string[] }[]> {
  const fresh = [...sent].filter(([text]) => !explained.has(text)).map(([, statement]) => statement)
  for (const text of sent.keys()) explained.add(text)
  sent.clear()
  const bad = []
  for (const some of inChunks(fresh, 8))
    for (const [n, plan] of (await Promise.all(some.map(explain))).entries()) {
      const sql = String(some[n]?.sql)
      const wrong = reads(sql, plan)
      if (wrong.length > 0) bad.push({ sql, wrong, plan })
    }
  return bad
}

describe('no list reads a whole table, with every sort and every filter', () => {
  test('for a company admin', async () => {
    const { company } = fixture
    const shown = await askLists(await world.token(company, company.adminId))
    expect(shown.size).toBeGreaterThanOrEqual(8)
    expect(sent.size).toBeGreaterThan(200)
    expect(await findBad()).toEqual([])
  })

  test.each(['admin', 'member'])('for an %s of a company that organizes by accounts', async (who) => {
    const { company, ids } = byAccounts
    const workspaceId = String(ids['workspaces/{workspaceId}'])
    const id = who === 'admin' ? company.adminId : (await world.person(company, { workspaceId })).id
    const shown = await askLists(await world.token(company, id), {
      only: /accounts|workspaces$/,
      own: byAccounts,
    })
    expect(shown).toContain('/v1/accounts/{accountId}/companyWorkspaces')
    expect(await findBad()).toEqual([])
  })

  test.each([1, 65])('for a company admin, with %i workspaces in the trash', async (count) => {
    const company = await world.company()
    const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'A' })
    await company.admin.create('/v1/tasks', { title: 'A', workspaceId: workspace.id })
    await addWorkspaces(company, count, { deletedAt: clock.timestamp() })
    await askLists(await world.token(company, company.adminId), { only: /^\/v1\/tasks$/ })
    // PostgreSQL finds them within the statement; SQLite lists few, and looks each up among many.
    const isListed = world.engine === 'postgres' || count === 1
    expect([...sent.keys()].join('\n')).toMatch(isListed ? /"workspaceId" NOT IN/ : /NOT EXISTS/)
    expect(await findBad()).toEqual([])
  })

  test.each([2, 65])('for a member of one workspace and %i others', async (others) => {
    const { company, ids } = fixture
    const person = await world.person(company, { workspaceId: String(ids['workspaces/{workspaceId}']) })
    await addWorkspaces(company, others, { userId: person.id })
    const shown = await askLists(await world.token(company, person.id))
    expect(shown.size).toBeGreaterThanOrEqual(6)
    const texts = [...sent.keys()]
    expect(texts.some((text) => /FROM "members" m CROSS JOIN "workspaces" t/.test(text))).toBe(true)
    const [few, many] = [/\(t\."workspaceId" IN \(/, /EXISTS \(SELECT 1 FROM "members" m JOIN "workspaces" w/]
    // Notifications and reports are few, and looked up one by one in either case.
    const contents = texts.filter((text) => !/"(?:notifications|reports)" t/.test(text))
    expect(contents.filter((text) => few.test(text)).length > 100).toBe(others === 2)
    expect(contents.filter((text) => many.test(text)).length > 100).toBe(others === 65)
    expect(await findBad()).toEqual([])
  })

  test('for an external person', async () => {
    const { company, ids } = fixture
    const workspaceId = String(ids['workspaces/{workspaceId}'])
    const { id } = await world.person(company, { userType: 'External', workspaceId })
    const shown = await askLists(await world.token(company, id))
    expect([...shown].filter((path) => /[Gg]roup|account|client/.test(path))).toEqual([])
    expect(shown).toContain('/v1/users')
    expect([...sent.keys()].some((text) => /JOIN "members" theirs/.test(text))).toBe(true)
    expect(await findBad()).toEqual([])
  })
})

test.each([
  ['milestones', 'dueDate', 'dueDateKey'],
  ['events', 'startsAt', 'startsAt'],
])('a member reads the %s of a month in each of their workspaces by date', async (kind, field, key) => {
  const { company, ids } = fixture
  const person = await world.person(company, { workspaceId: String(ids['workspaces/{workspaceId}']) })
  sent.clear()
  pieces = new Set()
  const headers = { authorization: `Bearer ${await world.token(company, person.id)}` }
  const filter = encodeURIComponent(`${field}>="2026-03-01" AND ${field}<"2026-04-01"`)
  for (const sort of [field, 'title']) {
    const url = `/v1/${kind}?sort=${sort}&filter=${filter}`
    expect((await app.server.inject({ url, headers })).statusCode).toBe(200)
  }
  const days = `t."workspaceId" = ? AND t."${key}" >= ? AND t."${key}" < ?`
  const ways = [...sent.values()].filter(({ sql }) => sql.includes(days))
  expect(ways.length).toBeGreaterThanOrEqual(2)
  const index = `${kind}By${key.charAt(0).toUpperCase()}${key.slice(1)}`
  // PostgreSQL chooses by the sizes of tables, which are too small here to make a difference.
  if (world.engine === 'sqlite')
    for (const way of ways) expect((await explain(way)).join('\n')).toContain(index)
  expect(await findBad()).toEqual([])
})

/** Whether a statement reads the fields of a task from the index alone. */
async function looksNothingUp({ sql, values }: Sql): Promise<boolean> {
  if (world.engine === 'postgres') {
    // PostgreSQL uses only the index after a vacuum.
    await rows(world.db, { sql: 'VACUUM "tasks"', values: [] })
    return (await explain({ sql, values })).some((line) =>
      line.includes('Index Only Scan using "tasksByDueDate"'),
    )
  }
  const program = await rows<{ opcode: string; p1: number; p2: number }>(world.db, {
    sql: `EXPLAIN ${sql}`,
    values,
  })
  const [table] = await rows<{ rootpage: number }>(world.db, {
    sql: `SELECT "rootpage" FROM "sqlite_schema" WHERE "name" = 'tasks'`,
    values: [],
  })
  const opened = program.find(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === table?.rootpage)
  return !program.some(({ opcode, p1 }) => opcode === 'Column' && p1 === opened?.p1)
}

test.each(['status="Open"', 'priority=3', 'workspaceId="x"'])(
  'a plan along an order skips tasks by %s without looking them up',
  async (filter) => {
    sent.clear()
    pieces = new Set()
    const headers = { authorization: `Bearer ${await world.token(fixture.company, fixture.company.adminId)}` }
    const url = `/v1/tasks?limit=1&sort=dueDate&filter=${encodeURIComponent(filter)}`
    expect((await app.server.inject({ url, headers })).statusCode).toBe(200)
    const along = [...sent.values()].find(({ sql }) => / AS "hit".* ORDER BY t\."dueDateKey"/.test(sql))
    expect(await looksNothingUp(along ?? { sql: '', values: [] })).toBe(true)
  },
)

interface Node {
  'Index Name'?: string
  'Index Cond'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** The number of rows that PostgreSQL reads for a page, and the conditions on each index it uses. */
async function workOf(url: string, token: string): Promise<{ read: number; conditions: string[] }> {
  const headers = { authorization: `Bearer ${token}` }
  pieces = undefined
  // Once for what is cached: the token, and that the caller has few workspaces.
  await app.server.inject({ url, headers })
  sent.clear()
  expect((await app.server.inject({ url, headers })).statusCode).toBe(200)
  const statements = [...sent.values()]
  expect(statements).toHaveLength(1)
  const [{ sql, values } = { sql: '', values: [] }] = statements
  const [found] = await rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(world.db, {
    sql: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
    values,
  })
  const root = found?.['QUERY PLAN'][0].Plan
  const all = (node: Node | undefined): Node[] =>
    node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(all)]
  const nodes = all(root)
  const ofTasks = nodes.filter((node) => node['Relation Name'] === 'tasks')
  const countOf = (node: Node): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return {
    read: ofTasks.reduce((sum, node) => sum + countOf(node), 0),
    conditions: nodes.flatMap((node) => node['Index Cond'] ?? []),
  }
}

// SQLite does not report what it reads.
test.runIf(inject('engine') === 'postgres')(
  "a member's page is hardly more work than an administrator's",
  async () => {
    const company = await world.company()
    const person = await world.person(company)
    for (let n = 0; n < 4; n += 1) {
      const { id: workspaceId } = await company.admin.create('/v1/workspaces', {
        workspaceName: `Place ${n}`,
      })
      const operations = Array.from({ length: 300 }, (_, k) => ({
        requestId: `${k}`,
        method: 'POST',
        body: { title: `${k}`, workspaceId },
      }))
      await company.admin.ok('POST', '/v1/tasks/bulk', { operations })
      const member = `/v1/workspaces/${workspaceId}/members/${person.id}`
      if (n > 0) await company.admin.ok('PUT', member, { role: 'Reader' })
    }
    for (const table of ['tasks', 'members', 'workspaces'])
      await rows(world.db, { sql: `VACUUM ANALYZE "${table}"`, values: [] })
    const admin = await workOf('/v1/tasks', await world.token(company, company.adminId))
    const member = await workOf('/v1/tasks', await world.token(company, person.id))
    expect(admin.read).toBe(26)
    // 26 entries of each workspace, and the rows of the first 26.
    expect(member.read).toBe(4 * 26)
    // A condition on a column behind others makes PostgreSQL 18 skip along those, which costs more than the page.
    for (const condition of [...admin.conditions, ...member.conditions])
      expect(condition).not.toContain('deletedAt')
  },
)

/** A file in the trash, an unclaimed upload, an unfinished one, and unreferenced content. */
async function makeOldFiles(companyNo: number, at: string): Promise<void> {
  const { admin, ids } = fixture
  const place = `/v1/workspaces/${ids['workspaces/{workspaceId}']}`
  const id = await admin.file(place, 'Old.txt', 'old')
  await admin.ok('PUT', `/v1/files/${id}`, { tags: ['plans'] })
  await admin.upload('Never.txt', 'never claimed')
  await admin.upload('Orphan.txt', 'orphan')
  await world.db.transaction(async (tx) => {
    await tx.query.updateTable('files').set({ deletedAt: at }).where('id', '=', id).execute()
    await tx.query
      .updateTable('deferredAssets')
      .set({ expiresAt: at })
      .where('companyNo', '=', companyNo)
      .execute()
    await tx.query.deleteFrom('deferredAssets').where('fileName', '=', 'Orphan.txt').execute()
    await tx.query.updateTable('blobs').set({ orphanedAt: at }).where('companyNo', '=', companyNo).execute()
  })
}

test('no job reads a whole table', async () => {
  const { company } = fixture
  const deletedAt = '2000-01-01T00:00:00.000Z'
  const { companyNo } = company
  await addWorkspaces(company, 1, { deletedAt })
  await world.db.transaction(async (tx) => {
    // A task in the trash, and one in a workspace in the trash.
    await tx.query
      .updateTable('tasks')
      .set({ deletedAt })
      .where('companyNo', '=', companyNo)
      .where('title', '=', 'Plan')
      .execute()
    await tx.query.updateTable('folders').set({ deletedAt }).where('companyNo', '=', companyNo).execute()
    const { id } = await tx.query
      .selectFrom('workspaces')
      .select('id')
      .where('deletedAt', '=', deletedAt)
      .executeTakeFirstOrThrow()
    await tx.query
      .updateTable('tasks')
      .set({ workspaceId: id })
      .where('companyNo', '=', companyNo)
      .where('title', '=', 'Write')
      .execute()
  })
  await makeOldFiles(companyNo, deletedAt)
  sent.clear()
  for (const { run } of jobsOf(world)) await run(recording(), new AbortController().signal)
  const texts = [...sent.keys()].map((text) => text.toLowerCase())
  for (const table of ['idempotencyKeys', 'accessTokens', 'usedAssertions', 'allowances', 'workspaces'])
    expect(texts.some((text) => text.startsWith(`delete from "${table.toLowerCase()}"`))).toBe(true)
  for (const table of ['files', 'fileVersions', 'fileTags', 'deferredAssets', 'uploadPieces', 'blobs'])
    expect(texts.some((text) => text.startsWith(`delete from "${table.toLowerCase()}"`))).toBe(true)
  const cleared = ['tasks', 'folders', 'members', 'taskTags', 'taskAssignees', 'tags', 'tagUses', 'tagTotals']
  cleared.push('times', 'taskMinutes')
  for (const table of cleared)
    expect(texts.some((text) => text.startsWith(`delete from "${table.toLowerCase()}"`))).toBe(true)
  for (const table of ['tasks', 'taskTags'])
    expect(texts.some((text) => text.startsWith(`update "${table.toLowerCase()}" set "tagid`))).toBe(true)
  expect(await findBad()).toEqual([])
})

test('subtasks have their own index, and PostgreSQL reads no more of each status than a page', async () => {
  const headers = { authorization: `Bearer ${await world.token(fixture.company, fixture.company.adminId)}` }
  sent.clear()
  pieces = new Set()
  for (const filter of ['topLevel=false', 'open=false']) {
    const url = `/v1/tasks?filter=${encodeURIComponent(filter)}`
    expect((await app.server.inject({ url, headers })).statusCode).toBe(200)
  }
  const texts = [...sent.keys()]
  const ofSubtasks = [...sent.values()].filter(({ sql }) => sql.includes('"parentTaskId" IS NOT NULL'))
  const plans = await Promise.all(ofSubtasks.map(explain))
  if (world.engine === 'sqlite') expect(plans.join()).toContain('subtasks')
  else expect(texts.join()).toMatch(/LIMIT \d+\) "range0" UNION ALL SELECT .* LIMIT \d+\) "range1"/s)
})

test('a plan that reads too much would be found', async () => {
  const found = async (sql: string, values: Sql['values'] = []): Promise<boolean> =>
    reads(sql, await explain({ sql, values })).length > 0
  expect(await found('SELECT * FROM "tasks" t')).toBe(true)
  expect(await found('SELECT * FROM "users" WHERE "fullName" = ?', ['x'])).toBe(true)
  expect(await found('SELECT * FROM "users" WHERE "companyNo" = ? AND "id" = ?', [1, 'x'])).toBe(false)
  if (world.engine === 'sqlite') {
    const own = 'SELECT * FROM "tasks" t WHERE t."companyNo" = ? AND t."deletedAt" IS NULL'
    expect(await found(`${own} AND t."estimateMinutes" = 1`, [1])).toBe(true)
    expect(await found(`${own} ORDER BY t."description" LIMIT 64`, [1])).toBe(true)
    expect(await found(`${own} AND t."estimateMinutes" = 1 ORDER BY t."id" LIMIT 64`, [1])).toBe(true)
    expect(await found(`${own} ORDER BY t."id" LIMIT 64`, [1])).toBe(false)
  }
})
