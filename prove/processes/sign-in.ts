import { Caller } from '../caller.ts'
import { type Group, password } from './group.ts'

/** A sign-in at one process is valid at all of them; so is a sign-out, and so are failed attempts. */
export async function signIn(group: Group): Promise<void> {
  const email = group.people[0]?.email
  const urls = group.services.map(({ url }) => url)
  const at = (n: number): string => urls[n % urls.length] ?? ''
  const post = (n: number, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(at(n) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const opened = await post(0, '/auth/sign-in', { email, password })
  const { csrfToken } = (await opened.json()) as { csrfToken: string }
  const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0])
  const session = { cookie: cookie.join('; '), 'x-csrf-token': csrfToken }
  const traded = await post(1, '/auth/token', {}, session)
  const { access_token: token } = (await traded.json()) as { access_token: string }
  const knocked = await Promise.all(urls.map((url) => new Caller(url, token).send('GET', '/v1/users/me')))
  if (knocked.some(({ status }) => status !== 200))
    group.faults.add(
      `A token of somebody who signed in elsewhere: ${knocked.map(({ status }) => status).join(', ')}`,
    )
  const ended = [await post(1, '/auth/sign-out', {}, session), await post(2, '/auth/token', {}, session)]
  const told = ended.map(({ status }) => status).join(', ')
  if (told !== '204, 401') group.faults.add(`Signed out, and asked for a token: ${told}`)
  const guesses: number[] = []
  const isRefusedEverywhere = (): boolean =>
    guesses.length > urls.length && guesses.slice(-urls.length).every((status) => status === 429)
  for (let n = 0; n < 40 && !isRefusedEverywhere(); n += 1)
    guesses.push((await post(n, '/auth/sign-in', { email, password: 'guess' })).status)
  // The first five are free. The next delays are one, two and four seconds, and on a busy machine a guess may take as long.
  const wrong = guesses.filter((status) => status === 401).length
  if (guesses.slice(0, 5).some((status) => status !== 401) || wrong > 8 || !isRefusedEverywhere())
    group.faults.add(`Wrong passwords: ${guesses.join(', ')}`)
}
