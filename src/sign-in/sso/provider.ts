import type { Configuration } from 'openid-client'
import type { Seal } from '../../base/secret.ts'
import type { CompanyRow } from '../../schema/records/company.ts'

/** Loaded where somebody comes this way. */
const openid = () => import('openid-client')

/** How long what a provider says of itself is believed. */
const remembered = 600_000
const mostRemembered = 1_000

/** What has to come back unchanged from the provider. */
export interface Departure {
  companyNo: number
  state: string
  nonce: string
  verifier: string
}

/** Who the provider says has come. */
export interface Arrival {
  issuer: string
  subject: string
  email: string | undefined
  /** Whether the provider has seen that the address is theirs; undefined where it does not say. */
  emailVerified: boolean | undefined
  fullName: string | undefined
}

/** The OpenID Connect providers of the companies: discovery, the authorization code flow, PKCE. */
export class Providers {
  readonly #seal: Seal
  readonly #redirectUri: string
  readonly #privateAddresses: boolean
  readonly #known = new Map<string, { until: number; configuration: Configuration }>()

  constructor(seal: Seal, publicUrl: string, privateAddresses: boolean) {
    this.#seal = seal
    this.#redirectUri = `${publicUrl}/auth/sso/callback`
    this.#privateAddresses = privateAddresses
  }

  /** Where the person goes, and what has to come back with them. */
  async depart(
    company: CompanyRow,
    loginHint: string | undefined,
  ): Promise<{ to: URL; departure: Departure }> {
    const configuration = await this.#discover(company)
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await openid()
    const departure: Departure = {
      companyNo: company.companyNo,
      state: random.randomState(),
      nonce: random.randomNonce(),
      verifier: random.randomPKCECodeVerifier(),
    }
    const to = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email profile',
      state: departure.state,
      nonce: departure.nonce,
      code_challenge: await calculatePKCECodeChallenge(departure.verifier),
      code_challenge_method: 'S256',
      ...(loginHint !== undefined && { login_hint: loginHint }),
    })
    return { to, departure }
  }

  /** Trades the code in `query` for what the provider knows of the person. */
  async arrive(company: CompanyRow, { state, nonce, verifier }: Departure, query: string): Promise<Arrival> {
    const configuration = await this.#discover(company)
    const { authorizationCodeGrant, fetchUserInfo } = await openid()
    const tokens = await authorizationCodeGrant(configuration, new URL(`${this.#redirectUri}${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw new Error('The provider gave no id token')
    // Many providers tell more of the person where one asks for it.
    const asked =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    const { email, email_verified: verified, name } = { ...claims, ...asked } as Record<string, unknown>
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof email === 'string' ? email : undefined,
      emailVerified: typeof verified === 'boolean' ? verified : undefined,
      fullName: typeof name === 'string' ? name : undefined,
    }
  }

  async #discover(company: CompanyRow): Promise<Configuration> {
    const { id, ssoIssuer, ssoClientId, ssoClientSecret } = company
    if (ssoIssuer === null || ssoClientId === null) throw new Error('The company has no single sign-on')
    const key = JSON.stringify([id, ssoIssuer, ssoClientId, ssoClientSecret])
    const known = this.#known.get(key)
    if (known !== undefined && known.until > Date.now()) return known.configuration
    const secret = ssoClientSecret === null ? undefined : this.#seal.open(ssoClientSecret, id)
    const { allowInsecureRequests, customFetch, discovery } = await openid()
    const { guardedFetch } = await import('./guarded-fetch.ts')
    const fetch = guardedFetch(this.#privateAddresses)
    const configuration = await discovery(new URL(ssoIssuer), ssoClientId, secret, undefined, {
      [customFetch]: fetch,
      ...(this.#privateAddresses && { execute: [allowInsecureRequests] }),
    })
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(key, { until: Date.now() + remembered, configuration })
    return configuration
  }
}
