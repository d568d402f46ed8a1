import { createServer } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'
import { afterAll, beforeAll } from 'vitest'

/** The provider's data about a person, by login name. */
export interface Identity {
  email?: string
  email_verified?: boolean
  name?: string
}

export interface IdentityProvider {
  issuer: string
  people: Map<string, Identity>
  /** Walks through the provider's pages as this person; returns the address that the provider redirects to. */
  signIn: (location: string, login: string) => Promise<string>
  stop: () => Promise<void>
}

export const ssoClient = { id: 'atrium', secret: 'a secret between the two, long enough' }

/** Call at the top of a test file, before the world: runs a real OpenID Connect provider during its tests. */
export function useIdentityProvider(redirectUri: string): IdentityProvider {
  const provider = {} as IdentityProvider
  beforeAll(async () => {
    Object.assign(provider, await startIdentityProvider(redirectUri))
  })
  afterAll(() => provider.stop())
  return provider
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const people = new Map<string, Identity>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const configuration: Configuration = {
    clients: [
      {
        client_id: ssoClient.id,
        client_secret: ssoClient.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key for the tests of it'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    // The provider's own sign-in pages: a form for the name, and one for the consent.
    features: { devInteractions: { enabled: true } },
  }
  // It warns about pages that are for development only, which is fine here.
  const { warn, info } = console
  console.warn = () => undefined
  console.info = () => undefined
  const provider = new Provider(issuer, configuration)
  server.on('request', provider.callback())
  const jar = new Map<string, string>()

  /** One step: follows redirects within the provider, and submits the forms that it shows. */
  async function visit(
    url: string,
    form?: Record<string, string>,
  ): Promise<{ location?: string; page?: string }> {
    const reply = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = reply.headers.get('location')
    if (location !== null) return { location: new URL(location, issuer).href }
    return { page: await reply.text() }
  }

  return {
    issuer,
    people,
    async signIn(location, login) {
      jar.clear()
      let next: string | undefined = location
      for (let n = 0; n < 20 && next !== undefined; n += 1) {
        const { location: to, page = '' } = await visit(next)
        const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
        const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
        const sent =
          action === undefined
            ? undefined
            : await visit(new URL(action, issuer).href, { prompt, login, password: 'x' })
        next = to ?? sent?.location
        if (next?.startsWith(redirectUri)) return next
        if (next === undefined)
          throw new Error(`The provider shows a page without a form: ${page.slice(0, 500)}`)
      }
      throw new Error('The provider leads nowhere')
    },
    stop: () => {
      console.warn = warn
      console.info = info
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
