import { issueToken } from '../src/auth/access-token.ts'
import { stamp } from '../src/base/ids.ts'
import { inChunks, rows } from '../src/db/database.ts'
import { buildRow, insertRow, insertRows } from '../src/db/records.ts'
import { indexAll } from '../src/db/search/index-batch.ts'
import { reindex } from '../src/db/search/reindex.ts'
import { write } from '../src/db/write.ts'
import { newTask } from '../src/resources/tasks/create.ts'
import { task } from '../src/schema/records/task.ts'
import { user } from '../src/schema/records/user.ts'
import { workspace } from '../src/schema/records/workspace.ts'
import { dropIndexes } from './generated-rows.ts'
import type { BenchSite } from './in-process.ts'
import { Random } from './random.ts'

interface SearchSite extends BenchSite {
  /** Processor time of the database server so far, in microseconds. */
  serverCpu: () => number
}

/** Microseconds of processor time for each task, of this process and the database server. */
export interface CreateCost {
  with: number
  without: number
  indexing: number
}

const random = new Random(11)
const vocabulary = 20_000
/** Words as common as those of a language: the first of them are in nearly every text. */
const word = (n: number): string => `${((n * 7_919) % 46_656).toString(36)}${n % 2 === 0 ? 'ing' : 'ed'}`
const text = (words: number): string =>
  Array.from({ length: words }, () => word(random.skewed(vocabulary))).join(' ')

const rounds = 20
const atOnce = 16

/** Creates tasks with and without the search in turns, so that both run under the same conditions. */
export async function measureCreates(site: SearchSite, count: number): Promise<CreateCost> {
  const [workspaceId = ''] = await fillWorkspaces(site, 1)
  const unsearched = { ...task, searched: [] }
  const create = async (resource: typeof task, each: number): Promise<number> => {
    const before = cpuOf(site)
    for (let n = 0; n < each; n += atOnce)
      await Promise.all(
        Array.from({ length: atOnce }, () => createTask(site, resource as typeof task, workspaceId)),
      )
    return cpuOf(site) - before
  }
  const each = Math.max(atOnce, Math.ceil(count / rounds / atOnce) * atOnce)
  await create(task, each)
  await create(unsearched, each)
  let [sum, sumWithout] = [0, 0]
  for (let n = 0; n < rounds; n += 1) {
    if (n % 2 === 0) sum += await create(task, each)
    sumWithout += await create(unsearched, each)
    if (n % 2 === 1) sum += await create(task, each)
  }
  const before = cpuOf(site)
  await indexAll(site.db)
  const total = each * rounds
  return {
    with: sum / total,
    without: sumWithout / total,
    indexing: (cpuOf(site) - before) / (total + each),
  }
}

function cpuOf({ serverCpu }: SearchSite): number {
  const { user: own, system } = process.cpuUsage()
  return own + system + serverCpu()
}

const createTask = ({ db, companyNo, adminId }: SearchSite, resource: typeof task, workspaceId: string) =>
  write(db, { companyNo, userId: adminId, clientId: undefined, requestId: 'bench' }, async (tx) => {
    const { id } = await tx.insert(resource, taskValues(workspaceId))
    tx.log({ kind: 'task', verb: 'created', recordId: id, workspaceId })
  })

/** Created beforehand, so that creating them is not measured. */
const titles = Array.from({ length: 5_000 }, () => text(5))
const descriptions = Array.from({ length: 5_003 }, () => text(15))
const defaults = { ...newTask('', ''), tagIds: [] }
let made = 0

const taskValues = (workspaceId: string) => {
  made += 1
  return {
    ...defaults,
    title: titles[made % titles.length] ?? '',
    description: descriptions[made % descriptions.length] ?? '',
    workspaceId,
  }
}

async function fillWorkspaces({ db, companyNo, adminId }: SearchSite, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => {
    const urlShortName = `w-${stamp().id.toLowerCase()}`
    return buildRow({ companyNo, userId: adminId }, workspace, {
      workspaceName: 'Bench',
      urlShortName,
      workspaceType: 'pm',
      archived: false,
      readersMayComment: false,
      customFields: [],
    } as never)
  })
  await db.load((tx) => insertRows(tx, 'workspaces', made as never))
  return made.map((row) => String((row as { id: unknown }).id))
}

/** Milliseconds by search. */
export type SearchTimes = Record<string, { p50: number; p95: number; found: number }>

