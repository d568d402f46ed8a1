import { invalid, problem } from '../base/errors.ts'
import type { Seal } from '../base/secret.ts'
import { rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Write } from '../db/write.ts'
import { type CompanyRow, keptSecret } from '../schema/records/company.ts'

type SignInRules = Pick<
  CompanyRow,
  'oneTimeCodesRequired' | 'ssoIssuer' | 'ssoClientId' | 'ssoClientSecret' | 'ssoDomains' | 'ssoCreates'
>

const noSignInRules: SignInRules = {
  oneTimeCodesRequired: false,
  ssoIssuer: null,
  ssoClientId: null,
  ssoClientSecret: null,
  ssoDomains: '[]',
  ssoCreates: 'Nobody',
}

/** The row as it is presented. */
export const withoutSecret = (row: CompanyRow): CompanyRow => ({
  ...row,
  ssoClientSecret: row.ssoClientSecret === null ? null : keptSecret,
})

/** The row as external people see it, without the sign-in provider. */
export const withoutProvider = (row: CompanyRow): CompanyRow => ({
  ...row,
  ...noSignInRules,
  oneTimeCodesRequired: row.oneTimeCodesRequired,
})

/**
 * Encrypts the client secret in these changes. A new issuer clears the old secret, so that it is never sent to
 * another provider.
 */
export function sealedSecret<T extends { ssoIssuer?: string | null; ssoClientSecret?: string | null }>(
  changes: T,
  before: CompanyRow,
  seal: Seal,
): Omit<T, 'ssoClientSecret'> & { ssoClientSecret?: string | null } {
  const { ssoClientSecret, ...others } = changes
  const given = ssoClientSecret === keptSecret ? undefined : ssoClientSecret
  const moves = changes.ssoIssuer !== undefined && changes.ssoIssuer !== before.ssoIssuer
  const secret = given === undefined && moves ? null : given
  if (secret === undefined) return others
  return { ...others, ssoClientSecret: secret === null ? null : seal.seal(secret, before.id) }
}

/**
 * Throws unless the issuer and client id are valid, and reserves the domains, which no other company may use.
 */
export async function checkRules(tx: Write, row: CompanyRow, privateAddresses: boolean): Promise<void> {
  if (row.ssoIssuer !== null) {
    const secure = privateAddresses ? /^https?:\/\// : /^https:\/\//
    if (!secure.test(row.ssoIssuer) || !URL.canParse(row.ssoIssuer))
      throw invalid([
        { pointer: '/ssoIssuer', detail: '"ssoIssuer" must be an address that begins with https://.' },
      ])
    if (row.ssoClientId === null)
      throw invalid([{ pointer: '/ssoClientId', detail: '"ssoClientId" is required with "ssoIssuer".' }])
  }
  const wanted = JSON.parse(row.ssoDomains) as string[]
  await tx.query.deleteFrom('ssoDomains').where('companyNo', '=', row.companyNo).execute()
  for (const [n, domain] of wanted.entries()) {
    const added = await rows(
      tx,
      sql`INSERT INTO "ssoDomains" ("domain", "companyNo") VALUES (${domain}, ${row.companyNo}) ON CONFLICT DO NOTHING RETURNING "domain"`,
    )
    if (added.length === 0)
      throw problem('duplicate', `The domain ${domain} belongs to another company here.`, {
        faults: [{ pointer: `/ssoDomains/${n}`, detail: 'belongs to another company here.' }],
      })
  }
}
