import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { findRow } from '../db/records.ts'
import { type Answer, changed, createdWithSecret, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site, WriteContext } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { linkMail } from '../mail/link-mail.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { present, type Representation } from '../schema/present.ts'
import { type InvitationRow, invitation } from '../schema/records/invitation.ts'
import type { UserRow } from '../schema/records/user.ts'
import { closeLink, type LinkSite, makeLink } from '../sign-in/links.ts'
import { findUser } from './users.ts'

export const invitations = listOf(invitation, {
  columns: { userHash: 't."userId"' },
})

const linkSchema: JsonSchema = {
  type: 'string',
  format: 'uri',
  description: 'The link to pass on to the person. It is shown only once.',
}

const onlyAdmins = 'Only company admins may see and create invitations.'

const presentInvitation = (site: Site, row: InvitationRow): Representation =>
  present(invitation, site.publicUrl, row.id, { ...row, userHash: row.userId })

async function findInvitation(reader: Reader, actor: Actor, id: string): Promise<InvitationRow> {
  const row = await findRow(reader, 'invitations', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such invitation.')
  demand(mayAdministerCompany(actor), onlyAdmins)
  return row
}

export function invitationRoutes(api: Api, links: LinkSite, outbox: Outbox): void {
  api.get(
    '/v1/invitations',
    {
      summary: 'Lists the invitations of the company, and the links for choosing a new password.',
      needs: 'A company admin.',
      answer: { list: invitations },
      problems: ['forbidden'],
    },
    (ctx) => {
      demand(mayAdministerCompany(ctx.actor), onlyAdmins)
      return ctx.page<InvitationRow>(invitations, [], (found) =>
        found.map((row) => presentInvitation(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/invitations/:invitationId',
    { summary: 'Shows one invitation.', needs: 'A company admin.', answer: { one: invitation } },
    async ({ actor, db, site, params }) =>
      one(presentInvitation(site, await findInvitation(db, actor, params.invitationId))),
  )

  const spec = {
    needs: 'A company admin.',
    answer: { created: invitation, with: { link: linkSchema } },
    problems: ['forbidden', 'duplicate', 'conflict'],
    secretAnswer: true,
  } as const

  const make = async (
    ctx: WriteContext,
    user: UserRow,
    { mailed, externalId }: { mailed: boolean; externalId: string | null },
  ): Promise<Answer> => {
    const { actor, tx, site } = ctx
    if (user.status !== 'Active')
      throw problem('conflict', 'This person is not active. Set their status to Active first.')
    const given = { user, createdBy: actor.userId, mailed: mailed && outbox.sends, externalId }
    const { row, link } = await makeLink(tx, given, links)
    if (row.mailed) {
      const { companyName } = await tx.query
        .selectFrom('companies')
        .select('companyName')
        .where('companyNo', '=', actor.companyNo)
        .executeTakeFirstOrThrow()
      await outbox.add(tx, actor.companyNo, linkMail(row, { fullName: user.fullName, companyName, link }))
    }
    return createdWithSecret(presentInvitation(site, row), `/v1/invitations/${row.id}`, { link })
  }

  api.post(
    '/v1/invitations',
    {
      ...spec,
      summary: 'Creates a link that lets a person choose a password. Their earlier links become invalid.',
      body: { new: invitation },
    },
    async (ctx) => {
      demand(mayAdministerCompany(ctx.actor), onlyAdmins)
      const { userHash, ...values } = await ctx.newRecord(invitation)
      return make(ctx, await findUser(ctx.tx, ctx.actor, userHash), values)
    },
  )

  api.post(
    '/v1/users/:userHash/invitation',
    {
      ...spec,
      summary: 'Invites this person, or creates a link for choosing a new password.',
      body: {
        members: { mailed: invitation.fields.mailed, externalId: invitation.fields.externalId },
        optional: true,
      },
    },
    async (ctx) => {
      const user = await findUser(ctx.tx, ctx.actor, ctx.params.userHash)
      demand(mayAdministerCompany(ctx.actor), onlyAdmins)
      const { mailed, externalId } = invitation.fields
      return make(ctx, user, await ctx.members({ mailed, externalId }))
    },
  )

  api.change(
    '/v1/invitations/:invitationId',
    {
      summary: 'Changes the `externalId` of an invitation.',
      needs: 'A company admin.',
      body: { change: invitation },
      answer: { changed: invitation },
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findInvitation(tx, actor, params.invitationId)
      const changes = await ctx.changes(invitation, presentInvitation(site, before))
      const { row, fields, previous } = await tx.update(invitation, before, changes)
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'invitation', recordId: row.id, fields, previous })
      return changed(presentInvitation(site, row))
    },
  )

  api.delete(
    '/v1/invitations/:invitationId',
    {
      summary: 'Withdraws an unused invitation: its link stops working.',
      needs: 'A company admin.',
      answer: 'nothing',
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findInvitation(tx, actor, params.invitationId)
      ctx.match(presentInvitation(site, row))
      if (row.status === 'Accepted') throw problem('conflict', 'The invitation was already used.')
      if (row.status === 'Pending') await closeLink(tx, row.companyNo, row.id, 'Revoked')
      return nothing()
    },
  )
}
