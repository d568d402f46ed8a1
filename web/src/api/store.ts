/** The fields of a record, as the service returns them. */
export type Fields = Readonly<Record<string, unknown>>

interface Pending {
  /** The changed fields; null if the record is being deleted. */
  fields: Fields | null
}

interface Entry {
  details: Fields
  etag: string | undefined
  pending: readonly Pending[]
  /** The details with the pending changes, or null if one of them deletes the record. */
  shown: Fields | null
}

export interface Representation {
  id: string
  details: object
}

const entries = new Map<string, Entry>()
const listeners = new Map<string, Set<() => void>>()

function store(id: string, details: Fields, etag: string | undefined, pending: readonly Pending[]): void {
  const isDeleted = pending.some(({ fields }) => fields === null)
  const shown = isDeleted ? null : Object.assign({}, details, ...pending.map(({ fields }) => fields))
  entries.set(id, { details, etag, pending, shown })
  for (const listener of listeners.get(id) ?? []) listener()
}

const momentOf = (details: Fields): string => String(details['updatedAt'] ?? '')

/** Whether a record has all these fields with the same values. */
const hasAll = (details: Fields, fields: Fields): boolean =>
  Object.entries(fields).every(([name, value]) => {
    const known = details[name]
    return known === value || (typeof value === 'object' && JSON.stringify(known) === JSON.stringify(value))
  })

/**
 * Stores what the service returned. A list returns only some of the fields, so the others stay. A response that is older
 * than the stored one is ignored.
 */
export function keepRecord({ id, details }: Representation, etag?: string): void {
  const known = entries.get(id)
  const fresh = details as Fields
  if (known === undefined) store(id, fresh, etag, [])
  else if (momentOf(fresh) === '' || momentOf(fresh) >= momentOf(known.details)) {
    const isSame = momentOf(fresh) === momentOf(known.details)
    // Lists are refetched often, and unchanged rows are not rendered again.
    if (etag === undefined && isSame && hasAll(known.details, fresh)) return
    store(id, { ...known.details, ...fresh }, etag ?? (isSame ? known.etag : undefined), known.pending)
  }
}

export function forgetRecord(id: string): void {
  entries.delete(id)
  for (const listener of listeners.get(id) ?? []) listener()
}

export function forgetRecords(): void {
  for (const id of [...entries.keys()]) forgetRecord(id)
}

/** What to show: the stored record with the changes that are on their way; null if it is being deleted. */
export function shownRecord(id: string): Fields | null | undefined {
  return entries.get(id)?.shown
}

/** What the service last returned, without the changes that are on their way. */
export function storedRecord(id: string): Fields | undefined {
  return entries.get(id)?.details
}

export function etagOf(id: string): string | undefined {
  return entries.get(id)?.etag
}

export interface PendingChange {
  /** The service accepted the change, and returned this. */
  accept: (record?: Representation, etag?: string) => void
  /** The service refused it: this change disappears, others stay. */
  refuse: () => void
}

/** Shows a change before the service has accepted it. */
export function showPending(id: string, fields: Fields | null): PendingChange {
  const change: Pending = { fields }
  const { details = {}, etag, pending = [] } = entries.get(id) ?? {}
  store(id, details, etag, [...pending, change])
  const without = (): void => {
    const now = entries.get(id)
    if (now === undefined) return
    store(
      id,
      now.details,
      now.etag,
      now.pending.filter((each) => each !== change),
    )
  }
  return {
    accept: (record, version) => {
      if (record !== undefined) keepRecord(record, version)
      else if (fields === null) forgetRecord(id)
      without()
    },
    refuse: without,
  }
}

export function subscribeTo(id: string, listener: () => void): () => void {
  const all = listeners.get(id) ?? new Set()
  listeners.set(id, all.add(listener))
  return () => {
    all.delete(listener)
    if (all.size === 0) listeners.delete(id)
  }
}
