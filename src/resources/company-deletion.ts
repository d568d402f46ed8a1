import { restorePath } from '../auth/gate.ts'
import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import { clock } from '../base/clock.ts'
import { companyDeleted, purgedBefore } from '../base/deleted-company.ts'
import { invalid } from '../base/errors.ts'
import { restorableDays } from '../base/restorable-days.ts'
import type { Write } from '../db/write.ts'
import type { ContentLimits } from '../file-store/keep.ts'
import { changed, nothing } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { type CompanyRow, company } from '../schema/records/company.ts'
import { ownCompany, presentCompany } from './company.ts'

const onlyAdmins = 'Only company admins may delete or restore the company.'

/** From now on only admins can use the company, to read it and to restore it. */
export async function deleteCompany(tx: Write, row: CompanyRow): Promise<void> {
  if (row.deletedAt !== null) return
  await tx.update(company, row, { deletedAt: clock.timestamp() })
  tx.log({ verb: 'deleted', kind: 'company', recordId: row.id })
}

/** Undoes a deletion, unless the company is being purged. */
export async function restoreCompany(tx: Write, before: CompanyRow): Promise<CompanyRow> {
  const { id, deletedAt } = before
  if (deletedAt === null) return before
  if (deletedAt < purgedBefore()) throw companyDeleted(deletedAt, ['companyAdmin'])
  const { row } = await tx.update(company, before, { deletedAt: null })
  tx.log({ verb: 'restored', kind: 'company', recordId: id })
  return row
}

export function companyDeletionRoutes(api: Api, limits: ContentLimits): void {
  api.delete(
    '/v1/company',
    {
      summary: `Deletes your own company. For ${restorableDays} days its admins can read and restore it; then everything in it is purged.`,
      needs: 'A company admin, who confirms the name.',
      query: {
        companyName: {
          sentence: 'The name of the company, exactly as it is, to confirm.',
          schema: { type: 'string' },
          required: true,
        },
      },
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx } = ctx
      demand(mayAdministerCompany(actor), onlyAdmins)
      const row = await ownCompany(tx, actor)
      ctx.match(await presentCompany(tx, ctx, row, limits))
      const parameter = 'companyName'
      if (ctx.parameter(parameter) !== row.companyName)
        throw invalid([
          { parameter, detail: `The parameter ${parameter} must be the name of the company, to confirm.` },
        ])
      await deleteCompany(tx, row)
      return nothing()
    },
  )

  api.post(
    restorePath,
    {
      summary: 'Restores your own company after it was deleted.',
      needs: 'A company admin.',
      answer: { changed: company },
    },
    async (ctx) => {
      const { actor, tx } = ctx
      demand(mayAdministerCompany(actor), onlyAdmins)
      const row = await ownCompany(tx, actor)
      ctx.match(await presentCompany(tx, ctx, row, limits))
      return changed(await presentCompany(tx, ctx, await restoreCompany(tx, row), limits))
    },
  )
}
