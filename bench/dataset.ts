import { stamp } from '../src/base/ids.ts'
import { type Database, rows, type SqlValue } from '../src/db/database.ts'
import { foldText } from '../src/query/fields.ts'
import { Progress } from './progress.ts'
import { Random } from './random.ts'

export interface Size {
  tasks: number
  workspaces: number
  users: number
  /** The number of tasks in the one large workspace. */
  large: number
}

/** A description of the data for benchmark runs, stored beside it. */
export interface DatasetFacts {
  size: Size
  companyNo: number
  companyId: string
  adminId: string
  /** A member of three workspaces of ordinary size. */
  memberId: string
  memberWorkspaces: string[]
  largeWorkspaceId: string
  /** Values to filter by, from common to rare. */
  samples: {
    commonTag: string
    rareTag: string
    busyUserId: string
    idleUserId: string
    aTaskId: string
    parentTaskId: string
  }
}

const start = Date.parse('2022-01-01T00:00:00Z')
const span = 4 * 365 * 24 * 3_600_000
const words = [
  'plan',
  'write',
  'review',
  'call',
  'ship',
  'fix',
  'draft',
  'order',
  'check',
  'send',
  'design',
  'measure',
  'clean',
  'meet',
  'report',
  'budget',
]
const statuses = [
  ['Completed', 65],
  ['Open', 29.5],
  ['In Progress', 5],
  ['On Hold', 0.45],
  ['Cancelled', 0.05],
] as const
const priorities = [
  [3, 60],
  [2, 18],
  [4, 15],
  [1, 5],
  [5, 2],
] as const
const tagCount = 400

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Fills an empty, migrated database with a realistic, skewed distribution that is the same in every run. */
export async function buildDataset(db: Database, size: Size): Promise<DatasetFacts> {
  const random = new Random(20_260_101)
  const companyNo = 1
  const company = stamp(start)
  const insert = new Inserter(db)
  await insert.now('companies', {
    companyNo,
    id: company.id,
    companyName: 'Bench',
    organization: 'workspaceGroups',
    externalId: null,
    createdAt: company.at,
    updatedAt: company.at,
    createdBy: null,
  })
  const group = stamp(start)
  await insert.now('workspaceGroups', {
    companyNo,
    id: group.id,
    externalId: null,
    createdAt: group.at,
    updatedAt: group.at,
    createdBy: null,
    workspaceGroupName: 'Not Grouped',
    workspaceGroupNameKey: 'not grouped',
    notGrouped: true,
  })

  const progress = new Progress('Building the data set', size.users + size.workspaces + size.tasks)
  const userIds: string[] = []
  for (let n = 0; n < size.users; n += 1) {
    const { id, at } = stamp(start + n)
    userIds.push(id)
    const fullName = `${words[random.below(words.length)]} ${words[random.below(words.length)]} ${n}`
    await insert.add('users', {
      companyNo,
      id,
      externalId: null,
      createdAt: at,
      updatedAt: at,
      createdBy: null,
      email: `user${n}@example.com`,
      emailKey: `user${n}@example.com`,
      fullName,
      fullNameKey: foldText(fullName),
      userType: n % 20 === 19 ? 'External' : 'Internal',
      status: 'Active',
      permissions: n === 0 ? '["companyAdmin"]' : '[]',
      timeZone: 'UTC',
      lastSeenAt: at,
      passwordHash: null,
    })
    progress.step()
  }
  const tagIds: string[] = []
  for (let n = 0; n < tagCount; n += 1) {
    const { id, at } = stamp(start + n)
    tagIds.push(id)
    await insert.add('tags', {
      companyNo,
      id,
      externalId: null,
      createdAt: at,
      updatedAt: at,
      createdBy: null,
      tagName: `tag ${n}`,
      tagNameKey: `tag ${n}`,
    })
  }
  const workspaceIds: string[] = []
  const memberId = userIds[userIds.length - 2] as string
  for (let n = 0; n < size.workspaces; n += 1) {
    const { id, at } = stamp(start + n)
    workspaceIds.push(id)
    const name = `${words[random.below(words.length)]} ${n}`
    await insert.add('workspaces', {
      companyNo,
      id,
      externalId: null,
      createdAt: at,
      updatedAt: at,
      createdBy: null,
      deletedAt: null,
      deletedBy: null,
      workspaceName: name,
      workspaceNameKey: foldText(name),
      urlShortName: `w-${n}`,
      urlShortNameKey: `w-${n}`,
      description: null,
      workspaceType: 'pm',
      archived: false,
      accountId: null,
      workspaceGroupId: group.id,
      customFields: '[]',
    })
    const people = new Set<string>()
    for (let k = 0; k < 4; k += 1) people.add(userIds[random.below(size.users - 2)] as string)
    for (const userId of people) await insert.add('members', memberRow(companyNo, id, userId, at))
    progress.step()
  }
  const memberWorkspaces = [11, 42, 77].map((n) => workspaceIds[n % size.workspaces] as string)
  for (const id of memberWorkspaces)
    await insert.add('members', memberRow(companyNo, id, memberId, company.at))

  const samples = {
    commonTag: 'tag 0',
    rareTag: `tag ${tagCount - 1}`,
    busyUserId: userIds[1] as string,
    idleUserId: userIds[size.users - 3] as string,
    aTaskId: '',
    parentTaskId: '',
  }
  for (let n = 0; n < size.tasks; n += 1) {
    const created = start + Math.floor((n / size.tasks) * span)
    const { id, at } = stamp(created)
    if (n === Math.floor(size.tasks / 2)) samples.aTaskId = id
    if (n === 1_000) samples.parentTaskId = id
    const workspaceId = (
      random.chance(size.large / size.tasks)
        ? workspaceIds[0]
        : workspaceIds[1 + random.skewed(size.workspaces - 1)]
    ) as string
    const title = `${words[random.below(words.length)]} the ${words[random.below(words.length)]} ${random.below(100_000)}`
    const status = random.pick(statuses)
    // Started soon after it was created; due at any time.
    const startDate = random.chance(0.7) ? day(created + random.below(20) * 86_400_000) : null
    const dueDate = random.chance(0.6) ? day(start + random.below(span)) : null
    const updated = new Date(created + random.below(90 * 86_400_000)).toISOString()
    const assignees = random.chance(0.8) ? [userIds[1 + random.skewed(size.users - 3)] as string] : []
    const tags = random.chance(0.5)
      ? [...new Set([tagIds[random.skewed(tagCount)] as string, tagIds[random.skewed(tagCount)] as string])]
      : []
    await insert.add('tasks', {
      companyNo,
      id,
      externalId: null,
      createdAt: at,
      updatedAt: updated,
      createdBy: userIds[0] as string,
      deletedAt: null,
      deletedBy: null,
      workspaceId,
      parentTaskId: n > 1_000 && random.chance(0.0005) ? samples.parentTaskId : null,
      title,
      titleKey: foldText(title),
      description: random.chance(0.3) ? `${title}. `.repeat(5) : null,
      status,
      priority: random.pick(priorities),
      startDate,
      dueDate,
      completedAt: status === 'Completed' ? updated : null,
      estimateMinutes: random.chance(0.3) ? random.below(600) : null,
      assignees: JSON.stringify(assignees),
      tagIds: JSON.stringify(tags),
      customFields: '[]',
    })
    for (const userId of assignees) await insert.add('taskAssignees', { companyNo, userId, taskId: id })
    for (const tagId of tags) await insert.add('taskTags', { companyNo, tagId, taskId: id })
    progress.step()
  }
  await insert.finish()
  progress.done()
  // SQLite gets no statistics: see docs/performance/notes.md.
  if (db.engine === 'postgres') await rows(db, { sql: 'ANALYZE', values: [] })
  return {
    size,
    companyNo,
    companyId: company.id,
    adminId: userIds[0] as string,
    memberId,
    memberWorkspaces,
    largeWorkspaceId: workspaceIds[0] as string,
    samples,
  }
}

