import { demand } from '../../auth/permissions.ts'
import { changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { type ReportRow, report } from '../../schema/records/report.ts'
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

const notYours = 'Only its creator and company admins may change a report.'

export function reportRoutes(api: Api): void {
  api.get(
    '/v1/reports',
    {
      summary: 'Lists your reports and shared ones; for company admins, all.',
      needs: 'Anyone who is signed in; internal people see shared reports.',
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
      needs: 'Its creator, company admins, and internal people if it is shared.',
      answer: { one: report },
    },
    async ({ actor, db, site, params }) =>
      one(presentReport(site, await findReport(db, actor, params.reportId))),
  )

  api.get(
    '/v1/reports/:reportId/records',
    {
      summary: 'Lists the records of a report that you may see.',
      needs:
        'Its creator, company admins, and internal people if it is shared; everyone sees only the records they may see.',
      query: recordsQuery,
      answer: {
        ok: recordsSchema,
        sentence:
          'A page of the report, or with `Accept: text/csv` all of it. Clients in compatibility mode that send no `limit` get all records with values as text, after an item with the column names.',
        csv: true,
        paged: true,
      },
      compatibilityTable,
      problems: ['invalid_filter', 'invalid_sorter', 'invalid_pagination_hash', 'conflict'],
    },
    async (ctx) => readRecords(ctx, await findReport(ctx.db, ctx.actor, ctx.params.reportId)),
  )

  api.post(
    '/v1/reports',
    {
      summary: 'Saves a list as a report.',
      needs: 'Anyone who is signed in.',
      body: { new: report },
      answer: { created: report },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const values = await ctx.newRecord(report)
      const source = sources[values.source]
      demandFits(actor, source, values)
      const columns = values.columns.map((each) => columnName(source, each))
      const row = await tx.insert(report, { ...values, columns })
      tx.log({ verb: 'created', kind: 'report', recordId: row.id })
      return created(presentReport(site, row), `/v1/reports/${row.id}`)
    },
  )

  api.change(
    '/v1/reports/:reportId',
    {
      summary: 'Changes a report.',
      needs: 'Its creator, and company admins.',
      body: { change: report },
      answer: { changed: report },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findReport(tx, actor, params.reportId)
      demand(mayChangeReport(actor, before), notYours)
      const { columns, ...changes } = await ctx.changes(report, presentReport(site, before))
      const source = findSource(before.source)
      // Do not validate unchanged values: they may have been valid when they were saved.
      const fresh = <T>(now: T, was: T): T | undefined => (now === was ? undefined : now)
      if (source !== undefined)
        demandFits(actor, source, {
          columns: fresh(JSON.stringify(columns), before.columns) === undefined ? [] : columns,
          filter: fresh(changes.filter, before.filter),
          sort: fresh(changes.sort, before.sort),
        })
      const { row, fields, previous } = await tx.update(report, before, {
        ...changes,
        ...(source !== undefined && { columns: columns?.map((each) => columnName(source, each)) }),
      })
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'report', recordId: row.id, fields, previous })
      return changed(presentReport(site, row))
    },
  )

  api.delete(
    '/v1/reports/:reportId',
    {
      summary: 'Deletes a report; the records it shows stay.',
      needs: 'Its creator, and company admins.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findReport(tx, actor, params.reportId)
      demand(mayChangeReport(actor, row), notYours)
      ctx.match(presentReport(site, row))
      await tx.query
        .deleteFrom('reports')
        .where('companyNo', '=', row.companyNo)
        .where('id', '=', row.id)
        .execute()
      tx.log({ verb: 'deleted', kind: 'report', recordId: row.id })
      return nothing()
    },
  )
}
