// Runs in Postman after every response: remembers the ids and tokens in it.
const known = JSON.parse(pm.variables.get('known'))
const text = pm.response.text()
const body = /^\s*\{/.test(text) ? pm.response.json() : {}
const isDelete = pm.request.method === 'DELETE'
const parameterOf = { user: 'userHash', workspaceGroup: 'groupId', auditEntry: 'entryId', upload: 'upload' }

// The last one is used next: the one that was just created. From a list only the first of its kind.
function remember(name, id, isNew = pm.response.code === 201) {
  const ids = known.ids[name] || []
  if (ids.length === 0 || (isNew && !ids.includes(id))) known.ids[name] = [...ids, id]
}

for (const record of [body, ...(body.items || [])]) {
  const [, kind] = /\/p\/(\w+)\//.exec(record.permalink || '') || []
  if (kind !== undefined && !kind.startsWith('trashed')) remember(parameterOf[kind] || `${kind}Id`, record.id)
  const [, token] = /\/invitation#(.+)$/.exec(record.link || '') || []
  if (token !== undefined) known.linkTokens[record.id] = token
}
const path = pm.request.url.getPath()
// Uploads that became files.
if (path.endsWith('/files'))
  for (const { status, body: id } of body.responses || []) if (status === 201) remember('fileId', id, true)
if (body.csrfToken !== undefined) known.csrfToken = body.csrfToken
const location = pm.response.headers.get('Location') || ''
if (/\/uploads\//.test(location)) remember('uuid', location.split('/').pop())

// A member who leaves and a subscriber who is removed are still people.
if (isDelete && pm.response.code === 204 && !/\/(members|subscribers)\//.test(path)) {
  const id = path.split('/').pop()
  for (const [name, ids] of Object.entries(known.ids)) {
    if (!ids.includes(id)) continue
    known.ids[name] = ids.filter((each) => each !== id)
    known.deleted[name] = [id]
  }
}
pm.collectionVariables.set('known', JSON.stringify(known))
