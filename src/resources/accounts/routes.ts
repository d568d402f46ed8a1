import type { Actor } from '../../actor.ts'
import { demand, mayManageAccounts } from '../../auth/permissions.ts'
import type { Reader } from '../../db/database.ts'
import { demandFreeExternalId, insertRow, newRow, updateRow } from '../../db/records.ts'
import type { AccountRow } from '../../db/rows/places.ts'
import { problem } from '../../errors.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site, WriteContext } from '../../http/context.ts'
import type { Shown } from '../../http/shown.ts'
import { foldText } from '../../query/fields.ts'
import { demandOrganization } from '../company.ts'
import { holdsWorkspaces } from '../workspaces/workspace.ts'
import { account, accounts, demandSeesAccounts, findAccount, showAccount } from './account.ts'
import { demandParentFits } from './tree.ts'

const internal = 'Internal people, in a company that organizes by accounts.'
const manager = 'The permission manageAccounts, in a company that organizes by accounts.'

function demandManages(actor: Actor): void {
  demandOrganization(actor, 'accounts')
  demand(mayManageAccounts(actor), 'Making and changing accounts needs the permission manageAccounts.')
}

async function createAccount(ask: WriteContext, given: { parentAccountId?: string } = {}): Promise<Answer> {
  const { actor, tx, site } = ask
  demandManages(actor)
  const { customFields: custom, ...values } = await ask.newRecord(account, given)
  const row: AccountRow = {
    ...newRow(actor.companyNo, actor.userId),
    ...values,
    accountNameKey: foldText(values.accountName),
    customFields: JSON.stringify(custom),
  }
  await demandParentFits(tx, row)
  await demandFreeExternalId(tx, 'accounts', row, row.externalId)
  await insertRow(tx, 'accounts', row)
  tx.log({ verb: 'created', kind: 'account', recordId: row.id })
  return created(showAccount(site, row), `/v1/accounts/${row.id}`)
}

async function demandEmpty(reader: Reader, { companyNo, id }: AccountRow): Promise<void> {
  const children = await reader.query
    .selectFrom('accounts')
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('parentAccountId', '=', id)
    .limit(1)
    .execute()
  if (children.length > 0)
    throw problem('conflict', 'The account still holds other accounts; move or delete them first.')
  if (await holdsWorkspaces(reader, companyNo, { accountId: id }))
    throw problem(
      'conflict',
      'The account still holds workspaces. Move them to another account first; those in the trash must be restored for that, or are purged after 30 days.',
    )
}

const present =
  (site: Site) =>
  (found: readonly AccountRow[]): Shown[] =>
    found.map((row) => showAccount(site, row))

export function accountRoutes(api: Api): void {
  api.get(
    '/v1/accounts',
    {
      summary: 'Lists the accounts, at every depth of the tree.',
      needs: internal,
      answer: { list: accounts },
      problems: ['not_for_this_account_type', 'forbidden'],
    },
    (ask) => {
      demandSeesAccounts(ask.actor)
      return ask.page<AccountRow>(accounts, [], present(ask.site))
    },
  )

  api.get(
    '/v1/accounts/:accountId/accounts',
    {
      summary: 'Lists the accounts that are directly in another.',
      needs: internal,
      answer: { list: accounts },
      problems: ['not_for_this_account_type'],
    },
    async (ask) => {
      const { id } = await findAccount(ask.db, ask.actor, ask.params.accountId)
      const parts = [accounts.where(ask.actor, 'parentAccountId', id)]
      return ask.page<AccountRow>(accounts, parts, present(ask.site))
    },
  )

  api.get(
    '/v1/accounts/:accountId',
    {
      summary: 'Shows one account.',
      needs: internal,
      answer: { one: account },
      problems: ['not_for_this_account_type'],
    },
    async ({ actor, db, site, params }) =>
      one(showAccount(site, await findAccount(db, actor, params.accountId))),
  )

  api.post(
    '/v1/accounts',
    {
      summary: 'Creates an account.',
      needs: manager,
      body: { new: account },
      answer: { created: account },
      problems: ['not_for_this_account_type', 'forbidden', 'conflict', 'duplicate'],
    },
    (ask) => createAccount(ask),
  )

  api.post(
    '/v1/accounts/:accountId/accounts',
    {
      summary: 'Creates an account in another.',
      needs: manager,
      body: { new: account, given: ['parentAccountId'] },
      answer: { created: account },
      problems: ['not_for_this_account_type', 'conflict', 'duplicate'],
    },
    async (ask) => {
      const { id } = await findAccount(ask.tx, ask.actor, ask.params.accountId)
      return createAccount(ask, { parentAccountId: id })
    },
  )

  api.change(
    '/v1/accounts/:accountId',
    {
      summary: 'Changes an account, or moves it with all that is in it to another.',
      needs: manager,
      body: { change: account },
      answer: { changed: account },
      problems: ['not_for_this_account_type', 'conflict', 'duplicate'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const before = await findAccount(tx, actor, params.accountId)
      demandManages(actor)
      const { customFields: custom, ...changes } = await ask.changes(account, showAccount(site, before))
      const { row, fields } = await updateRow(tx, 'accounts', before, {
        ...changes,
        ...(changes.accountName !== undefined && { accountNameKey: foldText(changes.accountName) }),
        ...(custom !== undefined && { customFields: JSON.stringify(custom) }),
      })
      if (fields.includes('parentAccountId')) await demandParentFits(tx, row)
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'account', recordId: row.id, fields })
      return changed(showAccount(site, row))
    },
  )

  api.delete(
    '/v1/accounts/:accountId',
    {
      summary: 'Deletes an empty account.',
      needs: manager,
      answer: 'nothing',
      problems: ['not_for_this_account_type', 'conflict'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const row = await findAccount(tx, actor, params.accountId)
      demandManages(actor)
      ask.match(showAccount(site, row))
      await demandEmpty(tx, row)
      await tx.query
        .deleteFrom('accounts')
        .where('companyNo', '=', row.companyNo)
        .where('id', '=', row.id)
        .execute()
      tx.log({ verb: 'deleted', kind: 'account', recordId: row.id })
      return nothing()
    },
  )
}
