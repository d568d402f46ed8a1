import { hashToken } from '../../../src/auth/access-token.ts'
import type { Organization } from '../../../src/base/actor.ts'
import { clock } from '../../../src/base/clock.ts'
import type { Client } from '../../support/client.ts'
import type { Company, World } from '../../support/world.ts'
import { buildSession } from '../fixture.ts'

/** The callers, in the order of the table's columns. */
export const actorNames = [
  'anonymous',
  'garbage',
  'expired',
  'revoked',
  'stranger',
  'inactive',
  'external',
  'internal',
  'reader',
  'contributor',
  'wsAdmin',
  'admin',
] as const
export type ActorName = (typeof actorNames)[number]

export interface Cast {
  world: World
  company: Company
  stranger: Company
  clients: Record<ActorName, Client>
  /** Creates a workspace in which the reader, the contributor and the workspace admin have their roles. */
  newWorkspace: () => Promise<string>
  /** One of them, for operations that are not about the workspace itself. */
  workspaceId: string
  /** Somebody else signs in; returns the id of their session. */
  session: () => Promise<string>
}

/** The people of one company, and an admin of another that organizes its workspaces alike. */
export async function gatherCast(world: World, organization: Organization): Promise<Cast> {
  const company = await world.company(organization)
  const stranger = await world.company(organization)
  const external = await world.person(company, { userType: 'External' })
  const internal = await world.person(company)
  const reader = await world.person(company)
  const contributor = await world.person(company)
  const wsAdmin = await world.person(company)
  const inactive = await world.person(company, { permissions: ['companyAdmin'] })
  await company.admin.ok('PUT', `/v1/users/${inactive.id}`, { status: 'Inactive' })
  const revoked = await world.token(company, company.adminId)
  await world.db.transaction((tx) =>
    tx.query
      .updateTable('accessTokens')
      .set({ revokedAt: clock.timestamp() })
      .where('userId', '=', company.adminId)
      .where('hash', '=', hashToken(revoked))
      .execute(),
  )
  const guest = await world.person(company)
  const roles = { Reader: reader, Contributor: contributor, Admin: wsAdmin }
  const newWorkspace = async (): Promise<string> => {
    const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Fixture' })
    for (const [role, person] of Object.entries(roles))
      await company.admin.ok('PUT', `/v1/workspaces/${id}/members/${person.id}`, { role })
    return id
  }
  return {
    world,
    company,
    stranger,
    newWorkspace,
    workspaceId: await newWorkspace(),
    session: async () => (await buildSession(world, company, guest.id)).id,
    clients: {
      anonymous: world.nobody,
      garbage: world.client('garbage'),
      expired: world.client(await world.token(company, company.adminId, -5)),
      revoked: world.client(revoked),
      stranger: stranger.admin,
      inactive: inactive.client,
      external: external.client,
      internal: internal.client,
      reader: reader.client,
      contributor: contributor.client,
      wsAdmin: wsAdmin.client,
      admin: company.admin,
    },
  }
}
