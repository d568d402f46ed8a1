import { demand, mayApproveTime, mayDecideTimesheet } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { invalid, problem } from '../../base/errors.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { removeRecord } from '../../jobs/purge-attached.ts'
import { mondayOf } from '../../query/days.ts'
import { type TimesheetRow, type TimesheetState, timesheet } from '../../schema/records/timesheet.ts'
import { historyRoute } from '../history.ts'
import { findTimesheet, presentTimesheet, timesheets, visibleTimesheets } from './timesheet.ts'

type Context = WriteContext<{ timesheetId: string }>

const isOwn = (actor: Actor, { userHash }: TimesheetRow): boolean =>
  userHash === actor.userId || isCompanyAdmin(actor)

const notYours = 'Only the person whose week it is, and company admins, may do this.'
const notApprover = 'Only company admins and people with the permission approveTime may do this.'
const ownWeek =
  'You cannot decide on your own week. Ask a company admin or someone else who may approve time.'

/** For each step, the states it can start from, and those in which it changes nothing. Any other state is a 409. */
const steps = {
  submitted: { from: ['open', 'returned'], done: ['submitted', 'approved'] },
  open: { from: ['submitted'], done: ['open', 'returned'] },
  approved: { from: ['submitted'], done: ['approved'] },
  'submitted again': { from: ['approved'], done: ['open', 'submitted', 'returned'] },
  // Again, with another note.
  returned: { from: ['submitted', 'approved', 'returned'], done: [] },
} as const satisfies Record<string, Record<'from' | 'done', readonly TimesheetState[]>>

/** Brings a timesheet into a state. Doing it twice is no error. */
async function enter(
  ctx: Context,
  before: TimesheetRow,
  step: keyof typeof steps,
  more: Partial<Pick<TimesheetRow, 'note' | 'submittedAt' | 'decidedAt' | 'decidedBy'>>,
): Promise<Answer> {
  const { tx, site } = ctx
  const { from, done }: Record<'from' | 'done', readonly TimesheetState[]> = steps[step]
  if (done.includes(before.state)) return changed(presentTimesheet(site, before))
  if (!from.includes(before.state))
    throw problem(
      'conflict',
      `The timesheet is ${before.state}; only one that is ${from.join(' or ')} can become ${step}.`,
    )
  const state = step === 'submitted again' ? 'submitted' : step
  const { row, fields, previous } = await tx.update(timesheet, before, { ...more, state })
  tx.log({ verb: 'updated', kind: 'timesheet', recordId: row.id, workspaceId: null, fields, previous })
  return changed(presentTimesheet(site, row))
}

async function findOwn(ctx: Context): Promise<TimesheetRow> {
  const row = await findTimesheet(ctx.tx, ctx.actor, ctx.params.timesheetId)
  demand(isOwn(ctx.actor, row), notYours)
  return row
}

async function findToDecide(ctx: Context): Promise<TimesheetRow> {
  const row = await findTimesheet(ctx.tx, ctx.actor, ctx.params.timesheetId)
  demand(mayApproveTime(ctx.actor), notApprover)
  demand(mayDecideTimesheet(ctx.actor, row), ownWeek)
  return row
}

