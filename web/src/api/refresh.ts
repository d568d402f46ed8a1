import type { Query, QueryClient } from '@tanstack/react-query'
import { concernsRecord, concernsWrite } from './concerns.ts'
import type { LiveChange } from './live.ts'
import { forgetWaiting, isInUse, letWait } from './waiting.ts'

/** The address that a query reads. Queries of single records have their kind and id instead. */
function addressOf({ queryKey }: Query): string {
  const [, ...rest] = queryKey
  const address = rest.find((part): part is string => typeof part === 'string' && part.startsWith('/'))
  return address ?? `/${rest.filter((part) => typeof part === 'string').join('/')}`
}

const isSession = ({ queryKey }: Query): boolean => queryKey[0] === 'session'

/** A change of the company or of a person may require another step of signing in. */
const changesSession = (path: string): boolean =>
  /^\/v1\/(company|users|sessions)/.test(path) && !path.includes('/notifications')

/** Refetches whatever a write to this path may have changed. */
export async function refreshAfterWrite(client: QueryClient, path: string): Promise<void> {
  forgetWaiting((address) => concernsWrite(address, path))
  await client.invalidateQueries({
    predicate: (query) => (isSession(query) ? changesSession(path) : concernsWrite(addressOf(query), path)),
  })
}

/** Everything that was read, after the service could not be reached. A link cannot be read twice. */
export async function refreshAll(client: QueryClient): Promise<void> {
  forgetWaiting(() => true)
  await client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'link' })
}

/** Lists that hold ids, whose records are in the store. */
export const listKey = 'list'

/** Whether a list of ids may have other members, or another order, after a change. */
function moves(address: string, { type, fields, workspaceId }: LiveChange): boolean {
  const [path = '', query = ''] = address.split('?')
  const inOther = path.includes('/workspaces/') && workspaceId !== null && !path.includes(workspaceId)
  if (inOther && !fields.includes('workspaceId')) return false
  if (!type.endsWith('.updated')) return true
  const named = decodeURIComponent(query).replace(/fields=[^&]*/, '')
  return fields.some((field) => named.includes(field)) || fields.length === 0
}

/**
 * Loads again what may be different after changes: each query once, however many there are. Records in the store are
 * already up to date. Rows of a list that somebody points at stay where they are until they ask for the changes of
 * others.
 */
export function refreshAfterChanges(
  client: QueryClient,
  changes: readonly LiveChange[],
  userId: string,
): void {
  void client.invalidateQueries({
    predicate: (query) => {
      const address = addressOf(query)
      return changes.some((change) => isOutdated(query, address, change, change.userHash === userId))
    },
  })
}

function isOutdated(query: Query, address: string, change: LiveChange, isOwn: boolean): boolean {
  if (!concernsRecord(address, change.kind, change.recordId)) return false
  if (query.queryKey[0] !== listKey) return true
  if (!moves(address, change)) return false
  if (!query.isActive()) return true
  if (!isOwn && isInUse(address)) {
    letWait(address, change.recordId)
    return false
  }
  forgetWaiting((held) => address.startsWith(`${held}?`))
  return true
}
