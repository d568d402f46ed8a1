import {
  type IdentityProvider,
  ssoClient,
  startIdentityProvider,
} from '../../test/support/identity-provider.ts'
import { admin, type Stage } from './people.ts'
import type { Visitor } from './visitor.ts'

const callback = 'http://localhost/auth/sso/callback'

/** Single sign-on with a real provider, with the right secret and a wrong one, and with an unreachable provider. */
export async function singleSignOn(stage: Stage, by: Visitor): Promise<void> {
  const { canaries, newVisitor } = stage
  const rules = { ssoClientId: ssoClient.id, ssoDomains: ['secrets.example'] }
  const put = (changes: object) => by.ok('PUT', '/v1/company', changes, { prefer: 'return=representation' })
  const provider = await startIdentityProvider(callback)
  try {
    provider.people.set('ada', { email: admin.email, email_verified: true, name: 'Ada' })
    canaries.add('secret shared with a provider', ssoClient.secret)
    await put({ ...rules, ssoIssuer: provider.issuer, ssoClientSecret: ssoClient.secret })
    await comeIn(stage, provider, 'code of the provider', '/')
    await put({ ssoClientSecret: canaries.make('wrong secret of single sign-on') })
    await comeIn(stage, provider, 'code that came too late', '/sign-in')
  } finally {
    await provider.stop()
  }
  const nowhere = { ...rules, ssoIssuer: 'http://127.0.0.1:1' }
  await put({ ...nowhere, ssoClientSecret: canaries.make('secret of single sign-on') })
  const listed = canaries.make('secret of single sign-on in a list')
  await by.send('PUT', '/v1/company', { ssoClientSecret: [listed] })
  const number = canaries.add('secret that is a number', '546372819918273')
  await by.send('PUT', '/v1/company', `{"ssoClientSecret":${number}}`)
  const long = canaries.make('secret that is too long').padEnd(2_000, 'x')
  await by.send('PUT', '/v1/company', { ssoClientSecret: long })
  const somebody = newVisitor('somebody')
  await somebody.send('POST', '/auth/sso', { email: admin.email })
  await somebody.send('GET', `/auth/sso/callback?code=${canaries.make('code of single sign-on')}&state=x`)
}

/** Through the provider's pages and back; the code that it sends is valid once. */
async function comeIn(
  { canaries, newVisitor }: Stage,
  provider: IdentityProvider,
  name: string,
  expected: string,
): Promise<void> {
  const visitor = newVisitor(`somebody with a ${name}`)
  const { location } = await visitor.ok('POST', '/auth/sso', { email: admin.email })
  const { pathname, search, searchParams } = new URL(await provider.signIn(location, 'ada'))
  canaries.add(name, searchParams.get('code') ?? '')
  const { status, location: led = '' } = await visitor.send('GET', pathname + search)
  if (status !== 303 || new URL(led).pathname !== expected)
    throw new Error(`Single sign-on with the ${name} led to ${led} (${status})`)
  await visitor.send('GET', pathname + search)
}
