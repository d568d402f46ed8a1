import { randomInt } from 'node:crypto'
import { inChunks, type Reader, rows, type SqlValue, type Transaction } from './database.ts'

/** So many records more (or fewer) of a workspace bear a tag, what is in the trash aside. */
export interface TagCountChange {
  tagId: string
  workspaceId: string
  tasks?: number
  files?: number
  /** What is in a workspace that is in the trash counts there, and not in the totals. */
  workspaceInTrash?: boolean
}

/** On PostgreSQL writers who meet in a row run again, so each takes one of several; SQLite has one writer. */
const slots = { tagUses: 8, tagTotals: 32 }

type CountTable = keyof typeof slots

const slotIn = (table: CountTable, { engine }: Reader): number =>
  engine === 'sqlite' ? 0 : randomInt(slots[table])

interface Sum {
  key: readonly string[]
  tasks: number
  files: number
}

/** Keeps `tagUses` and `tagTotals` in step with what bears tags; called wherever that changes. */
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

/** The tags of a record that went (`-1`) or came (`1`), or that has other tags now. */
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

/** How many tags of a workspace are counted in one step: one that has very many must not hold the process. */
const atOnce = 500

/** A workspace enters the trash (`-1`) or leaves it (`1`): the totals change by all that it holds. */
export async function countWorkspaceTags(
  tx: Transaction,
  companyNo: number,
  workspaceId: string,
  sign: -1 | 1,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const held: (TagCounts & { tagId: string })[] = await rows(tx, {
      sql: `SELECT "tagId", CAST(sum("taskCount") AS bigint) AS "taskCount", CAST(sum("fileCount") AS bigint) AS "fileCount"
        FROM "tagUses" WHERE "companyNo" = ? AND "workspaceId" = ? AND "tagId" > ?
        GROUP BY "tagId" ORDER BY "tagId" LIMIT ?`,
      values: [companyNo, workspaceId, after, atOnce],
    })
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
  // Always in the same order, so that two writers never wait for each other.
  const moved = [...sums]
    .filter(([, { tasks, files }]) => tasks !== 0 || files !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const slot = slotIn(table, tx)
  const columns = ['companyNo', ...key, 'slot', 'taskCount', 'fileCount'].map((name) => `"${name}"`)
  for (const some of inChunks(moved, 100)) {
    const marks = some.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ')
    await rows(tx, {
      sql: `INSERT INTO "${table}" (${columns.join(', ')}) VALUES ${marks}
        ON CONFLICT (${columns.slice(0, -2).join(', ')}) DO UPDATE SET
        "taskCount" = "${table}"."taskCount" + excluded."taskCount",
        "fileCount" = "${table}"."fileCount" + excluded."fileCount"`,
      values: some.flatMap(([, sum]): SqlValue[] => [companyNo, ...sum.key, slot, sum.tasks, sum.files]),
    })
  }
}

interface TagCounts {
  taskCount: number
  fileCount: number
}

/** How many records bear each of these tags; those that still bear one that was merged into it included. */
export async function readTagCounts(
  reader: Reader,
  companyNo: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TagCounts>> {
  const found = new Map<string, TagCounts>()
  for (const some of inChunks(ids)) {
    const marks = some.map(() => '?').join(', ')
    const sums =
      'CAST(sum(n."taskCount") AS bigint) AS "taskCount", CAST(sum(n."fileCount") AS bigint) AS "fileCount"'
    const counts = await rows<TagCounts & { tagId: string }>(reader, {
      sql: `SELECT n."tagId" AS "tagId", ${sums} FROM "tagTotals" n
        WHERE n."companyNo" = ? AND n."tagId" IN (${marks}) GROUP BY n."tagId"
        UNION ALL SELECT g."mergedInto" AS "tagId", ${sums} FROM "tags" g CROSS JOIN "tagTotals" n
        WHERE g."companyNo" = ? AND g."mergedInto" IN (${marks})
        AND n."companyNo" = g."companyNo" AND n."tagId" = g."id" GROUP BY g."mergedInto"`,
      values: [companyNo, ...some, companyNo, ...some],
    })
    for (const { tagId, taskCount, fileCount } of counts) {
      const other = found.get(tagId) ?? { taskCount: 0, fileCount: 0 }
      found.set(tagId, { taskCount: other.taskCount + taskCount, fileCount: other.fileCount + fileCount })
    }
  }
  return found
}
