/**
 * Requests the session, an access token, the settings of the person, and what a workspace shows first, while the browser
 * still loads the application, which takes the responses by method and path (src/api/early.ts).
 */
const early = {}
window.atriumEarly = early

/** Sends a request as soon as what it needs is known. */
function ask(method, path, needs, initOf) {
  const response = needs.then((known) => fetch(path, { method, ...initOf(known) }))
  early[`${method} ${path}`] = response.catch(() => undefined)
  return response.then((found) => found.clone().json())
}

const session = ask('GET', '/auth/session', Promise.resolve(), () => ({}))

const token = ask('POST', '/auth/token', session, ({ signedIn, next, csrfToken }) => {
  if (!signedIn || next !== null) throw new Error('Nobody is signed in')
  return { headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken }, body: '{}' }
})

const [, workspace, tab] = /^\/p\/workspace\/([\w-]+)\/?(\w*)/.exec(location.pathname) ?? []
const first = ['/v1/users/me', '/v1/users/me/settings']
if (workspace !== undefined) first.push(`/v1/workspaces/${workspace}`)
if (tab === 'tasks') first.push(`/v1/workspaces/${workspace}/stages?sort=rank&limit=100`)

const asked = first.map((path) =>
  ask('GET', path, token, ({ access_token: text }) => ({ headers: { authorization: `Bearer ${text}` } })),
)
// The application repeats the requests that failed.
for (const each of [token, ...asked]) each.catch(() => undefined)
