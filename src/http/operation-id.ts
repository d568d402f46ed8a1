/** What POST or PUT on a path that ends like this does; DELETE does the opposite. */
const actions: Readonly<Record<string, { does: string; undoes?: string }>> = {
  addUsers: { does: 'add' },
  archive: { does: 'archive', undoes: 'unarchive' },
  bulk: { does: 'bulk' },
  lock: { does: 'lock', undoes: 'unlock' },
  merge: { does: 'merge' },
  restore: { does: 'restore' },
  updateDetails: { does: 'update' },
  upload: { does: 'upload' },
}

/** Paths that end like this are lists, although the word is not a plural. */
const otherLists: readonly string[] = ['audit', 'trash']

/**
 * The name of a method for programs, from its method and path alone. Generated clients name their functions by it, so
 * it never changes: docs/api/operation-ids.json has them all.
 *
 * - `GET /v1/tasks` is `listTasks`, `POST` on it `createTask`; on a record it is `getTask`, `updateTask`, `deleteTask`.
 * - The records that a path goes through come first: `GET /v1/workspaces/{workspaceId}/tasks` is `listWorkspaceTasks`.
 * - What belongs to another record is added and removed: `addWorkspaceMember`, `removeWorkspaceMember`.
 * - An action is a verb: `POST /v1/files/{fileId}/lock` is `lockFile`, `DELETE` on it `unlockFile`.
 * - Outside of `/v1` it is the method and the words of the path: `POST /auth/sign-in` is `postAuthSignIn`.
 */
export function operationIdOf(method: string, path: string): string {
  const parts = path.split('/').slice(1)
  if (parts[0] !== 'v1') return method.toLowerCase() + pascal(parts.filter((part) => !isParameter(part)))
  const [first, ...rest] = parts.slice(1)
  if (first === 'search') return `search${pascal(rest)}`
  // The caller's own record: `GET /v1/users/me` is `getMe`, and `…/timer` is `getMyTimer`.
  if (first === 'users' && rest[0] === 'me')
    return idOf(method, [rest.length === 1 ? 'me' : 'my', ...rest.slice(1)])
  return idOf(method, parts.slice(1))
}

function idOf(method: string, parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  const action = Object.hasOwn(actions, last) && method !== 'GET' ? actions[last] : undefined
  if (action !== undefined) return actionId(method, action, parts)
  const words = wordsOf(parts)
  if (isParameter(last)) return verbOnRecord(method, parts) + pascal(words)
  if (method === 'GET') return (isList(last) ? 'list' : 'get') + pascal(words)
  if (method === 'POST') return `create${pascal([...words.slice(0, -1), singular(last)])}`
  return verbs[method] + pascal(words)
}

const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
}

function verbOnRecord(method: string, parts: readonly string[]): string {
  const belongs = parts.filter(isParameter).length > 1
  if (belongs && method === 'PUT') return 'add'
  if (belongs && method === 'DELETE') return 'remove'
  return verbs[method] ?? method.toLowerCase()
}

/** `addUsers` and `updateDetails` name an object of their own: `addWorkspaceRoleUsers`. */
function actionId(
  method: string,
  { does, undoes }: { does: string; undoes?: string },
  parts: readonly string[],
): string {
  const [last = '', before = ''] = parts.toReversed()
  const words = wordsOf(parts.slice(0, -1))
  // Only `bulk` acts on several records.
  const noun = isParameter(before) || last === 'bulk' ? words : [...words.slice(0, -1), singular(before)]
  const object = last.startsWith(does) ? last.slice(does.length) : ''
  const verb = method === 'DELETE' ? (undoes ?? `undo${pascal([does])}`) : does
  // For existing clients, POST does the same as PUT.
  const twin = method === 'POST' && last === 'archive' ? ['by', 'post'] : []
  return verb + pascal([...noun, object, ...twin])
}

/** The words of a path; one that a parameter follows is a single record. */
function wordsOf(parts: readonly string[]): string[] {
  return parts.flatMap((part, n) => {
    if (isParameter(part)) return []
    return [isParameter(parts[n + 1] ?? '') ? singular(part) : part]
  })
}

const isParameter = (part: string): boolean => /^[:{]/.test(part)

const isList = (part: string): boolean => part.endsWith('s') || otherLists.includes(part)

function singular(word: string): string {
  if (word === 'audit') return 'auditEntry'
  return word.replace(/ies$/, 'y').replace(/s$/, '')
}

function pascal(words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
