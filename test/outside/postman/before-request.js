// Runs in Postman before every request: puts in the ids and tokens that somebody would copy from earlier responses.
const known = JSON.parse(pm.variables.get('known'))
const path = pm.request.url.path
// The first file has a preview, and the first workspace a member who may leave it.
const takesFirst = path.includes('preview') || path.includes('members')
const isRestore = path[path.length - 1] === 'restore' && path.length === 4

function idFor(name) {
  const ids = (isRestore && known.deleted[name]) || known.ids[name] || []
  return ids[takesFirst ? 0 : ids.length - 1]
}

pm.request.url.variables.each((variable) => {
  const value = idFor(variable.key)
  if (value !== undefined) variable.value = value
})

if (pm.request.headers.has('X-CSRF-Token'))
  pm.request.headers.upsert({ key: 'X-CSRF-Token', value: known.csrfToken })

// The ids of the examples, which belong to no record.
const exampleIds = ['034xoOp7QM7UE5C1GyMpSt', '0d3f0a5c-8c1f-4c55-9a1b-6d2f2b0f9e11']
const idOfMember = {
  actAs: 'userHash',
  userHash: 'otherUserHash',
  userIds: 'userHash',
  into: 'otherTagId',
  deferredAssetIds: 'upload',
}

function filledIn(value, name) {
  if (Array.isArray(value)) return value.map((each) => filledIn(each, name))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filledIn(each, key)]))
  if (exampleIds.includes(value)) return idFor(idOfMember[name] || name) || value
  if (name === 'token' && path.includes('invitations'))
    return known.linkTokens[idFor('invitationId')] || value
  return name === 'assertion' ? known.assertion : value
}

if (pm.request.body && pm.request.body.mode === 'raw' && /^\s*\{/.test(pm.request.body.raw))
  pm.request.body.update({
    mode: 'raw',
    raw: JSON.stringify(filledIn(JSON.parse(pm.request.body.raw), '')),
    options: { raw: { language: 'json' } },
  })
