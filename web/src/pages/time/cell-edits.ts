import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { Listeners } from '../../api/listeners.ts'
import { ApiProblem, Unreachable } from '../../api/problem.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { unsettledTimer } from '../../api/settled.ts'
import { rememberAct } from '../../api/undo.ts'
import {
  type CellEdit,
  cellId,
  changeOf,
  type Entry,
  type EntryChange,
  operationsOf,
  restoring,
  type TimeOperation,
  type Work,
} from './cells.ts'
import { weekQuery } from './week-data.ts'

export type CellState = 'waiting' | 'saving' | 'saved' | 'failed'

export interface ShownEdit {
  edit: CellEdit
  state: CellState
  /** Why the service refused it. */
  why?: string
}

interface Cell {
  work: Work
  day: string
}

/** What edits that were made together did, as far as it is stored. */
interface StoredAct {
  cells: readonly string[]
  changes: EntryChange[]
  /** The undo request as it was sent, so that resending it has no further effect. */
  undoing?: { key: string; operations: TimeOperation[] } | undefined
}

interface Batch {
  /** The same whenever it is sent again, so that nothing is logged twice. */
  key: string
  operations: (TimeOperation & { requestId: string })[]
  /** The cells of the operations, by `requestId`. */
  cellOf: ReadonlyMap<string, string>
  /** The edits as they were sent. */
  edits: ReadonlyMap<string, ShownEdit | undefined>
  /** The entries of the cells before it. */
  before: readonly Entry[]
  /** The acts that it stores, by cell. */
  acts: ReadonlyMap<string, readonly StoredAct[]>
}

interface BulkAnswer {
  responses: { requestId: string; status: number; body: string | null }[]
}

/** One request for everything that was typed until a pause. */
const pause = 500
const retryAfter = 5_000
const savedFor = 2_000

/** Whether a retry is pointless. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiProblem && error.status < 500 && ![408, 429].includes(error.status)

/** What was typed into the cells of a week and is not stored yet, and how storing it goes. */
export class WeekEdits {
  #shown: ReadonlyMap<string, ShownEdit> = new Map()
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.subscribe
  readonly #cells = new Map<string, Cell>()
  readonly #client: QueryClient
  readonly #monday: string
  #cancelTimer: (() => void) | undefined
  #sending: Promise<void> = Promise.resolve()
  #unsent: Batch | undefined
  /** The acts that are not stored yet, by cell. */
  readonly #acts = new Map<string, readonly StoredAct[]>()

  constructor(client: QueryClient, monday: string) {
    this.#client = client
    this.#monday = monday
  }

  readonly read = (): ReadonlyMap<string, ShownEdit> => this.#shown

  #show(change: (shown: Map<string, ShownEdit>) => void): void {
    const next = new Map(this.#shown)
    change(next)
    this.#shown = next
    this.#listeners.notify()
  }

  /** The stored entries of a cell. */
  entriesOf(id: string): Entry[] {
    const stored = this.#client.getQueryData(weekQuery(this.#monday).queryKey) ?? []
    return stored.filter((entry) => cellId(entry, entry.date) === id)
  }

