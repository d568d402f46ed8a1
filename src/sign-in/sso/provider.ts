import type { Configuration } from 'openid-client'
import { clock } from '../../base/clock.ts'
import type { Seal } from '../../base/secret.ts'
import type { CompanyRow } from '../../schema/records/company.ts'

/** Loaded with the first single sign-on. */
const openid = () => import('openid-client')

/** How long a provider's metadata is cached, and how long it is not contacted again after a failure; milliseconds. */
const remembered = 600_000
const failureRemembered = 30_000
const mostRemembered = 1_000

interface Discovery {
  /** Until when the result counts; undefined while the request to the provider is in progress. */
  until: number | undefined
  configuration: Promise<Configuration>
}

/** Values that the provider must return unchanged. */
export interface Departure {
  companyNo: number
  state: string
  nonce: string
  verifier: string
}

/** The person, as the provider describes them. */
export interface Arrival {
  issuer: string
  subject: string
  email: string | undefined
  /** Whether the provider has verified the email address; undefined if it does not report that. */
  emailVerified: boolean | undefined
  fullName: string | undefined
}

/** The OpenID Connect providers of the companies: discovery, the authorization code flow, PKCE. */
export class Providers {
  readonly #seal: Seal
  readonly #redirectUri: string
  readonly #privateAddresses: boolean
  readonly #known = new Map<string, Discovery>()

  constructor(seal: Seal, publicUrl: string, privateAddresses: boolean) {
    this.#seal = seal
    this.#redirectUri = `${publicUrl}/auth/sso/callback`
    this.#privateAddresses = privateAddresses
  }

  /** The URL to redirect to, and the values that must come back. */
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

  /** Exchanges the code in `query` for the person's data. */
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
    if (claims === undefined) throw new Error('The provider returned no id token')
    // Many providers return more data from the userinfo endpoint.
    const userInfo =
      claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    const { email, email_verified: verified, name } = { ...claims, ...userInfo } as Record<string, unknown>
    return {
      issuer: claims.iss,
      subject: claims.sub,
      email: typeof email === 'string' ? email : undefined,
      emailVerified: typeof verified === 'boolean' ? verified : undefined,
      fullName: typeof name === 'string' ? name : undefined,
    }
  }

  /**
   * Anybody may start single sign-on, so nobody can make the service send a provider two requests at a time, or another
   * right after a failure. A changed setup has another key and is tried immediately.
   */
  #discover({ id, ssoIssuer, ssoClientId, ssoClientSecret }: CompanyRow): Promise<Configuration> {
    const key = JSON.stringify([id, ssoIssuer, ssoClientId, ssoClientSecret])
    const known = this.#known.get(key)
    if (known !== undefined && (known.until ?? Number.POSITIVE_INFINITY) > clock.now())
      return known.configuration
    const secret = ssoClientSecret === null ? undefined : this.#seal.open(ssoClientSecret, id)
    const configuration = this.#ask(ssoIssuer, ssoClientId, secret)
    const discovery: Discovery = { until: undefined, configuration }
    configuration.then(
      () => {
        discovery.until = clock.now() + remembered
      },
      () => {
        discovery.until = clock.now() + failureRemembered
      },
    )
    if (this.#known.size >= mostRemembered) this.#known.clear()
    this.#known.set(key, discovery)
    return configuration
  }

  async #ask(issuer: string | null, clientId: string | null, secret: string | undefined) {
    if (issuer === null || clientId === null) throw new Error('The company has no single sign-on')
    const { allowInsecureRequests, customFetch, discovery } = await openid()
    const { guardedFetch } = await import('../../outward/fetch.ts')
    return discovery(new URL(issuer), clientId, secret, undefined, {
      [customFetch]: guardedFetch(this.#privateAddresses),
      ...(this.#privateAddresses && { execute: [allowInsecureRequests] }),
    })
  }
}
