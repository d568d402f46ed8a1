import { demand, mayAdministerCompany, mayAdministerWorkspace } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { CountedProblem, problem } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Write } from '../../db/write.ts'
import { createdWithSecret } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { linkMail } from '../../mail/link-mail.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { foldText } from '../../query/fields.ts'
import { choice } from '../../schema/fields/fields.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { CompanyRow } from '../../schema/records/company.ts'
import { isInvited, type UserRow, user } from '../../schema/records/user.ts'
import { type LinkSite, makeLink } from '../../sign-in/links.ts'
import { ownCompany } from '../company.ts'
import { visibleUserIds } from '../users.ts'
import { demandWritable, findWorkspace } from '../workspaces/workspace.ts'
import { findMember, member, presentMember, role } from './member.ts'
import { addMember } from './membership.ts'

const { email, fullName } = user.fields

const invitee = {
  email,
  fullName,
  role,
  userType: choice(
    'The type of a new person. `External` people see only their workspaces; only company admins may invite `Internal` people.',
    ['Internal', 'External'],
    { fallback: 'External', example: 'External' },
  ),
} as const

const linkSchema: JsonSchema = {
  type: ['string', 'null'],
  format: 'uri',
  description:
    'The link with which a new person chooses a password, to pass on to them. It is shown only once. null if it was mailed to them, and for people who are in the company already.',
}

/** The person with this address, if the caller may see them. */
async function findByEmail(reader: Reader, actor: Actor, address: string): Promise<UserRow | undefined> {
  const [found] = await rows<UserRow>(
    reader,
    sql`SELECT * FROM "users" WHERE "emailKey" = ${foldText(address)}`,
  )
  if (found === undefined) return undefined
  const isVisible =
    found.companyNo === actor.companyNo && (await visibleUserIds(reader, actor, [found.id])).has(found.id)
  if (isVisible) return found
  // Nobody may try many addresses to learn who has an account.
  throw new CountedProblem('duplicate', 'This email address belongs to a user whom you cannot see.', {
    faults: [{ pointer: '/email', detail: 'belongs to a user whom you cannot see.' }],
  })
}

/** Adds a person to the company, and creates their link. It is mailed, or else returned. */
async function addInvited(
  tx: Write,
  company: CompanyRow,
  values: Pick<UserRow, 'email' | 'fullName' | 'userType'>,
  actor: Actor,
  { links, outbox }: { links: LinkSite; outbox: Outbox },
): Promise<{ person: UserRow; link: string | null }> {
  const person = await tx.insert(user, {
    ...values,
    externalId: null,
    status: 'Active',
    permissions: [],
    timeZone: 'UTC',
  })
  tx.log({ verb: 'created', kind: 'user', recordId: person.id })
  const mailed = outbox.sends
  const { row, link } = await makeLink(tx, { user: person, createdBy: actor.userId, mailed }, links)
  if (!mailed) return { person, link }
  const { companyName } = company
  await outbox.add(tx, company.companyNo, linkMail(row, { fullName: person.fullName, companyName, link }))
  return { person, link: null }
}

export function memberInvitationRoutes(api: Api, links: LinkSite, outbox: Outbox): void {
  api.post(
    '/v1/workspaces/:workspaceId/invitations',
    {
      summary:
        'Invites a person into a workspace by their email address. New people are added to the company and get a link to choose a password; people of the company become members immediately.',
      needs: 'An Admin of the workspace, if the company lets them invite people; a company admin.',
      body: { members: invitee },
      answer: { created: member, with: { link: linkSchema } },
      problems: ['archived', 'duplicate', 'conflict'],
      secretAnswer: true,
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const workspace = await findWorkspace(tx, actor, ctx.params.workspaceId)
      demand(mayAdministerWorkspace(workspace.role), 'Only Admins of the workspace may choose its members.')
      const company = await ownCompany(tx, actor)
      demand(
        company.workspaceAdminsMayInvite || mayAdministerCompany(actor),
        'In your company only company admins may invite people.',
      )
      const { role: given, ...values } = await ctx.members(invitee)
      demand(
        values.userType === 'External' || mayAdministerCompany(actor),
        'Only company admins may invite Internal people. Invite this person as External.',
      )
      demandWritable(workspace)
      const known = await findByEmail(tx, actor, values.email)
      if (known?.status === 'Inactive')
        throw problem('conflict', 'This person is inactive. A company admin can reactivate them.')
      if (known !== undefined && (await findMember(tx, actor, workspace.id, known.id)) !== undefined)
        throw problem('duplicate', 'This person is already a member of the workspace.', {
          faults: [{ pointer: '/email', detail: 'belongs to a member of the workspace.' }],
        })
      const { person, link } =
        known === undefined
          ? await addInvited(tx, company, values, actor, { links, outbox })
          : { person: known, link: null }
      const row = await addMember(tx, workspace, actor, person.id, given)
      const { id, fullName: name, email: address } = person
      const record = presentMember(site, {
        ...row,
        fullName: name,
        email: address,
        invited: isInvited(person),
      })
      return createdWithSecret(record, `/v1/workspaces/${workspace.id}/members/${id}`, { link })
    },
  )
}
