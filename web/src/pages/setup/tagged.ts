import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '../../api/client.ts'
import { useDraft as useKeptText } from '../../api/drafts.ts'
import { ApiProblem, problemOf } from '../../api/problem.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { unsettledUntil } from '../../api/settled.ts'

/** A record and its ETag. */
export interface Tagged<R> {
  record: R
  tag: string
}

async function readTagged<R>(path: string, signal: AbortSignal): Promise<Tagged<R>> {
  const response = await send('GET', path, { signal })
  if (!response.ok) throw await problemOf(response)
  return { record: (await response.json()) as R, tag: response.headers.get('etag') ?? '*' }
}

/** Reads a record with its ETag, so that a write can be conditional. */
export function useTagged<R>(path: string) {
  return useQuery({
    queryKey: ['tagged', path],
    queryFn: ({ signal }) => unsettledUntil(readTagged<R>(path, signal)),
  })
}

export interface Draft<V> {
  values: V
  /** What is stored now. */
  stored: V
  set: (changes: Partial<V>) => void
  isChanged: boolean
  busy: boolean
  error: unknown
  /** Someone else saved changes since the record was read. */
  conflict: boolean
  save: (onSaved?: () => void) => void
  /** Overwrites the changes of someone else. */
  saveAnyway: (onSaved?: () => void) => void
  discard: () => void
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The changed fields. Only these are sent; the ETag still detects edits of other fields. */
function differing<V extends object>(values: V, from: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[]
  return Object.fromEntries(
    names.filter((name) => !same(values[name], from[name])).map((name) => [name, values[name]]),
  ) as Partial<V>
}

/** Changes that were begun, and what was stored then. */
interface Begun<V> {
  from: V
  tag: string
  values: V
}

/** The text that is kept; empty if there are no changes, apart from those to secrets. */
function textOf<V extends object>(begun: Begun<V>, secrets: readonly (keyof V)[]): string {
  const values = { ...begun.values }
  for (const name of secrets) values[name] = begun.from[name]
  return same(values, begun.from) ? '' : JSON.stringify({ ...begun, values })
}

/**
 * Unsaved changes to a record, which come back when the form is opened again; secrets are not kept. Until something is
 * typed they follow what is stored. From then on they keep the version that they started from, and saving fails if
 * someone else has changed it.
 */
export function useDraft<R, V extends object>(
  path: string,
  current: Tagged<R>,
  pick: (record: R) => V,
  secrets: readonly (keyof V)[] = [],
): Draft<V> {
  const client = useQueryClient()
  const stored = pick(current.record)
  const [text, keepText] = useKeptText(`${path}: ${Object.keys(stored).join(', ')}`)
  const [begun, setBegun] = useState(() => (text === '' ? undefined : (JSON.parse(text) as Begun<V>)))
  const latest = useRef(begun)
  const keep = (next: Begun<V> | undefined): void => {
    latest.current = next
    setBegun(next)
    keepText(next === undefined ? '' : textOf(next, secrets))
  }
  const { from, tag, values } = begun ?? { from: stored, tag: current.tag, values: stored }
  const change = useMutation({
    mutationFn: async (sent: Begun<V>) => {
      const body = differing(sent.values, sent.from)
      const response = await send('PUT', path, { body, headers: { 'if-match': sent.tag } })
      if (!response.ok) throw await problemOf(response)
    },
    // Even if the form was closed in the meantime.
    onSuccess: async (_, sent) => {
      await client.refetchQueries({ queryKey: ['tagged', path] })
      const saved = client.getQueryData<Tagged<R>>(['tagged', path])
      const now = latest.current
      if (now === undefined || now.values === sent.values) keep(undefined)
      // Keep edits made during the save, rebased on the stored record.
      else if (saved !== undefined) keep({ from: pick(saved.record), tag: saved.tag, values: now.values })
    },
    onSettled: () => refreshAfterWrite(client, path),
  })
  const store = (expected: string, onSaved?: () => void): void =>
    change.mutate({ from, tag: expected, values }, { onSuccess: () => onSaved?.() })
  return {
    values,
    stored,
    set: (changes) => keep({ from, tag, values: { ...values, ...changes } }),
    isChanged: begun !== undefined && !same(values, from),
    busy: change.isPending,
    error: change.error,
    conflict: change.error instanceof ApiProblem && change.error.status === 412,
    save: (onSaved) => store(tag, onSaved),
    saveAnyway: (onSaved) => store(current.tag, onSaved),
    discard: () => {
      keep(undefined)
      change.reset()
    },
  }
}
