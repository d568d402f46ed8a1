import type { Credential } from '../../src/auth/client-keys.ts'
import { assertionOf, jwtBearer } from '../../test/support/signer.ts'
import type { Stage } from './people.ts'
import type { Visitor } from './visitor.ts'

/** A section from the middle of a private key, which is unique to it. */
export const middleOf = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '').slice(600, 664)

/** API clients: their private keys, assertions and tokens, and all of these in wrong places. */
export async function programs({ canaries, newVisitor }: Stage, by: Visitor): Promise<void> {
  const { id } = await by.ok('GET', '/v1/users/me')
  const key = ({ credential }: { credential: Credential }): string => middleOf(credential.private_key)
  const headers = { 'idempotency-key': 'once' }
  const made = await by.ok('POST', '/v1/clients', { name: 'Import', actAs: id }, headers, {
    'private key': key,
  })
  const { credential } = made as { credential: Credential }
  await by.ok('POST', `/v1/clients/${credential.client_id}/keys`, undefined, headers, {
    'second private key': key,
  })
  const program = newVisitor('a program')
  const assertion = canaries.add('assertion', assertionOf(credential))
  const ask = { grant_type: jwtBearer, assertion }
  const token = { 'access token of a program': (body: { access_token: string }) => body.access_token }
  const { access_token: bearer } = await program.ok('POST', '/oauth2/token', ask, {}, token)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await program.ok('POST', '/oauth2/token', new URLSearchParams(ask).toString(), form, {
    'second access token of a program': (body) => body.access_token,
  })
  const bad = canaries.add(
    'assertion that is wrong',
    assertionOf(credential, { claims: { iss: credential.client_id, x: 1 } }),
  )
  for (const body of [
    { ...ask, assertion: bad },
    { grant_type: bad },
    { ...ask, scope: [bad] },
    `{"assertion":"${bad}" x}`,
  ])
    await program.send('POST', '/oauth2/token', body)
  await program.send('POST', `/oauth2/token?assertion=${bad}`, ask)

  program.token = bearer
  await program.ok('GET', '/v1/users/me')
  program.token = undefined
  await program.send('GET', `/v1/tasks?access_token=${bearer}`)
  await program.send('GET', `/v1/tasks?access_token=${bearer}`, undefined, {
    authorization: `Bearer ${bearer}`,
  })
  await program.send('GET', '/v1/tasks', undefined, { authorization: `bearer  ${bearer}x` })
  await program.send('POST', '/v1/tasks', `{"title":"${bearer}" x}`, { authorization: `Bearer ${bearer}` })
  const authorization = { authorization: `Bearer ${bearer}` }
  await program.send('POST', '/oauth2/introspect', { token: bearer }, authorization)
  await program.send('POST', '/oauth2/introspect', { token: bearer, client_assertion: bad })
  await program.send('POST', '/oauth2/revoke', { token: bearer }, authorization)
  await program.send('GET', '/v1/users/me', undefined, authorization)
}

/** The address of a calendar is a secret: anyone who knows it sees the calendar. */
export async function calendar({ newVisitor }: Stage, by: Visitor): Promise<void> {
  const somebody = newVisitor('somebody')
  const secret = ({ address }: { address: string }): string => /([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
  const { address } = await by.ok(
    'POST',
    '/v1/users/me/calendar',
    undefined,
    {},
    { 'address of a calendar': secret },
  )
  const { pathname } = new URL(address)
  for (const path of [
    pathname,
    `${pathname}?x=1`,
    pathname.replace('/calendar', '//calendar'),
    pathname.replace('c', '%63'),
    `${pathname}/x`,
  ])
    for (const method of ['GET', 'HEAD', 'POST']) await somebody.send(method, path)
  await by.ok('GET', '/v1/users/me/calendar')
}

/** Reads everything that an administrator can read. */
export async function readEverything(by: Visitor): Promise<void> {
  const lists = ['audit', 'users', 'clients', 'invitations', 'sessions']
  for (const list of lists) {
    for (let next: string | undefined = `/v1/${list}?limit=500`; next !== undefined; )
      next = (await by.ok('GET', next)).links.next
    await by.ok('GET', `/v1/${list}`, undefined, { accept: 'text/csv' })
  }
  await by.ok('GET', '/v1/company')
  await by.ok('GET', '/readyz?verbose')
}
