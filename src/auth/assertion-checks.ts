import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { userScope } from './access-token.ts'
import type { Assertion } from './assertion.ts'
import { invalidGrant, OAuthFault } from './oauth-fault.ts'

/** A client and its active keys. */
export interface KnownClient {
  companyNo: number
  clientId: string
  userId: string
  userIsActive: boolean
  /** Contract section 11: for integrations written for the earlier service. */
  compatibility: boolean
  lastUsedAt: string | null
  keys: readonly { keyId: string; publicKey: KeyObject; lastUsedAt: string | null }[]
}

export interface Claimed {
  assertion: Assertion
  /** Seconds since the epoch. */
  now: number
  /** The host names of the authorization server: the current one, then former ones. */
  authHosts: readonly string[]
  client: KnownClient | undefined
  /** The key that created the signature; undefined until it is found. */
  keyId: string | undefined
}

/** One check of the contract's table: throws if it fails. */
export interface Check {
  name: string
  run: (claimed: Claimed) => void
}

const leeway = 120
const longest = 7 * 24 * 3_600

/** "Unknown client, bad signature and inactive user give the same body in the same time." */
const notTrusted = (reason: string): OAuthFault =>
  invalidGrant('The assertion is not signed by a live key of an active client.', reason)

/**
 * A key whose private half was discarded. Signatures are verified against it when the client has no key, so
 * that timing reveals nothing.
 */
const noKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA4+NkYiuWkpKrjOJ7hrOM
itPT2hYD9bkKB2tQf8doGmzvcSfEwWYeE9Wgpdj31UuMWxnG6NiHKU5auJqgNDGJ
/G0U+ne33z7Mh4Oh+7uH5y4l1Zl0+vcH/KFUeAA/cg0gcBznECejPbwPwQ3cTS8G
rPjoj3Se/tLhiDMqHRy8PXSgqMyEvJjaSvGnUmS4PqbI7KzBPY82axukKClUujNp
V67hrhm0rPuaN9hrLopsVXc27j5ZFp2Eq7B5w4h2f0H7X3NXqBjvZ/njlQvUCcx7
c6F8LXn8eBTVbhe1wR0a5G00OyT1q/Fh4DlV5YYAXVXxZWgbqdwRH3kHfSOAxXTa
1wIDAQAB
-----END PUBLIC KEY-----
`)

/** "A client may have two live keys": always verify against this many. */
const tried = 2

const issuerIsText: Check = {
  name: 'iss is a string',
  run: ({ assertion }) => {
    const { iss } = assertion.claims
    if (typeof iss !== 'string' || iss === '') throw invalidGrant('The claim iss must be the client_id.')
  },
}

const signedByLiveKey: Check = {
  name: 'signature by one of the live keys of an active client',
  run: (claimed) => {
    const { assertion, client } = claimed
    const { kid } = assertion
    // `kid` only picks among the client's own keys; an unknown one is ignored.
    const keys = [...(client?.keys ?? [])].sort((a, b) => Number(b.keyId === kid) - Number(a.keyId === kid))
    let found: string | undefined
    for (let n = 0; n < tried; n += 1) {
      const key = keys[n]
      const fits = verify('RSA-SHA256', assertion.signed, key?.publicKey ?? noKey, assertion.signature)
      if (fits && key !== undefined) found ??= key.keyId
    }
    if (client === undefined) throw notTrusted('no active client')
    if (found === undefined) throw notTrusted('bad signature')
    claimed.keyId = found
  },
}

const madeOutToUs: Check = {
  name: 'aud',
  run: ({ assertion, authHosts }) => {
    const { aud } = assertion.claims
    const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
    if (!audiences.some((audience) => typeof audience === 'string' && namesServer(audience, authHosts)))
      throw invalidGrant(`The claim aud must be ${authHosts[0]}, the host name of the authorization server.`)
  },
}

/**
 * Whether the audience is the host name, the issuer URL or the token endpoint's URL, "with the port ignored".
 */
function namesServer(audience: string, authHosts: readonly string[]): boolean {
  if (/^[a-z]+:\/\//i.test(audience)) {
    if (!URL.canParse(audience)) return false
    const url = new URL(audience)
    const isOurs = /^https?:$/.test(url.protocol) && authHosts.includes(url.hostname) && url.username === ''
    return isOurs && ['/', '/oauth2/token'].includes(url.pathname) && url.search === '' && url.hash === ''
  }
  return authHosts.includes(audience.replace(/:\d{1,5}$/, '').toLowerCase())
}

const isMoment = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const notExpired: Check = {
  name: 'exp',
  run: ({ assertion, now }) => {
    const { exp } = assertion.claims
    if (!isMoment(exp)) throw invalidGrant('The claim exp must be a number: seconds since 1970.')
    if (exp < now - leeway)
      throw invalidGrant('The assertion has expired (exp). Create a new one, and check your clock.')
    if (exp > now + longest) throw invalidGrant('The claim exp may be at most 7 days ahead.')
  },
}

const issuedInThePast: Check = {
  name: 'iat and nbf',
  run: ({ assertion, now }) => {
    const { iat, nbf } = assertion.claims
    if (!isMoment(iat)) throw invalidGrant('The claim iat must be a number: seconds since 1970.')
    if (iat > now + leeway) throw invalidGrant('The claim iat is in the future. Check your clock.')
    if (nbf === undefined) return
    if (!isMoment(nbf)) throw invalidGrant('The claim nbf must be a number: seconds since 1970.')
    if (nbf > now + leeway) throw invalidGrant('The claim nbf is in the future. Check your clock.')
  },
}

const aboutItself: Check = {
  name: 'sub',
  run: ({ assertion, client }) => {
    const { sub } = assertion.claims
    if (sub !== undefined && sub !== client?.clientId && sub !== client?.userId)
      throw invalidGrant('The claim sub, if present, must be the client or the user it acts as.')
  },
}

const scopeIsUser: Check = {
  name: 'scp',
  run: ({ assertion }) => {
    const { scp } = assertion.claims
    const scopes: unknown[] = Array.isArray(scp) ? scp : typeof scp === 'string' ? scp.split(' ') : []
    if (!scopes.includes(userScope))
      throw new OAuthFault('invalid_scope', `The claim scp must be ${userScope}.`)
  },
}

const jtiIsText: Check = {
  name: 'jti is a string',
  run: ({ assertion }) => {
    const { jti } = assertion.claims
    if (jti !== undefined && (typeof jti !== 'string' || jti === '' || jti.length > 1_024))
      throw invalidGrant('The claim jti, if present, must be a string of 1 to 1,024 characters.')
  },
}

const userIsActive: Check = {
  name: 'acting user is active',
  run: ({ client }) => {
    if (client?.userIsActive !== true) throw notTrusted('inactive user')
  },
}

/** In the contract's order. The `jti` comes last because its check also consumes it. */
export const assertionChecks: readonly Check[] = [
  issuerIsText,
  signedByLiveKey,
  madeOutToUs,
  notExpired,
  issuedInThePast,
  aboutItself,
  scopeIsUser,
  jtiIsText,
  userIsActive,
]

/** For a client that authenticates without requesting a token: everything but the scope. */
export const identityChecks: readonly Check[] = assertionChecks.filter((check) => check !== scopeIsUser)
