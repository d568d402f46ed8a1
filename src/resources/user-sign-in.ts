import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import { nothing, ok } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { findCodes, hasCodes, removeCodes } from '../sign-in/second-step.ts'
import { findUser, presentUser } from './users.ts'

const signInSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['hasPassword', 'hasOneTimeCodes', 'hasSingleSignOn'],
  properties: {
    hasPassword: { type: 'boolean', description: 'Whether the person has chosen a password.' },
    hasOneTimeCodes: { type: 'boolean', description: 'Whether signing in requires a one-time code.' },
    hasSingleSignOn: { type: 'boolean', description: 'Whether they have used single sign-on before.' },
  },
}

/** How one person signs in. */
export function userSignInRoutes(api: Api): void {
  api.get(
    '/v1/users/:userHash/signIn',
    {
      summary: 'Shows how a person signs in.',
      needs: 'A company admin, or the person.',
      answer: { ok: signInSchema, sentence: 'How the person signs in.' },
    },
    async ({ actor, db, params }) => {
      const user = await findUser(db, actor, params.userHash)
      demand(
        user.id === actor.userId || mayAdministerCompany(actor),
        'Only company admins may see how others sign in.',
      )
      const identity = await db.query
        .selectFrom('ssoIdentities')
        .select('userId')
        .where('companyNo', '=', actor.companyNo)
        .where('userId', '=', user.id)
        .limit(1)
        .executeTakeFirst()
      return ok({
        hasPassword: user.passwordHash !== null,
        hasOneTimeCodes: await hasCodes(db, user),
        hasSingleSignOn: identity !== undefined,
      })
    },
  )

  api.delete(
    '/v1/users/:userHash/oneTimeCodes',
    {
      summary: 'Removes the one-time codes of a person who has lost their authenticator.',
      needs: 'A company admin.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const user = await findUser(tx, actor, params.userHash)
      demand(mayAdministerCompany(actor), 'Only company admins may remove one-time codes.')
      ctx.match(presentUser(site, user))
      const codes = await findCodes(tx, user)
      await removeCodes(tx, user)
      if (codes !== undefined) tx.log({ verb: 'oneTimeCodesRemoved', kind: 'user', recordId: user.id })
      return nothing()
    },
  )
}
