import { monitorEventLoopDelay } from 'node:perf_hooks'
import { issueToken } from '../src/auth/access-token.ts'
import { stamp } from '../src/base/ids.ts'
import { type Database, inChunks, rows } from '../src/db/database.ts'
import { clearTags } from '../src/jobs/clear-tags.ts'
import type { BenchSite } from './in-process.ts'
import { Random } from './random.ts'

interface TagSizes {
  tags: number
  /** The number of tasks with the one large tag. */
  assignments: number
  /** How many searches are measured. */
  searches: number
}

/** Milliseconds; `cpu`: of this process alone, so other work on the machine does not count. */
export interface Spread {
  p50: number
  p99: number
  cpu99: number
}

export interface TagTimes {
  search: Spread
  externalSearch: Spread
  rename: Spread
  filterWhileMerging: Spread
  merge: number
  clearing: number
  heldMost: number
  delete: number
}

type Send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, body?: object) => Promise<number>

/** Fills the company with tags and with tasks that have one of them, and measures the operations on tags. */
export async function measureTags(site: BenchSite, sizes: TagSizes): Promise<TagTimes> {
  const { db, companyNo, adminId } = site
  const random = new Random(7)
  const tagIds = await fillTags(site, sizes.tags)
  const externalId = await fillPeople(site, tagIds)
  const [large = '', other = ''] = tagIds
  await fillTasks(site, large, sizes.assignments)
  if (db.engine === 'postgres') await rows(db, { sql: 'ANALYZE', values: [] })
  const admin = await senderFor(site, adminId)
  const external = await senderFor(site, externalId)
  const search = (send: Send) =>
    timesOf(sizes.searches, () =>
      send(
        'GET',
        `/search/tags?sort=tagName&filter=${encodeURIComponent(`tags startsWith "${prefix(random)}"`)}`,
      ),
    )
  const times = {
    search: await search(admin),
    externalSearch: await search(external),
    rename: await timesOf(20, (n) => admin('PUT', `/v1/tags/${large}`, { tagName: `Renamed ${n}` })),
    merge: await admin('POST', `/v1/tags/${large}/merge`, { into: other }),
    filterWhileMerging: await timesOf(20, () =>
      admin('GET', `/v1/tasks?filter=${encodeURIComponent(`tags="${nameOf(1)}"`)}`),
    ),
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  await clearTags.run(db, new AbortController().signal)
  const clearing = performance.now() - started
  delay.disable()
  const deleted = await admin('DELETE', `/v1/tags/${other}`)
  const [left] = await rows<{ n: number }>(db, {
    sql: 'SELECT count(*) AS "n" FROM "taskTags" WHERE "companyNo" = ? AND "tagId" = ?',
    values: [companyNo, large],
  })
  if (Number(left?.n) !== 0) throw new Error('The large tag was not cleared')
  return { ...times, clearing, heldMost: delay.max / 1e6, delete: deleted }
}

async function senderFor({ db, app, companyNo }: BenchSite, userId: string): Promise<Send> {
  const token = await db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null }))
  return async (method, url, body) => {
    const started = performance.now()
    const reply = await app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const spent = performance.now() - started
    if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.payload}`)
    return spent
  }
}

async function timesOf(count: number, run: (n: number) => Promise<number>): Promise<Spread> {
  const times: number[] = []
  const cpu: number[] = []
  for (let n = 0; n < count; n += 1) {
    const before = process.cpuUsage()
    times.push(await run(n))
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  const at = (all: number[], share: number): number =>
    all.sort((a, b) => a - b)[Math.min(count - 1, Math.floor(share * count))] ?? 0
  return { p50: at(times, 0.5), p99: at(times, 0.99), cpu99: at(cpu, 0.99) }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const letter = (n: number): string => letters.charAt(n % letters.length)
/** Names with many different prefixes; `n` at the end makes each unique. */
const nameOf = (n: number): string => `${letter(n * 7)}${letter(n * 11 + (n >> 5))}${letter(n >> 3)} tag ${n}`
const prefix = (random: Random): string =>
  Array.from({ length: 1 + random.below(3) }, () => letter(random.below(letters.length))).join('')

async function insert(
  db: Database,
  table: string,
  all: readonly Record<string, string | number | boolean | null>[],
) {
  const names = Object.keys(all[0] ?? {})
  for (const some of inChunks(all, 200))
    await db.transaction((tx) =>
      rows(tx, {
        sql: `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES ${some
          .map(() => `(${names.map(() => '?').join(', ')})`)
          .join(', ')}`,
        values: some.flatMap((row) => Object.values(row)),
      }),
    )
}

async function fillTags({ db, companyNo }: BenchSite, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, (_, n) => {
    const { id, at } = stamp()
    return { companyNo, id, createdAt: at, updatedAt: at, tagName: nameOf(n), tagNameKey: nameOf(n) }
  })
  await insert(db, 'tags', made)
  return made.map(({ id }) => id)
}

/** A hundred workspaces with some tags each; an external user is in three of them. */
async function fillPeople({ db, companyNo }: BenchSite, tagIds: readonly string[]): Promise<string> {
  const { id: userId, at } = stamp()
  const common = { companyNo, createdAt: at, updatedAt: at }
  const person = { email: `${userId}@example.com`, fullName: 'External', userType: 'External' }
  await insert(db, 'users', [
    {
      ...common,
      ...person,
      id: userId,
      emailKey: person.email.toLowerCase(),
      fullNameKey: 'external',
      status: 'Active',
      permissions: '[]',
      timeZone: 'UTC',
    },
  ])
  const places = Array.from({ length: 100 }, (_, n) => ({
    ...common,
    id: placeOf(n),
    workspaceName: 'W',
    workspaceNameKey: 'w',
    urlShortName: `bench-${n}`,
    urlShortNameKey: `bench-${n}`,
    workspaceType: 'pm',
    archived: false,
    customFields: '[]',
  }))
  await insert(db, 'workspaces', places)
  await insert(
    db,
    'members',
    [0, 1, 2].map((n) => ({ ...common, workspaceId: placeOf(n), userId, role: 'Reader' })),
  )
  const uses = places.flatMap(({ id }, n) =>
    Array.from({ length: Math.min(200, tagIds.length - 2) }, (_, k) => ({
      companyNo,
      workspaceId: id,
      tagId: tagIds[2 + ((n * 200 + k) % (tagIds.length - 2))] ?? '',
      slot: 0,
      taskCount: 1,
      fileCount: 0,
    })),
  )
  await insert(db, 'tagUses', uses)
  return userId
}

const placeOf = (n: number): string => `w${String(n).padStart(21, '0')}`

/** Generated by the engine itself, in batches that stay below its time limit. */
async function fillTasks({ db, companyNo, adminId }: BenchSite, tagId: string, count: number): Promise<void> {
  const padded = (n: string, width: number): string =>
    db.engine === 'sqlite' ? `printf('%0${width}d', ${n})` : `lpad((${n})::text, ${width}, '0')`
  const columns = {
    companyNo: String(companyNo),
    id: padded('n', 22),
    createdAt: `'2026-01-01T00:00:00.000Z'`,
    updatedAt: `'2026-01-01T00:00:00.000Z'`,
    createdBy: `'${adminId}'`,
    workspaceId: `'w' || ${padded('n % 100', 21)}`,
    title: `'Task'`,
    titleKey: `'task'`,
    status: `'Open'`,
    priority: '3',
    assignees: `'[]'`,
    tagIds: `'["${tagId}"]'`,
    customFields: `'[]'`,
  }
  const names = Object.keys(columns).map((name) => `"${name}"`)
  for (let from = 0; from < count; from += 20_000) {
    const numbers = `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${Math.min(count, from + 20_000) - 1})`
    await db.transaction(async (tx) => {
      await rows(tx, {
        sql: `INSERT INTO "tasks" (${names.join(', ')}) ${numbers} SELECT ${Object.values(columns).join(', ')} FROM numbers`,
        values: [],
      })
      await rows(tx, {
        sql: `INSERT INTO "taskTags" ("companyNo", "tagId", "taskId") ${numbers} SELECT ${companyNo}, '${tagId}', ${columns.id} FROM numbers`,
        values: [],
      })
    })
  }
  const each = { companyNo, tagId, slot: 0, fileCount: 0 }
  const places = Array.from({ length: 100 }, (_, n) => ({
    ...each,
    workspaceId: placeOf(n),
    taskCount: Math.floor(count / 100) + (n < count % 100 ? 1 : 0),
  }))
  await insert(db, 'tagUses', places)
  await insert(db, 'tagTotals', [{ ...each, taskCount: count }])
}
