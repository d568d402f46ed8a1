import { codeFor } from '../../test/support/authenticator.ts'
import type { MailServer } from '../../test/support/smtp-server.ts'
import type { Canaries } from './canaries.ts'
import type { Heard } from './heard.ts'
import type { Visitor } from './visitor.ts'

/** The participants. */
export interface Stage {
  url: string
  canaries: Canaries
  heard: Heard
  mail: MailServer
  newVisitor: (name: string) => Visitor
}

export const admin = { email: 'ada@secrets.example', companyName: 'Secrets' }

const tokenIn = (link: string): string => new URL(link).hash.slice(1)

/** Uses the link of the first start to create the company and its administrator, who is signed in afterwards. */
export async function firstStart({ canaries, newVisitor }: Stage, link: string): Promise<Visitor> {
  const visitor = newVisitor('the administrator')
  const token = canaries.add('link of the first start', tokenIn(link))
  const password = canaries.make('password of the first start')
  const given = { token, ...admin, fullName: 'Ada', organization: 'workspaceGroups', password }
  await visitor.ok('POST', '/auth/setup-links', { token })
  await visitor.send('POST', '/auth/setup', {
    ...given,
    password: canaries.make('long password').repeat(100),
  })
  await visitor.ok('POST', '/auth/setup', given)
  // The link works once.
  await visitor.send('POST', '/auth/setup', given)
  await visitor.getToken()
  return visitor
}

/** Everything that can be wrong with user input, which must not be echoed. */
export async function mistakes({ canaries, newVisitor }: Stage): Promise<void> {
  const visitor = newVisitor('somebody')
  const { email } = admin
  const wrong = canaries.make('wrong password')
  const sent = canaries.make('password in a broken body')
  const number = canaries.add('password that is a number', '918273645546372')
  await visitor.send('POST', '/auth/sign-in', { email, password: wrong })
  await visitor.send('POST', '/auth/sign-in', { email: 'nobody@secrets.example', password: wrong })
  await visitor.send('POST', '/auth/sign-in', { email: wrong, password: wrong, pasword: wrong })
  for (const body of [
    `{"email":"${email}","password":"${sent}" x}`,
    `{"password":"${sent}`,
    `{"password":${sent}}`,
    `password=${sent}`,
    `{"email":"${email}","password":"${sent}","password":"${sent}"}`,
    `{"email":"${email}","password":["${sent}"]}`,
    `{"email":"${email}","password":${number}}`,
    `{"email":"${email}","password":{"x":${number}}}`,
    `"${sent}"`,
  ])
    await visitor.send('POST', '/auth/sign-in', body)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await visitor.send('POST', '/auth/sign-in', `email=${email}&password=${sent}`, form)
  await visitor.send('POST', `/auth/sign-in?password=${sent}`, { email, password: wrong })
  await visitor.send('GET', `/auth/session?token=${sent}`)
  const guessed = canaries.make('unknown link')
  await visitor.send('POST', '/auth/invitations', { token: guessed })
  await visitor.send('POST', '/auth/invitations/accept', { token: guessed, password: wrong })
  const cookie = canaries.make('unknown cookie')
  await visitor.send(
    'POST',
    '/auth/token',
    {},
    { cookie: `__Host-atrium-session=${cookie}`, 'x-csrf-token': cookie },
  )
  const bearer = canaries.make('unknown access token')
  for (const authorization of [
    `Bearer ${bearer}`,
    `Basic ${Buffer.from(`x:${bearer}`).toString('base64')}`,
    bearer,
  ])
    await visitor.send('GET', '/v1/tasks', undefined, { authorization })
}

/** Invites a person by mail, who signs in with a password, changes it, forgets it and resets it. */
export async function invitation(
  stage: Stage,
  by: Visitor,
): Promise<{ person: Visitor; email: string; password: string }> {
  const { canaries, heard, mail, newVisitor } = stage
  const email = 'ben@secrets.example'
  const user = await by.ok('POST', '/v1/users', { email, fullName: 'Ben' })
  const invited = 'link of an invitation'
  await by.ok('POST', `/v1/users/${user.id}/invitation`, {}, {}, { [invited]: ({ link }) => tokenIn(link) })
  const letter = await mail.next(email)
  heard.note('The invitation mail', letter, [invited])
  const token = linkIn(letter)
  const person = newVisitor('the invited')
  await person.ok('POST', '/auth/invitations', { token })
  const first = canaries.make('password of the invited')
  await person.send('POST', '/auth/invitations/accept', { token, password: 'short' })
  await person.ok('POST', '/auth/invitations/accept', { token, password: first })
  const second = canaries.make('changed password')
  await person.send('POST', '/auth/password', {
    currentPassword: canaries.make('wrong current password'),
    password: second,
  })
  await person.ok('POST', '/auth/password', { currentPassword: first, password: second })

  await newVisitor('somebody').ok('POST', '/auth/password-resets', { email })
  const reset = await mail.next(email)
  const resetToken = canaries.add('link to choose a new password', linkIn(reset))
  heard.note('The password reset mail', reset, ['link to choose a new password'])
  const password = canaries.make('newly chosen password')
  await person.ok('POST', '/auth/invitations/accept', { token: resetToken, password })
  await person.getToken()
  return { person, email, password }
}

const linkIn = (letter: string): string => /#([\w-]{20,})/.exec(letter)?.[1] ?? ''

/** One-time codes: the seed, wrong codes, recovery codes. */
export async function codes(
  { canaries, newVisitor }: Stage,
  { person, email, password }: Awaited<ReturnType<typeof invitation>>,
): Promise<void> {
  await person.send('POST', '/auth/one-time-codes', { password: canaries.make('wrong password for codes') })
  const { seed } = await person.ok(
    'POST',
    '/auth/one-time-codes',
    { password },
    {},
    {
      'seed of one-time codes': (body) => body.seed,
    },
  )
  await person.send('POST', '/auth/one-time-codes/confirm', { code: canaries.make('wrong code') })
  const recovery = (n: number) => [
    `recovery code ${n}`,
    (body: { recoveryCodes: string[] }) => body.recoveryCodes[n] ?? '',
  ]
  const { recoveryCodes } = await person.ok(
    'POST',
    '/auth/one-time-codes/confirm',
    { code: await codeFor(seed) },
    {},
    Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(recovery)),
  )
  const again = newVisitor('the invited again')
  await again.ok('POST', '/auth/sign-in', { email, password })
  await again.send('POST', '/auth/sign-in/code', { code: canaries.make('wrong recovery code') })
  await again.ok('POST', '/auth/sign-in/code', { code: recoveryCodes[0] })
  await again.getToken()
  await again.ok('GET', '/v1/sessions')
  await again.ok('POST', '/auth/sign-out', {})
}

/** A mail that its server rejects, quoting the link in it, stays in the queue. */
export async function refusedLetter({ mail }: Stage, by: Visitor): Promise<void> {
  mail.refuse(true, (letter) => `Blocked because of the address ${/http\S+#\S+/.exec(letter)?.[0]}`)
  const user = await by.ok('POST', '/v1/users', { email: 'cyd@secrets.example', fullName: 'Cyd' })
  await by.ok(
    'POST',
    `/v1/users/${user.id}/invitation`,
    {},
    {},
    {
      'link in a rejected mail': ({ link }) => tokenIn(link),
    },
  )
}
