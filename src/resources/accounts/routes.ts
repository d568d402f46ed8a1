import { demand, mayManageAccounts } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { tablesInTheWay } from '../../db/attached-rows.ts'
import type { Reader } from '../../db/database.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site, WriteContext } from '../../http/context.ts'
import { removeRecord } from '../../jobs/purge-attached.ts'
import type { Representation } from '../../schema/present.ts'
import { type AccountRow, account } from '../../schema/records/account.ts'
import { demandOrganization } from '../company.ts'
import { historyRoute, seenByDirectory } from '../history.ts'
import { accounts, demandSeesAccounts, findAccount, presentAccount } from './account.ts'
import { demandParentFits } from './tree.ts'

const internal = 'Internal people, in a company that organizes by accounts.'
const manager = 'The permission manageAccounts, in a company that organizes by accounts.'

function demandManages(actor: Actor): void {
  demandOrganization(actor, 'accounts')
  demand(mayManageAccounts(actor), 'Creating and changing accounts requires the permission manageAccounts.')
}

async function createAccount(ctx: WriteContext, given: { parentAccountId?: string } = {}): Promise<Answer> {
  const { actor, tx, site } = ctx
  demandManages(actor)
  const row = await tx.insert(account, await ctx.newRecord(account, given))
  await demandParentFits(tx, row)
  tx.log({ verb: 'created', kind: 'account', recordId: row.id })
  return created(presentAccount(site, row), `/v1/accounts/${row.id}`)
}

async function demandEmpty(reader: Reader, row: AccountRow): Promise<void> {
  const inTheWay = await tablesInTheWay(reader, 'accounts', row)
  if (inTheWay.includes('accounts'))
    throw problem('conflict', 'The account still contains other accounts. Move or delete them first.')
  if (inTheWay.length > 0)
    throw problem(
      'conflict',
      'The account still contains workspaces. Move them to another account first. To move workspaces in the trash, restore them; otherwise they are purged after 30 days.',
    )
}

const present =
  (site: Site) =>
  (found: readonly AccountRow[]): Representation[] =>
    found.map((row) => presentAccount(site, row))

export function accountRoutes(api: Api): void {
  api.get(
    '/v1/accounts',
    {
      summary: 'Lists all accounts, at every level of the tree.',
      needs: internal,
      answer: { list: accounts },
      problems: ['not_for_this_account_type', 'forbidden'],
    },
    (ctx) => {
      demandSeesAccounts(ctx.actor)
      return ctx.page<AccountRow>(accounts, [], present(ctx.site))
    },
  )

  api.get(
    '/v1/accounts/:accountId/accounts',
    {
      summary: 'Lists the accounts directly inside another.',
      needs: internal,
      answer: { list: accounts },
      problems: ['not_for_this_account_type'],
    },
    async (ctx) => {
      const { id } = await findAccount(ctx.db, ctx.actor, ctx.params.accountId)
      const parts = [accounts.where(ctx.actor, 'parentAccountId', id)]
      return ctx.page<AccountRow>(accounts, parts, present(ctx.site))
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
      one(presentAccount(site, await findAccount(db, actor, params.accountId))),
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
    (ctx) => createAccount(ctx),
  )

  api.post(
    '/v1/accounts/:accountId/accounts',
    {
      summary: 'Creates an account inside another.',
      needs: manager,
      body: { new: account, given: ['parentAccountId'] },
      answer: { created: account },
      problems: ['not_for_this_account_type', 'conflict', 'duplicate'],
    },
    async (ctx) => {
      const { id } = await findAccount(ctx.tx, ctx.actor, ctx.params.accountId)
      return createAccount(ctx, { parentAccountId: id })
    },
  )

  api.change(
    '/v1/accounts/:accountId',
    {
      summary: 'Changes an account, or moves it with everything in it to another.',
      needs: manager,
      body: { change: account },
      answer: { changed: account },
      problems: ['not_for_this_account_type', 'conflict', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findAccount(tx, actor, params.accountId)
      demandManages(actor)
      const changes = await ctx.changes(account, presentAccount(site, before))
      const { row, fields, previous } = await tx.update(account, before, changes)
      if (fields.includes('parentAccountId')) await demandParentFits(tx, row)
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'account', recordId: row.id, fields, previous })
      return changed(presentAccount(site, row))
    },
  )
  historyRoute(api, '/v1/accounts/:accountId', 'account', findAccount, seenByDirectory)

  api.delete(
    '/v1/accounts/:accountId',
    {
      summary: 'Deletes an empty account.',
      needs: manager,
      answer: 'nothing',
      problems: ['not_for_this_account_type', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findAccount(tx, actor, params.accountId)
      demandManages(actor)
      ctx.match(presentAccount(site, row))
      await demandEmpty(tx, row)
      await removeRecord(tx, 'accounts', row)
      tx.log({ verb: 'deleted', kind: 'account', recordId: row.id })
      return nothing()
    },
  )
}