  /** Shows edits of cells immediately, and stores them after a pause. One undo takes all of them back. */
  edit(edits: readonly (Cell & { edit: CellEdit })[], label: string): () => Promise<unknown> {
    const cells = edits.map(({ work, day }) => cellId(work, day))
    const act: StoredAct = { cells, changes: [] }
    for (const id of cells) this.#acts.set(id, [...(this.#acts.get(id) ?? []), act])
    this.#show((shown) => {
      for (const { work, day, edit } of edits) {
        const id = cellId(work, day)
        this.#cells.set(id, { work, day })
        shown.set(id, { edit: { ...shown.get(id)?.edit, ...edit }, state: 'waiting' })
      }
    })
    this.#cancelTimer?.()
    this.#cancelTimer = unsettledTimer(() => void this.flush(), pause)
    return rememberAct({ label, undo: () => this.#takeBack(act) })
  }

  /** Tries again to store a cell that was refused. */
  retry(id: string): void {
    this.#show((shown) => {
      const known = shown.get(id)
      if (known !== undefined) shown.set(id, { edit: known.edit, state: 'waiting' })
    })
    void this.flush()
  }

  #retryLater(): void {
    this.#cancelTimer?.()
    const timer = setTimeout(() => void this.flush(), retryAfter)
    this.#cancelTimer = () => clearTimeout(timer)
  }

  /** Runs when everything before it has been sent. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#sending.then(work)
    this.#sending = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  /** Sends what waits. Returns whether everything is stored. */
  flush(): Promise<boolean> {
    this.#cancelTimer?.()
    return this.#next(async () => {
      if (this.#unsent !== undefined) await this.#send(this.#unsent)
      const waiting = [...this.#shown].filter(([, { state }]) => state === 'waiting')
      if (this.#unsent === undefined && waiting.length > 0)
        await this.#send(
          this.#batchOf(
            waiting.map(([id, { edit }]) => {
              const cell = this.#cells.get(id)
              const operations =
                cell === undefined ? [] : operationsOf(cell.work, cell.day, this.entriesOf(id), edit)
              return { id, operations }
            }),
          ),
        )
      const isOpen = ({ state }: ShownEdit): boolean => state === 'waiting' || state === 'failed'
      return this.#unsent === undefined && ![...this.#shown.values()].some(isOpen)
    })
  }

  /** Takes back what an act has stored, or else what it shows. Other entries of its cells stay as they are. */
  async #takeBack(act: StoredAct): Promise<void> {
    await this.flush()
    if (this.#unsent !== undefined) throw new Unreachable()
    await this.#next(async () => {
      try {
        if (act.undoing === undefined) {
          // The page may have been left long ago.
          const now = await this.#client.fetchQuery({ ...weekQuery(this.#monday), staleTime: 0 })
          act.undoing = { key: crypto.randomUUID(), operations: restoring(act.changes, now) }
        }
        const { key, operations } = act.undoing
        if (operations.length > 0)
          await api<BulkAnswer>('POST', '/v1/times/bulk?atomic=true', {
            body: { operations: operations.map((each, n) => ({ ...each, requestId: String(n) })) },
            headers: { 'idempotency-key': key },
          })
      } catch (error) {
        if (isFinal(error)) act.undoing = undefined
        throw error
      }
      for (const id of act.cells)
        this.#acts.set(
          id,
          (this.#acts.get(id) ?? []).filter((each) => each !== act),
        )
      this.#show((shown) => {
        for (const id of act.cells) if (shown.get(id)?.state === 'failed') shown.delete(id)
      })
      await refreshAfterWrite(this.#client, '/v1/times')
    })
  }

  #batchOf(cells: readonly { id: string; operations: TimeOperation[] }[]): Batch {
    const cellOf = new Map<string, string>()
    const operations = cells.flatMap(({ id, operations: all }) =>
      all.map((operation) => {
        const requestId = String(cellOf.size)
        cellOf.set(requestId, id)
        return { ...operation, requestId }
      }),
    )
    this.#show((shown) => {
      for (const { id } of cells) shown.set(id, { edit: shown.get(id)?.edit ?? {}, state: 'saving' })
    })
    const edits = new Map(cells.map(({ id }) => [id, this.#shown.get(id)]))
    const before = cells.flatMap(({ id }) => this.entriesOf(id))
    const acts = new Map(cells.map(({ id }) => [id, this.#acts.get(id) ?? []]))
    return { key: crypto.randomUUID(), operations, cellOf, edits, before, acts }
  }

  async #send(batch: Batch): Promise<void> {
    const refused = new Map<string, string>()
    try {
      const { responses } =
        batch.operations.length === 0
          ? { responses: [] }
          : await api<BulkAnswer>('POST', '/v1/times/bulk', {
              body: { operations: batch.operations },
              headers: { 'idempotency-key': batch.key },
            })
      this.#unsent = undefined
      for (const { requestId, status, body } of responses) {
        const cell = batch.cellOf.get(requestId) ?? ''
        if (status >= 300) refused.set(cell, body ?? '')
        else this.#noteChange(batch, requestId, body)
      }
      for (const [id, acts] of batch.acts)
        if (!refused.has(id)) {
          const left = (this.#acts.get(id) ?? []).filter((act) => !acts.includes(act))
          this.#acts.set(id, left)
        }
    } catch (error) {
      const isRefused = isFinal(error)
      this.#unsent = isRefused ? undefined : batch
      // It may have been stored, so it is sent again as it is.
      if (!isRefused) this.#retryLater()
      for (const id of batch.edits.keys())
        refused.set(id, error instanceof Error ? error.message : String(error))
    }
    if (batch.operations.length > 0 && this.#unsent === undefined)
      await refreshAfterWrite(this.#client, '/v1/times')
    this.#settle(batch, refused)
  }

  /** Remembers what an operation changed, so that exactly this can be taken back. */
  #noteChange({ operations, cellOf, acts, before }: Batch, requestId: string, body: string | null): void {
    const operation = operations.find((each) => each.requestId === requestId)
    if (operation === undefined) return
    const change = changeOf(operation, body, before)
    for (const act of acts.get(cellOf.get(requestId) ?? '') ?? []) act.changes.push(change)
  }

  #settle({ edits }: Batch, refused: ReadonlyMap<string, string>): void {
    const saved = new Map<string, ShownEdit>()
    this.#show((shown) => {
      for (const [id, sent] of edits) {
        const why = refused.get(id)
        // Something else was typed in the meantime.
        if (shown.get(id) !== sent && shown.get(id)?.state === 'waiting') continue
        if (why !== undefined) shown.set(id, { edit: sent?.edit ?? {}, state: 'failed', why })
        else {
          const done: ShownEdit = { edit: {}, state: 'saved' }
          saved.set(id, done)
          shown.set(id, done)
        }
      }
    })
    setTimeout(() => {
      this.#show((shown) => {
        for (const [id, done] of saved) if (shown.get(id) === done) shown.delete(id)
      })
    }, savedFor)
  }
}

/** The edits of a week, and what to show of them. What waits is sent when the page is left. */
export function useWeekEdits(monday: string): [WeekEdits, ReadonlyMap<string, ShownEdit>] {
  const client = useQueryClient()
  const edits = useMemo(() => new WeekEdits(client, monday), [client, monday])
  useEffect(() => {
    const flush = (): void => void edits.flush()
    document.addEventListener('visibilitychange', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [edits])
  return [edits, useSyncExternalStore(edits.subscribe, edits.read)]
}
