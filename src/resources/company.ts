import { demand, mayAdministerCompany, maySeeDirectory } from '../auth/permissions.ts'
import type { Actor, Organization } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Seal } from '../base/secret.ts'
import type { Reader } from '../db/database.ts'
import { type ContentLimits, readUsedBytes } from '../file-store/keep.ts'
import { changed, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { present, type Representation } from '../schema/present.ts'
import { type CompanyRow, company } from '../schema/records/company.ts'
import { checkRules, sealedSecret, withoutProvider, withoutSecret } from './company-sign-in.ts'
import { statusesOf } from './files/statuses.ts'

export async function presentCompany(
  reader: Reader,
  { actor, site }: { actor: Actor; site: Site },
  row: CompanyRow,
  limits: ContentLimits,
): Promise<Representation> {
  return present(company, site.publicUrl, row.id, {
    ...(maySeeDirectory(actor) ? withoutSecret(row) : withoutProvider(row)),
    fileStatuses: statusesOf(row),
    limits: {
      fileBytes: limits.fileBytes,
      zipBytes: limits.zipBytes,
      storageBytes: limits.companyBytes ?? null,
      usedBytes: await readUsedBytes(reader, row.companyNo),
    },
  })
}

export async function ownCompany(reader: Reader, actor: Actor): Promise<CompanyRow> {
  return reader.query
    .selectFrom('companies')
    .selectAll()
    .where('companyNo', '=', actor.companyNo)
    .executeTakeFirstOrThrow()
}

/** "Methods of the other kind answer 403, code `not_for_this_account_type`." */
export function demandOrganization(actor: Actor, organization: Organization): void {
  if (actor.organization === organization) return
  const [own, other] =
    organization === 'accounts' ? ['workspace groups', 'accounts'] : ['accounts', 'workspace groups']
  throw problem(
    'not_for_this_account_type',
    `Your company organizes its workspaces by ${own}. This method is for companies that use ${other}.`,
  )
}

/**
 * The settings of single sign-on: how to encrypt its secret, and whether the provider may have a private
 * address.
 */
interface SsoRules {
  seal: Seal
  privateAddresses: boolean
}

export function companyRoutes(api: Api, sso: SsoRules, limits: ContentLimits): void {
  api.get(
    '/v1/company',
    {
      summary: 'Shows your own company.',
      needs: 'Anyone who is signed in; external people do not see the single sign-on settings.',
      answer: { one: company },
    },
    async (ctx) => one(await presentCompany(ctx.db, ctx, await ownCompany(ctx.db, ctx.actor), limits)),
  )

  api.change(
    '/v1/company',
    {
      summary: 'Changes your own company.',
      needs: 'A company admin.',
      body: { change: company },
      answer: { changed: company },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx } = ctx
      demand(mayAdministerCompany(actor), 'Only company admins may change the company.')
      const before = await ownCompany(tx, actor)
      const changes = await ctx.changes(company, await presentCompany(tx, ctx, before, limits))
      const { row, fields, previous } = await tx.update(
        company,
        before,
        sealedSecret(changes, before, sso.seal),
      )
      if (fields.some((name) => name.startsWith('sso'))) await checkRules(tx, row, sso.privateAddresses)
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'company', recordId: row.id, fields, previous })
      return changed(await presentCompany(tx, ctx, row, limits))
    },
  )
}
