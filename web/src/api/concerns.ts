import { type ListPath, lists } from './records.ts'

/** The last part of the paths of the lists that hold records of a kind: `tasks`, `times`. */
const collections = new Map<string, Set<string>>()
for (const [path, { of }] of Object.entries(lists) as [ListPath, { of: string }][]) {
  const known = collections.get(of) ?? new Set()
  collections.set(of, known.add(path.slice(path.lastIndexOf('/') + 1)))
}

/** Records of everything that happens. */
const logs = new Set(['audit', 'history', 'activity'])

/** Records of these kinds are deleted into the trash, and restored from there. */
const trashed = ['tasks', 'files', 'folders', 'workspaces']

const segmentsOf = (address: string): string[] =>
  (address.split('?')[0] ?? '').split('/').filter((part) => part !== '' && part !== 'v1')

/** Whether the response at an address may be different after a record of a kind has changed. */
export function concernsRecord(address: string, kind: string, recordId: string): boolean {
  const segments = segmentsOf(address)
  const isSummary = segments.at(-1) === 'summary'
  const last = segments.at(isSummary ? -2 : -1) ?? ''
  if (segments.includes(recordId) || logs.has(last) || last === kind) return true
  // A record that was deleted or restored changes what is in the trash.
  if (segments.includes('trash')) return true
  // Tasks are summed up with the time that was logged on them.
  if (isSummary && kind === 'time' && last === 'tasks') return true
  // "me" is a person as well, and members see the workspaces that they belong to.
  if (kind === 'user' && last === 'me') return true
  return collections.get(kind === 'member' && last === 'workspaces' ? 'workspace' : kind)?.has(last) ?? false
}

/** Whether the response at an address may be different after a write to another address. */
export function concernsWrite(address: string, written: string): boolean {
  const read = segmentsOf(address)
  const segments = new Set(segmentsOf(written))
  // To read or finish a notification changes nothing else about a person.
  if (segments.has('notifications')) return read.includes('notifications')
  // The addresses of the trash do not have those of the records that are deleted and restored.
  if (read.includes('trash') && trashed.some((segment) => segments.has(segment))) return true
  return read.some((segment) => segments.has(segment) || logs.has(segment))
}
