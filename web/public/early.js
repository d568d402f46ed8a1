/**
 * Asks who is signed in, and for their access token, while the browser still loads the application, which takes the
 * responses by their paths (src/api/early.ts).
 */
const session = fetch('/auth/session').catch(() => undefined)

async function tradeSession() {
  const { signedIn, next, csrfToken } = await (await session).clone().json()
  if (!signedIn || next !== null) return undefined
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken }
  return fetch('/auth/token', { method: 'POST', headers, body: '{}' })
}

window.atriumEarly = { '/auth/session': session, '/auth/token': tradeSession().catch(() => undefined) }
