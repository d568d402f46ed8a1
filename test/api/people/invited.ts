import type { Company } from '../../support/world.ts'

export const address = (): string => `${crypto.randomUUID()}@example.com`

/** A person who was added, and the link that an administrator got for them. */
export async function invited(company: Company, body: object = {}) {
  const email = address()
  const { id } = await company.admin.create('/v1/users', { email, fullName: 'Ada Byron' })
  const invitation = await company.admin.create(`/v1/users/${id}/invitation`, body)
  return { id, email, invitation, link: invitation.link as string }
}
