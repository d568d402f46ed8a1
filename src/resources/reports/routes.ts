import { demand, mayContribute } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import { changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { type ReportRow, report } from '../../schema/records/report.ts'
import { historyRoute } from '../history.ts'
import { placeFields, putInPlace } from '../placement.ts'
import { demandWritable, enterWorkspace } from '../workspaces/workspace.ts'
import { compatibilityTable } from './compatibility-table.ts'
import { readRecords, recordsQuery, recordsSchema } from './records.ts'
import {
  columnName,
  demandFits,
  findReport,
  mayChangeReport,
  presentReport,
  reports,
  visibleReports,
} from './report.ts'
import { findSource, sources } from './sources.ts'

const notYours =
  'Only its creator and company admins may change a report; in a workspace, its Admins may change a shared one too.'
const mayNotShare = 'Readers of a workspace may not share views with its members.'
const placement = placeFields('report')

export function reportRoutes(api: Api): void {
  api.get(
    '/v1/reports',
    {
      summary: 'Lists your reports and shared ones; for company admins, all.',
      needs:
        'Anyone who is signed in; internal people see shared reports, and members of a workspace its shared views.',
      answer: { list: reports },
    },
    (ctx) =>
      ctx.page<ReportRow>(reports, visibleReports(ctx.actor), (found) =>
        found.map((row) => presentReport(ctx.site, row)),
      ),
  )

  api.get(
    '/v1/reports/:reportId',
    {
      summary: 'Shows one report.',
      needs:
        'Its creator, company admins, and internal people if it is shared. A view of a workspace: only its members.',
      answer: { one: report },
    },
    async ({ actor, db, site, params }) =>
      one(presentReport(site, (await findReport(db, actor, params.reportId)).row)),
  )

  api.get(
    '/v1/reports/:reportId/records',
    {
      summary: 'Lists the records of a report that you may see.',
      needs:
        'Its creator, company admins, and internal people if it is shared. A view of a workspace: only its members. Everyone sees only the records they may see.',
      query: recordsQuery,
      answer: {
        ok: recordsSchema,
        sentence:
          'A page of the report, or with `Accept: text/csv` all of it. Clients in compatibility mode that send no `limit` get all records with values as text, after an item with the column names.',
        csv: true,
        paged: true,
        replica: true,
      },
      compatibilityTable,
      problems: ['invalid_filter', 'invalid_sorter', 'invalid_pagination_hash', 'conflict'],
    },
    async (ctx) => readRecords(ctx, (await findReport(ctx.db, ctx.actor, ctx.params.reportId)).row),
  )

  api.post(
    '/v1/reports',
    {
      summary: 'Saves a list as a report, or as a view of a workspace after its others.',
      needs:
        'Anyone who is signed in. A view of a workspace: a member of it, and a Contributor if it is shared.',
      body: { new: report },
      answer: { created: report },
      problems: ['duplicate', 'archived'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const values = await ctx.newRecord(report)
      const source = sources[values.source]
      demandFits(actor, source, values)
      const { workspaceId } = values
      if (workspaceId !== null) {
        const workspace = await enterWorkspace(tx, actor, workspaceId)
        demand(!values.shared || mayContribute(workspace.role), mayNotShare)
        demandWritable(workspace)
      }
      const columns = values.columns.map((each) => columnName(source, each))
      const row = await tx.insert(report, { ...values, columns, rank: null })
      tx.log({ verb: 'created', kind: 'report', recordId: row.id, workspaceId })
      return created(presentReport(site, row), `/v1/reports/${row.id}`)
    },
  )

  api.change(
    '/v1/reports/:reportId',
    {
      summary: 'Changes a report.',
      needs: 'Its creator, and company admins. A shared view of a workspace: also an Admin of the workspace.',
      body: { change: report },
      answer: { changed: report },
      problems: ['duplicate', 'archived'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findReport(tx, actor, params.reportId)
      const { row: before, workspace } = found
      demand(mayChangeReport(actor, found), notYours)
      const { columns, ...changes } = await ctx.changes(report, presentReport(site, before))
      const source = findSource(before.source)
      // Do not validate unchanged values: they may have been valid when they were saved.
      const fresh = <T>(now: T, was: T): T | undefined => (now === was ? undefined : now)
      if (source !== undefined)
        demandFits(actor, source, {
          columns: fresh(JSON.stringify(columns), before.columns) === undefined ? [] : columns,
          filter: fresh(changes.filter, before.filter),
          sort: fresh(changes.sort, before.sort),
          groupBy: fresh(changes.groupBy, before.groupBy),
          dateField: fresh(changes.dateField, before.dateField),
          workspaceId: before.workspaceId,
        })
      if (workspace !== undefined) {
        demand(changes.shared !== true || before.shared || mayContribute(workspace.role), mayNotShare)
        demandWritable(workspace)
      }
      const { row, fields, previous } = await tx.update(report, before, {
        ...changes,
        ...(source !== undefined && { columns: columns?.map((each) => columnName(source, each)) }),
      })
      const { id: recordId, workspaceId } = row
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'report', recordId, workspaceId, fields, previous })
      return changed(presentReport(site, row))
    },
  )

  api.put(
    '/v1/reports/:reportId/place',
    {
      summary: 'Puts a view of a workspace in its place, directly after or before another.',
      needs: 'Its creator, and company admins. A shared view: also an Admin of the workspace.',
      body: { members: placement, optional: true },
      answer: { changed: report },
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findReport(tx, actor, params.reportId)
      const { row, workspace } = found
      demand(mayChangeReport(actor, found), notYours)
      const place = await ctx.members(placement)
      ctx.match(presentReport(site, row))
      if (workspace === undefined)
        throw problem('conflict', 'Only views of a workspace have an order. This report has no workspaceId.')
      demandWritable(workspace)
      await putInPlace(tx, 'reports', 'report', row, place)
      return changed(presentReport(site, row))
    },
  )
  historyRoute(
    api,
    '/v1/reports/:reportId',
    'report',
    findReport,
    'Its creator, company admins, and internal people if it is shared.',
  )

  api.delete(
    '/v1/reports/:reportId',
    {
      summary: 'Deletes a report; the records it shows stay.',
      needs: 'Its creator, and company admins. A shared view of a workspace: also an Admin of the workspace.',
      answer: 'nothing',
      problems: ['archived'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findReport(tx, actor, params.reportId)
      const { row, workspace } = found
      demand(mayChangeReport(actor, found), notYours)
      ctx.match(presentReport(site, row))
      if (workspace !== undefined) demandWritable(workspace)
      await tx.query
        .deleteFrom('reports')
        .where('companyNo', '=', row.companyNo)
        .where('id', '=', row.id)
        .execute()
      tx.log({ verb: 'deleted', kind: 'report', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
