import { texts } from '../texts/texts.ts'
import { api, send } from './client.ts'
import { Listeners } from './listeners.ts'
import { readable } from './messages.ts'
import { keepNames } from './names.ts'
import { problemOf } from './problem.ts'
import { unsettledUntil } from './settled.ts'
import {
  etagOf,
  type Fields,
  keepRecord,
  type Representation,
  shownRecord,
  showPending,
  storedRecord,
} from './store.ts'
import { CannotUndo } from './undo.ts'

/** Somebody else changed the same fields in the meantime. */
export class Conflict extends CannotUndo {
  readonly theirs: Fields
  readonly mine: Fields

  constructor(theirs: Fields, mine: Fields) {
    super(texts.states.changedByOthers)
    this.name = 'Conflict'
    this.theirs = theirs
    this.mine = mine
  }
}

const queues = new Map<string, Promise<unknown>>()
let running = 0
const idle = new Listeners()

/** Whether changes are on their way to the service. */
export const isWriting = (): boolean => running > 0

/** Runs when the last write in flight has finished. */
export const onIdle = idle.subscribe

/** Resolves when no write is in flight and its callers have seen the results. */
export async function afterWriting(): Promise<void> {
  if (running === 0) return
  await new Promise<void>((resolve) => {
    const stop = onIdle(() => {
      stop()
      setTimeout(resolve)
    })
  })
}

/** Runs a write that Ctrl Z waits for. */
export async function counted<T>(work: () => Promise<T>): Promise<T> {
  running += 1
  try {
    return await unsettledUntil(work())
  } finally {
    running -= 1
    if (running === 0) idle.notify()
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

async function readNow(path: string): Promise<{ record: Representation; etag: string | undefined }> {
  const response = await send('GET', path)
  if (!response.ok) throw await problemOf(response)
  const record = (await response.json()) as Representation & { names?: Record<string, string> }
  keepNames(record.names)
  const etag = response.headers.get('etag') ?? undefined
  keepRecord(record, etag)
  return { record, etag }
}

/** Loads a record with its version, so that a change of it cannot overwrite somebody else's. */
export async function loadVersion(path: string): Promise<void> {
  await readNow(path)
}

export interface FieldChange {
  /** The path of the record. */
  path: string
  id: string
  fields: Fields
  /** The fields to send, if the service derives some of those that are shown. */
  sends?: Fields
  /** The values that the person saw when they began; those shown now by default. */
  seen?: Fields
  /** The place among the others of its kind, as the API takes it; the fields then go with it. */
  place?: Fields
  /** Overwrite what somebody else wrote in the meantime. */
  force?: boolean
}

const pick = (from: Fields | null | undefined, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, from?.[name]]))

async function store(change: FieldChange, seen: Fields): Promise<Stored> {
  const { path, id, fields, sends = fields, place, force } = change
  // The page may have been updated since the person began.
  const known = storedRecord(id)
  if (change.seen !== undefined && known !== undefined && !force) demandUnchanged(known, seen, fields)
  // Lists do not return versions.
  if (!force && etagOf(id) === undefined) {
    const { details } = (await readNow(path)).record
    demandUnchanged(details as Fields, seen, fields)
  }
  for (let tries = 0; ; tries += 1) {
    const etag = force ? undefined : etagOf(id)
    const response = await send('PUT', place === undefined ? path : `${path}/place`, {
      body: { ...sends, ...place },
      headers: { prefer: 'return=representation', ...(etag !== undefined && { 'if-match': etag }) },
    })
    if (response.ok) {
      const record = (await response.json()) as Representation
      return { record, etag: response.headers.get('etag') ?? undefined }
    }
    const problem = await problemOf(response)
    if (problem.code !== 'precondition_failed' || tries > 4) throw problem
    const { details } = (await readNow(path)).record
    // Changes of other fields do not concern this one.
    demandUnchanged(details as Fields, seen, fields)
  }
}

/**
 * Whether nobody changed these fields since they were seen, unless to the values that they are to have. Fields that were
 * not loaded count as unchanged.
 */
export function isUnchanged(now: Fields, seen: Fields, mine: Fields): boolean {
  return Object.keys(mine).every(
    (name) => !(name in now) || same(now[name], seen[name]) || same(now[name], mine[name]),
  )
}

function demandUnchanged(now: Fields, seen: Fields, mine: Fields): void {
  if (!isUnchanged(now, seen, mine)) throw new Conflict(pick(now, Object.keys(mine)), mine)
}

interface Stored {
  record: Representation
  etag: string | undefined
}

/**
 * Changes fields of a record: immediately on the page, then at the service. Changes of one record are sent in order.
 * Returns the values before it; throws if the service refused it, and the page then shows the record without it.
 */
export async function changeRecord(change: FieldChange): Promise<Fields> {
  const { id, fields } = change
  const before = change.seen ?? pick(shownRecord(id), Object.keys(fields))
  const pending = showPending(id, fields)
  const sent = counted(() => (queues.get(id) ?? Promise.resolve()).then(() => store(change, before)))
  const settled = sent.catch(() => undefined)
  queues.set(id, settled)
  try {
    const { record, etag } = await sent
    pending.accept(record, etag)
    return before
  } catch (error) {
    pending.refuse()
    throw error
  } finally {
    if (queues.get(id) === settled) queues.delete(id)
  }
}

/** Deletes a record: it disappears immediately, and comes back if the service refuses. */
export async function deleteRecord(path: string, id: string): Promise<void> {
  const pending = showPending(id, null)
  try {
    await counted(() => api('DELETE', path))
    pending.accept()
  } catch (error) {
    pending.refuse()
    throw error
  }
}

export interface BulkOperation {
  id: string
  method: 'PUT' | 'DELETE'
  fields: Fields | null
}

interface BulkAnswer {
  responses: { requestId: string; status: number; body: string | null }[]
}

/** Changes many records of a kind with one request. Returns why the service refused some, by their ids. */
export async function changeMany(
  path: string,
  operations: readonly BulkOperation[],
): Promise<Map<string, string>> {
  const pending = new Map(operations.map(({ id, fields }) => [id, showPending(id, fields)]))
  try {
    const body = {
      operations: operations.map(({ id, method, fields }) => ({
        ...{ requestId: id, method, id },
        ...(fields !== null && { body: fields }),
      })),
    }
    const { responses } = await counted(() => api<BulkAnswer>('POST', `${path}/bulk`, { body }))
    const refused = new Map<string, string>()
    const fieldsOf = new Map(operations.map(({ id, fields }) => [id, fields]))
    for (const { requestId: id, status, body: why } of responses) {
      // Other changes of the record may still be on their way.
      const details = storedRecord(id) === undefined ? null : (fieldsOf.get(id) ?? null)
      if (status < 300) pending.get(id)?.accept(details === null ? undefined : { id, details })
      else {
        pending.get(id)?.refuse()
        refused.set(id, readable(why ?? ''))
      }
    }
    return refused
  } catch (error) {
    for (const change of pending.values()) change.refuse()
    throw error
  }
}

/** Creates a record and stores what the service returned. */
export async function createRecord(path: string, body: object, key: string): Promise<Representation> {
  const headers = { 'idempotency-key': key }
  const record = await counted(() => api<Representation>('POST', path, { body, headers }))
  keepRecord(record)
  return record
}