export function timesheetRoutes(api: Api): void {
  api.get(
    '/v1/timesheets',
    {
      summary: 'Lists your timesheets; for people who may approve time, everybody’s.',
      needs: 'Anyone who is signed in; people who may approve time see all.',
      answer: { list: timesheets },
    },
    (ctx) =>
      ctx.page<TimesheetRow>(timesheets, visibleTimesheets(ctx.actor), (found) =>
        found.map((row) => presentTimesheet(ctx.site, row)),
      ),
  )

  api.get(
    '/v1/timesheets/:timesheetId',
    {
      summary: 'Shows one timesheet.',
      needs: 'The person whose week it is, and people who may approve time.',
      answer: { one: timesheet },
    },
    async ({ actor, db, site, params }) =>
      one(presentTimesheet(site, await findTimesheet(db, actor, params.timesheetId))),
  )

  api.post(
    '/v1/timesheets',
    {
      summary: 'Creates the timesheet of a week.',
      needs: 'Anyone who is signed in, for themselves; company admins for anybody.',
      body: { new: timesheet },
      answer: { created: timesheet },
      problems: ['forbidden', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const values = await ctx.newRecord(timesheet)
      const userHash = values.userHash ?? actor.userId
      demand(userHash === actor.userId || isCompanyAdmin(actor), notYours)
      const { week } = values
      if (week !== mondayOf(week))
        throw invalid([{ pointer: '/week', detail: `"week" must be a Monday, such as ${mondayOf(week)}.` }])
      const known = await tx.query
        .selectFrom('timesheets')
        .select('id')
        .where('companyNo', '=', actor.companyNo)
        .where('userHash', '=', userHash)
        .where('week', '=', week)
        .executeTakeFirst()
      if (known !== undefined) throw problem('conflict', `This week already has a timesheet: ${known.id}.`)
      const row = await tx.insert(timesheet, { ...values, userHash, state: 'open' })
      tx.log({ verb: 'created', kind: 'timesheet', recordId: row.id, workspaceId: null })
      return created(presentTimesheet(site, row), `/v1/timesheets/${row.id}`)
    },
  )

  api.change(
    '/v1/timesheets/:timesheetId',
    {
      summary: 'Changes the note of a timesheet.',
      needs: 'The person whose week it is until it is approved, and company admins.',
      body: { change: timesheet },
      answer: { changed: timesheet },
      problems: ['duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const before = await findOwn(ctx)
      const changes = await ctx.changes(timesheet, presentTimesheet(site, before))
      demandOpen(actor, before)
      const { row, fields, previous } = await tx.update(timesheet, before, changes)
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'timesheet', recordId: row.id, workspaceId: null, fields, previous })
      return changed(presentTimesheet(site, row))
    },
  )
  historyRoute(
    api,
    '/v1/timesheets/:timesheetId',
    'timesheet',
    findTimesheet,
    'The person whose week it is, and people who may approve time.',
  )

  api.delete(
    '/v1/timesheets/:timesheetId',
    {
      summary: 'Deletes a timesheet. Its time entries stay.',
      needs: 'The person whose week it is until it is approved, and company admins.',
      answer: 'nothing',
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const row = await findOwn(ctx)
      ctx.match(presentTimesheet(site, row))
      demandOpen(actor, row)
      await removeRecord(tx, 'timesheets', row)
      tx.log({ verb: 'deleted', kind: 'timesheet', recordId: row.id, workspaceId: null })
      return nothing()
    },
  )

  stateRoutes(api)
}

function demandOpen(actor: Actor, { state }: TimesheetRow): void {
  if (state === 'approved' && !isCompanyAdmin(actor))
    throw problem(
      'conflict',
      'The timesheet is approved. Ask somebody who may approve time to withdraw the approval.',
    )
}

function stateRoutes(api: Api): void {
  const own = {
    needs: 'The person whose week it is, and company admins.',
    answer: { changed: timesheet },
    problems: ['conflict'],
  } as const
  const deciding = {
    ...own,
    needs: 'Company admins, and people with the permission `approveTime` for weeks of others.',
  } as const

  api.put(
    '/v1/timesheets/:timesheetId/approval',
    {
      ...deciding,
      summary:
        'Approves a submitted timesheet: only company admins can change the time of the week from then on.',
    },
    async (ctx) => {
      const before = await findToDecide(ctx)
      ctx.match(presentTimesheet(ctx.site, before))
      return enter(ctx, before, 'approved', { decidedAt: clock.timestamp(), decidedBy: ctx.actor.userId })
    },
  )

  api.delete(
    '/v1/timesheets/:timesheetId/approval',
    { ...deciding, summary: 'Withdraws an approval: the timesheet is submitted again.' },
    async (ctx) => {
      const before = await findToDecide(ctx)
      ctx.match(presentTimesheet(ctx.site, before))
      return enter(ctx, before, 'submitted again', {})
    },
  )

  api.put(
    '/v1/timesheets/:timesheetId/return',
    {
      ...deciding,
      summary: 'Returns a submitted or approved timesheet to the person, with the reason in its note.',
      body: { members: { note: timesheet.fields.note }, optional: true },
    },
    async (ctx) => {
      const before = await findToDecide(ctx)
      const current = presentTimesheet(ctx.site, before)
      ctx.match(current)
      const { note } = await ctx.state(timesheet, ['note'], current)
      return enter(ctx, before, 'returned', {
        ...{ decidedAt: clock.timestamp(), decidedBy: ctx.actor.userId },
        ...(note !== undefined && { note }),
      })
    },
  )

  api.put(
    '/v1/timesheets/:timesheetId/submission',
    { ...own, summary: 'Submits a timesheet for approval.' },
    async (ctx) => {
      const before = await findOwn(ctx)
      ctx.match(presentTimesheet(ctx.site, before))
      return enter(ctx, before, 'submitted', { submittedAt: clock.timestamp() })
    },
  )

  api.delete(
    '/v1/timesheets/:timesheetId/submission',
    { ...own, summary: 'Withdraws a submitted timesheet.' },
    async (ctx) => {
      const before = await findOwn(ctx)
      ctx.match(presentTimesheet(ctx.site, before))
      return enter(ctx, before, 'open', {})
    },
  )
}
