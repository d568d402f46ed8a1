// The access token exists only in this page, and is gone when the page is closed.
let held

const json = async (reply) => {
  const body = await reply.json().catch(() => ({}))
  if (!reply.ok) throw new Error(body.message ?? `The service responded with status ${reply.status}.`)
  return body
}

export const session = async () => json(await fetch('/auth/session'))

// "Trades the session for an access token": the CSRF token proves that the request comes from this site.
export async function tokenBySession() {
  const { csrfToken } = await session()
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken ?? '' }
  return json(await fetch('/auth/token', { method: 'POST', headers, body: '{}' }))
}

const endOf = ({ expires_in: seconds }) => (seconds === undefined ? undefined : Date.now() + seconds * 1000)

// `get` gets a token; with `again` it is called again when the token is about to expire.
export async function hold(get, again) {
  const token = await get()
  const headers = { authorization: `Bearer ${token.access_token}` }
  const [me, company] = await Promise.all(
    ['/v1/users/me', '/v1/company'].map(async (path) => json(await fetch(path, { headers }))),
  )
  held = {
    text: token.access_token,
    until: endOf(token),
    again: again ? get : undefined,
    name: me.details.fullName,
    company: company.details.companyName,
  }
  return held
}

export function forget() {
  held = undefined
}

export const holding = () => held

// The token for a request, renewed first if it is about to expire.
export async function tokenNow() {
  if (held?.again !== undefined && held.until !== undefined && held.until - Date.now() < 30_000) {
    const { again } = held
    await hold(again, true)
  }
  return held?.text
}
