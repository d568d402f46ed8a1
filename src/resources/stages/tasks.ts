import { invalid, problem } from '../../base/errors.ts'
import { changeMany } from '../../db/change-many.ts'
import { type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Write } from '../../db/write.ts'
import type { StageRow } from '../../schema/records/stage.ts'
import type { TaskRow } from '../../schema/records/task.ts'

type Status = TaskRow['status']

interface Place {
  companyNo: number
  workspaceId: string
}

/** The first stage of a status in a workspace, by rank; null if it has none. `except`: one that is being deleted. */
export async function firstStage(
  reader: Reader,
  { companyNo, workspaceId }: Place,
  status: Status,
  except = '',
): Promise<string | null> {
  const [found] = await rows<{ id: string }>(
    reader,
    sql`SELECT "id" FROM "stages" WHERE "companyNo" = ${companyNo} AND "workspaceId" = ${workspaceId}
      AND "status" = ${status} AND "id" <> ${except} ORDER BY "rankKey" LIMIT 1`,
  )
  return found?.id ?? null
}

/** "A task's `stageId` and `status` always agree": a stage sets the status, and a new status picks a stage. */
export async function agree(
  reader: Reader,
  place: Place,
  { status, stageId }: { status: Status | undefined; stageId: string | null | undefined },
): Promise<{ status?: Status; stageId?: string | null }> {
  if (typeof stageId === 'string') {
    const stage = await findRow(reader, 'stages', place.companyNo, stageId)
    // The check that it is in the same workspace reports a missing one.
    if (stage === undefined) return { stageId }
    if (status !== undefined && status !== stage.status)
      throw invalid([
        {
          pointer: '/status',
          detail: `"status" is ${status}, but the stage ${JSON.stringify(stage.stageName)} has the status ${stage.status}. Send only one of them.`,
        },
      ])
    return { stageId, status: stage.status }
  }
  if (stageId === null) return { stageId, ...(status !== undefined && { status }) }
  if (status === undefined) return {}
  return { status, stageId: await firstStage(reader, place, status) }
}

/** The most tasks that one request moves into or out of a stage. */
const most = 10_000
const batch = 500

/** Moves all tasks of a stage, those in the trash too, to the next stage of the same status, or to none. */
export async function emptyStage(tx: Write, stage: StageRow): Promise<void> {
  const { companyNo, id, status } = stage
  const stageId = await firstStage(tx, stage, status, id)
  for (let moved = 0; ; ) {
    const found = await rows<TaskRow>(
      tx,
      sql`SELECT t.* FROM "taskLinks" v CROSS JOIN "tasks" t WHERE v."companyNo" = ${companyNo}
        AND v."targetId" = ${id} AND t."companyNo" = v."companyNo" AND t."id" = v."taskId" LIMIT ${batch}`,
    )
    if (found.length === 0) return
    moved += found.length
    if (moved > most)
      throw problem(
        'conflict',
        'The stage has more than 10,000 tasks. Move some of them to another stage first.',
      )
    await setStage(tx, found, stageId)
  }
}

/** Puts the tasks of its status into a stage, those in the trash too, if it is the first one of that status. */
export async function fillStage(tx: Write, stage: StageRow): Promise<void> {
  const { companyNo, workspaceId, id, status } = stage
  if ((await firstStage(tx, stage, status, id)) !== null) return
  for (let moved = 0; ; ) {
    const found = await rows<TaskRow>(
      tx,
      sql`SELECT t.* FROM "tasks" t WHERE t."companyNo" = ${companyNo} AND t."workspaceId" = ${workspaceId}
        AND t."status" = ${status} AND t."stageId" IS NULL LIMIT ${batch}`,
    )
    if (found.length === 0) return
    moved += found.length
    if (moved > most)
      throw problem(
        'conflict',
        `More than 10,000 tasks of the workspace have the status ${status}, too many to move into a stage.`,
      )
    await setStage(tx, found, id)
  }
}

async function setStage(tx: Write, tasks: readonly TaskRow[], stageId: string | null): Promise<void> {
  await changeMany(tx, 'tasks', tasks, { stageId })
  for (const { id: recordId, workspaceId, deletedAt, stageId: before } of tasks)
    if (deletedAt === null)
      tx.log({
        ...({ verb: 'updated', kind: 'task', recordId, workspaceId } as const),
        ...{ fields: ['stageId'], previous: { stageId: before } },
      })
}
