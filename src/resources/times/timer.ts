import { demand, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { invalid, Problem, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import type { Write } from '../../db/write.ts'
import { changed, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site } from '../../http/context.ts'
import { storedInstant } from '../../query/timestamps.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TimerRow, timer, timerSettings } from '../../schema/records/timer.ts'
import { findTask } from '../tasks/task.ts'
import { demandNotApproved } from '../timesheets/timesheet.ts'
import { findUser } from '../users.ts'
import { demandWritable, enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import { insertTime } from './create.ts'
import { stretchesOf } from './stretches.ts'

const names = Object.keys(timerSettings) as (keyof typeof timerSettings)[]

const presentTimer = (site: Site, row: TimerRow): Representation =>
  present(timer, site.publicUrl, row.id, row)

async function findTimer(reader: Reader, { companyNo, userId }: Actor): Promise<TimerRow | undefined> {
  return reader.query
    .selectFrom('timers')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('userHash', '=', userId)
    .executeTakeFirst()
}

async function deleteTimer(tx: Write, { companyNo, id, workspaceId }: TimerRow): Promise<void> {
  await tx.query.deleteFrom('timers').where('companyNo', '=', companyNo).where('id', '=', id).execute()
  tx.log({ verb: 'deleted', kind: 'timer', recordId: id, workspaceId })
}

/** Finds a workspace in which the person may enter time. */
async function enterPlace(tx: Write, actor: Actor, workspaceId: string): Promise<FoundWorkspace> {
  const workspace = await enterWorkspace(tx, actor, workspaceId)
  demand(mayContribute(workspace.role), 'Readers of a workspace may not log time.')
  demandWritable(workspace)
  return workspace
}

/** Stops the timer and stores an entry for each local day on which it ran. */
async function stopTimer(tx: Write, actor: Actor, running: TimerRow, endedAt: Date): Promise<void> {
  const { taskId, note, billable, startedAt } = running
  // Time on a deleted task is still entered, without the task; if the task has moved, its time goes to the new
  // workspace.
  const task = taskId === null ? undefined : await findTask(tx, actor, taskId).catch(gone)
  const workspaceId = task?.row.workspaceId ?? running.workspaceId
  await enterPlace(tx, actor, workspaceId).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    const detail = `Cannot log the time of your timer: ${error.message} To discard it, add discard=true to DELETE.`
    throw problem('conflict', detail)
  })
  const shared = { workspaceId, taskId: task?.row.id ?? null, note, billable }
  for (const stretch of await readStretches(tx, actor, startedAt, endedAt)) {
    await insertTime(tx, { userHash: actor.userId, ...shared, ...stretch })
  }
  await deleteTimer(tx, running)
}

/** The time of a timer by local day. Throws if it cannot be logged because a week is approved. */
async function readStretches(tx: Write, actor: Actor, startedAt: string, endedAt: Date) {
  const { timeZone } = await findUser(tx, actor, actor.userId)
  const stretches = [...stretchesOf(new Date(startedAt), endedAt, timeZone)]
  const days = stretches.map(({ date }) => date)
  await demandNotApproved(tx, actor, actor.userId, days)
  return stretches
}

function gone(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error
}

const earliestStart = 7 * 24 * 60 * 60_000

/** The end that the caller names, or now. */
function readEnd(text: string | undefined, { startedAt }: TimerRow): Date {
  if (text === undefined) return new Date(clock.now())
  const fault = (detail: string) =>
    invalid([{ parameter: 'endedAt', detail: `The parameter endedAt ${detail}` }])
  const endedAt = storedInstant(text)
  if (endedAt === undefined) throw fault('must be an RFC 3339 timestamp such as 2026-03-31T09:30:00Z.')
  if (endedAt < startedAt) throw fault(`must not be before ${startedAt}, when the timer started.`)
  if (Date.parse(endedAt) > clock.now()) throw fault('must not be in the future.')
  return new Date(endedAt)
}

/** Refuses a start in the future or long ago, and one before the timer that it ends. */
function demandStart(startedAt: string, ended: TimerRow | undefined): void {
  const fault = (detail: string) => invalid([{ pointer: '/startedAt', detail: `"startedAt" ${detail}` }])
  const now = clock.now()
  if (Date.parse(startedAt) > now) throw fault('must not be in the future.')
  if (Date.parse(startedAt) < now - earliestStart) throw fault('must be at most seven days ago.')
  if (ended !== undefined && startedAt < ended.startedAt)
    throw fault(`must not be before ${ended.startedAt}, when the timer started that is running now.`)
}

type Place = Pick<TimerRow, 'workspaceId' | 'taskId'>

/** Where the timer will run. Values that the body leaves out stay as they are. */
async function placeOf(
  tx: Write,
  actor: Actor,
  running: TimerRow | undefined,
  wanted: Partial<Place>,
): Promise<Place> {
  const { taskId } = wanted
  // An unchanged place is accepted even if its task is gone; any other is validated.
  const isSame =
    taskId === running?.taskId && (wanted.workspaceId ?? running?.workspaceId) === running?.workspaceId
  const task = typeof taskId === 'string' && !isSame ? (await findTask(tx, actor, taskId)).row : undefined
  const workspaceId = wanted.workspaceId ?? task?.workspaceId ?? running?.workspaceId
  if (workspaceId === undefined)
    throw invalid([{ pointer: '/workspaceId', detail: '"workspaceId" is required without "taskId".' }])
  if (task !== undefined && task.workspaceId !== workspaceId)
    throw invalid([{ pointer: '/taskId', detail: '"taskId" must name a task of the same workspace.' }])
  // A timer that moves to another workspace loses its task.
  const kept = running?.workspaceId === workspaceId ? running.taskId : null
  return { workspaceId, taskId: taskId === undefined ? kept : taskId }
}

export function timerRoutes(api: Api): void {
  api.get(
    '/v1/users/me/timer',
    {
      summary: 'Shows your running timer.',
      needs: 'Anyone who is signed in.',
      answer: { one: timer },
      problems: ['not_found'],
    },
    async ({ actor, db, site }) => {
      const running = await findTimer(db, actor)
      if (running === undefined) throw problem('not_found', 'No timer is running.')
      return one(presentTimer(site, running))
    },
  )

  api.put(
    '/v1/users/me/timer',
    {
      summary:
        'Starts your timer. A timer running elsewhere is stopped and its time logged up to the new start; one already running here continues, and its start can be moved.',
      needs: 'A Contributor of the workspace.',
      body: { members: timerSettings, optional: true },
      answer: { changed: timer },
      problems: ['not_found', 'archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const running = await findTimer(tx, actor)
      const current = running && presentTimer(site, running)
      ctx.match(current)
      const wanted = await ctx.state(timer, names, current)
      const place = await placeOf(tx, actor, running, wanted)
      const isSame = running?.workspaceId === place.workspaceId && running.taskId === place.taskId
      if (wanted.startedAt !== undefined) demandStart(wanted.startedAt, isSame ? undefined : running)
      if (isSame) {
        const { row, fields, previous } = await tx.update(timer, running, wanted)
        const change = { recordId: row.id, workspaceId: row.workspaceId, fields, previous }
        if (fields.length > 0) tx.log({ verb: 'updated', kind: 'timer', ...change })
        return changed(presentTimer(site, row))
      }
      await enterPlace(tx, actor, place.workspaceId)
      const createdAt = clock.timestamp()
      const { startedAt = createdAt } = wanted
      if (running !== undefined) await stopTimer(tx, actor, running, new Date(startedAt))
      // Otherwise people would learn only after the work that their time cannot be logged. A timer with a given start may
      // be one that is put back, which must not fail.
      if (wanted.startedAt === undefined) await readStretches(tx, actor, startedAt, new Date(clock.now()))
      const row = await tx.insert(timer, {
        createdAt,
        startedAt,
        userHash: actor.userId,
        ...place,
        billable: wanted.billable ?? false,
        note: wanted.note ?? null,
      })
      tx.log({ verb: 'created', kind: 'timer', recordId: row.id, workspaceId: row.workspaceId })
      return changed(presentTimer(site, row))
    },
  )

  api.delete(
    '/v1/users/me/timer',
    {
      summary: 'Stops your timer and logs its time: one entry per day, in your time zone.',
      needs: 'A Contributor of its workspace.',
      query: {
        discard: {
          sentence: '`true` discards the time: no entry is created.',
          schema: { type: 'boolean', default: false },
          example: false,
        },
        endedAt: {
          sentence: 'When the work ended: now by default, and not before the timer started.',
          schema: { type: 'string', format: 'date-time' },
        },
      },
      answer: 'nothing',
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const running = await findTimer(tx, actor)
      ctx.match(running && presentTimer(site, running))
      if (running === undefined) return nothing()
      if (ctx.flag('discard')) await deleteTimer(tx, running)
      else await stopTimer(tx, actor, running, readEnd(ctx.parameter('endedAt'), running))
      return nothing()
    },
  )
}