const memberRow = (
  companyNo: number,
  workspaceId: string,
  userId: string,
  at: string,
): Record<string, SqlValue> => ({
  companyNo,
  workspaceId,
  userId,
  role: 'Contributor',
  externalId: null,
  createdAt: at,
  updatedAt: at,
  createdBy: null,
})

/** Many rows in one statement, and many statements in one transaction. */
class Inserter {
  readonly #db: Database
  readonly #waiting = new Map<string, Record<string, SqlValue>[]>()
  #count = 0

  constructor(db: Database) {
    this.#db = db
  }

  async now(table: string, row: Record<string, SqlValue>): Promise<void> {
    await this.add(table, row)
    await this.finish()
  }

  async add(table: string, row: Record<string, SqlValue>): Promise<void> {
    const waiting = this.#waiting.get(table)
    if (waiting === undefined) this.#waiting.set(table, [row])
    else waiting.push(row)
    this.#count += 1
    if (this.#count >= 5_000) await this.finish()
  }

  async finish(): Promise<void> {
    await this.#db.transaction(async (tx) => {
      for (const [table, waiting] of this.#waiting)
        for (let n = 0; n < waiting.length; n += 100) {
          const some = waiting.slice(n, n + 100)
          const names = Object.keys(some[0] as object)
          const one = `(${names.map(() => '?').join(', ')})`
          await rows(tx, {
            sql: `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES ${some.map(() => one).join(', ')}`,
            values: some.flatMap((row) => Object.values(row)),
          })
        }
    })
    this.#waiting.clear()
    this.#count = 0
  }
}
