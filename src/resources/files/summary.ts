import type { Database } from '../../db/database.ts'
import type { Api } from '../../http/api.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type Summary, single, summarize, summaryQuery, summarySchema } from '../summaries.ts'
import { files } from './file.ts'

export const fileSummary: Summary = {
  list: files,
  groupings: { type: single('t."mimeType"'), status: single('t."status"') },
  sums: { bytes: 't."size"' },
  count: 'count',
}

const schema = (): JsonSchema =>
  summarySchema(
    fileSummary,
    {
      count: { type: 'integer', description: 'The number of files.' },
      bytes: { type: 'integer', description: 'The sum of the sizes of their current versions, in bytes.' },
    },
    {
      type: ['string', 'null'],
      description: 'The common value of the files: a media type, or a status.',
    },
  )

export function fileSummaryRoutes(api: Api, db: Database): void {
  api.get(
    '/v1/files/summary',
    {
      summary: 'Counts the files of your workspaces by group; for company admins, of all.',
      needs: 'Anyone who is signed in; counts their workspaces only.',
      query: summaryQuery(fileSummary),
      answer: { ok: schema(), sentence: 'The sums of all matching files, as of one moment.', replica: true },
      problems: ['invalid_filter'],
      heavy: true,
    },
    (ctx) => summarize(ctx, db, fileSummary),
  )
}