export async function measureSearches(
  site: SearchSite,
  tasks: number,
  searches: number,
): Promise<SearchTimes> {
  if (tasks === 0) return {}
  const { db, adminId } = site
  const workspaces = await fillWorkspaces(site, 10_000)
  // Searches use the primary key alone.
  await dropIndexes(db, 'tasks')
  await fillTasks(site, workspaces, tasks)
  const began = performance.now()
  await reindex(db, {
    onProgress: (done) => {
      if (done % 50_000 === 0) process.stderr.write(`\rIndexing: ${done.toLocaleString('en')} `)
    },
  })
  process.stderr.write(`\rIndexed in ${((performance.now() - began) / 1000).toFixed(0)} s.    \n`)
  if (db.engine === 'postgres') await rows(db, { sql: 'ANALYZE', values: [] })
  const memberId = await addMember(site, workspaces.slice(0, 3))
  const queries: Record<string, () => string> = {
    'a common word': () => word(random.below(20)),
    'two common words': () => `${word(random.below(20))} ${word(random.below(20))}`,
    'a rare word': () => word(vocabulary - 1 - random.below(2_000)),
    'a common and a rare word': () =>
      `${word(random.below(20))} ${word(vocabulary - 1 - random.below(2_000))}`,
    'two letters': () => word(random.below(500)).slice(0, 2),
    'a phrase of common words': () => `"${word(random.below(20))} ${word(random.below(20))}"`,
    'a word that nothing has': () => `zzzz${random.below(1_000)}`,
  }
  const times: SearchTimes = {}
  for (const [who, userId] of [
    ['', adminId],
    [', member of 3 workspaces', memberId],
  ] as const) {
    const search = await searcher(site, userId)
    for (const [name, query] of Object.entries(queries))
      times[`${name}${who}`] = await spreadOf(searches, () => search(query()))
  }
  return times
}

async function fillTasks(site: SearchSite, workspaces: readonly string[], count: number): Promise<void> {
  const { db, companyNo, adminId } = site
  const all = Array.from({ length: Math.ceil(count / 2_000) }, () => 2_000)
  for (const [n, some] of all.entries()) {
    const made = Array.from({ length: some }, () =>
      buildRow(
        { companyNo, userId: adminId },
        task,
        taskValues(workspaces[random.skewed(workspaces.length)] ?? ''),
      ),
    )
    for (const part of inChunks(made, 500)) await db.load((tx) => insertRows(tx, 'tasks', part as never))
    if (n % 25 === 0) process.stderr.write(`\rTasks: ${(n * 2_000).toLocaleString('en')} `)
  }
}

async function addMember(site: SearchSite, workspaces: readonly string[]): Promise<string> {
  const { db, companyNo, adminId } = site
  const person = buildRow({ companyNo, userId: adminId }, user, {
    email: 'member@example.com',
    fullName: 'Member',
    userType: 'Internal',
    status: 'Active',
    permissions: [],
    timeZone: 'UTC',
  } as never) as unknown as { id: string }
  const { at } = stamp()
  await db.load(async (tx) => {
    await insertRow(tx, 'users', person as never)
    for (const workspaceId of workspaces)
      await insertRow(tx, 'members', {
        companyNo,
        workspaceId,
        userId: person.id,
        role: 'Reader',
        externalId: null,
        createdAt: at,
        updatedAt: at,
        createdBy: null,
      })
  })
  return person.id
}

/** Returns the number of records found. */
async function searcher(
  { db, app, companyNo }: SearchSite,
  userId: string,
): Promise<(q: string) => Promise<number>> {
  const token = await db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null }))
  return async (q) => {
    const reply = await app.server.inject({
      url: `/v1/search?q=${encodeURIComponent(q)}`,
      headers: { authorization: `Bearer ${token}` },
    })
    if (reply.statusCode !== 200) throw new Error(`${q}: ${reply.payload}`)
    return JSON.parse(reply.payload).items.length
  }
}

async function spreadOf(count: number, run: () => Promise<number>): Promise<SearchTimes[string]> {
  const times: number[] = []
  let found = 0
  for (let n = 0; n < count; n += 1) {
    const began = performance.now()
    found += await run()
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(count - 1, Math.floor(share * count))] ?? 0
  return { p50: at(0.5), p95: at(0.95), found }
}
