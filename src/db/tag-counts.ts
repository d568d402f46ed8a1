import { randomInt } from 'node:crypto'
import { inChunks, type Reader, rows, type Transaction } from './database.ts'
import { sql } from './sql.ts'

/** The change in the number of records in a workspace that have a tag. Records in the trash do not count. */
export interface TagCountChange {
  tagId: string
  workspaceId: string
  tasks?: number
  files?: number
  /** A workspace in the trash keeps its own counts but is left out of the totals. */
  workspaceInTrash?: boolean
}

/** On PostgreSQL, writers that update the same row retry, so a count is spread over several rows. SQLite has one writer. */
const slots = { tagUses: 8, tagTotals: 32 }

type CountTable = keyof typeof slots

const slotIn = (table: CountTable, { engine }: Reader): number =>
  engine === 'sqlite' ? 0 : randomInt(slots[table])

interface Sum {
  key: readonly string[]
  tasks: number
  files: number
}

/** Updates `tagUses` and `tagTotals`; call it wherever the tags of records change. */
export async function countTags(
  tx: Transaction,
  companyNo: number,
  changes: readonly TagCountChange[],
): Promise<void> {
  if (changes.length === 0) return
  await add(
    tx,
    companyNo,
    { table: 'tagUses', key: ['workspaceId', 'tagId'] },
    changes.map(({ tagId, workspaceId, tasks = 0, files = 0 }) => ({
      key: [workspaceId, tagId],
      tasks,
      files,
    })),
  )
  await add(
    tx,
    companyNo,
    { table: 'tagTotals', key: ['tagId'] },
    changes
      .filter(({ workspaceInTrash }) => workspaceInTrash !== true)
      .map(({ tagId, tasks = 0, files = 0 }) => ({ key: [tagId], tasks, files })),
  )
}

/** The changes in counts when a record's tags change from `before` to `after`. */
export function tagChanges(
  kind: 'tasks' | 'files',
  workspaceId: string,
  before: readonly string[],
  after: readonly string[],
): TagCountChange[] {
  const [old, now] = [new Set(before), new Set(after)]
  return [
    ...[...old.difference(now)].map((tagId) => ({ tagId, workspaceId, [kind]: -1 })),
    ...[...now.difference(old)].map((tagId) => ({ tagId, workspaceId, [kind]: 1 })),
  ]
}

/** Tags per statement: a workspace with very many must not block the process. */
const atOnce = 500

/** A workspace enters (`-1`) or leaves (`1`) the trash: the totals change by everything in it. */
export async function countWorkspaceTags(
  tx: Transaction,
  companyNo: number,
  workspaceId: string,
  sign: -1 | 1,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const held: (TagCounts & { tagId: string })[] = await rows(
      tx,
      sql`SELECT n."tagId", ${sums} FROM "tagUses" n
        WHERE n."companyNo" = ${companyNo} AND n."workspaceId" = ${workspaceId} AND n."tagId" > ${after}
        GROUP BY n."tagId" ORDER BY n."tagId" LIMIT ${atOnce}`,
    )
    await add(
      tx,
      companyNo,
      { table: 'tagTotals', key: ['tagId'] },
      held.map(({ tagId, taskCount, fileCount }) => ({
        key: [tagId],
        tasks: sign * taskCount,
        files: sign * fileCount,
      })),
    )
    after = held.length < atOnce ? undefined : held.at(-1)?.tagId
  }
}

async function add(
  tx: Transaction,
  companyNo: number,
  { table, key }: { table: CountTable; key: readonly string[] },
  changes: readonly Sum[],
): Promise<void> {
  const sums = new Map<string, Sum>()
  for (const change of changes) {
    const name = change.key.join(' ')
    const { tasks, files } = sums.get(name) ?? { tasks: 0, files: 0 }
    sums.set(name, { ...change, tasks: tasks + change.tasks, files: files + change.files })
  }
  // Always in the same order, so that two writers cannot deadlock.
  const moved = [...sums]
    .filter(([, { tasks, files }]) => tasks !== 0 || files !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const slot = slotIn(table, tx)
  const primaryKey = sql.ids(['companyNo', ...key, 'slot'])
  const counts = sql.id(table)
  for (const some of inChunks(moved, 100)) {
    const added = some.map(([, sum]) => [companyNo, ...sum.key, slot, sum.tasks, sum.files])
    await tx.send(
      sql`INSERT INTO ${counts} (${primaryKey}, "taskCount", "fileCount") VALUES ${sql.values(added)}
        ON CONFLICT (${primaryKey}) DO UPDATE SET
        "taskCount" = ${counts}."taskCount" + excluded."taskCount",
        "fileCount" = ${counts}."fileCount" + excluded."fileCount"`,
    )
  }
}

interface TagCounts {
  taskCount: number
  fileCount: number
}

const sums = sql`CAST(sum(n."taskCount") AS bigint) AS "taskCount", CAST(sum(n."fileCount") AS bigint) AS "fileCount"`

/** How many records have each of these tags, including those that still have a tag merged into it. */
export async function readTagCounts(
  reader: Reader,
  companyNo: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TagCounts>> {
  const found = new Map<string, TagCounts>()
  for (const some of inChunks(ids)) {
    const counts = await rows<TagCounts & { tagId: string }>(
      reader,
      sql`SELECT n."tagId" AS "tagId", ${sums} FROM "tagTotals" n
        WHERE n."companyNo" = ${companyNo} AND n."tagId" IN ${sql.list(some)} GROUP BY n."tagId"
        UNION ALL SELECT g."mergedInto" AS "tagId", ${sums} FROM "tags" g CROSS JOIN "tagTotals" n
        WHERE g."companyNo" = ${companyNo} AND g."mergedInto" IN ${sql.list(some)}
        AND n."companyNo" = g."companyNo" AND n."tagId" = g."id" GROUP BY g."mergedInto"`,
    )
    for (const { tagId, taskCount, fileCount } of counts) {
      const other = found.get(tagId) ?? { taskCount: 0, fileCount: 0 }
      found.set(tagId, { taskCount: other.taskCount + taskCount, fileCount: other.fileCount + fileCount })
    }
  }
  return found
}
