import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { ApiProblem, problemOf } from '../../api/problem.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'

/** A record and its ETag. */
export interface Tagged<R> {
  record: R
  tag: string
}

/** Reads a record with its ETag, so that a write can be conditional. */
export function useTagged<R>(path: string) {
  return useQuery({
    queryKey: ['tagged', path],
    queryFn: async ({ signal }): Promise<Tagged<R>> => {
      const response = await send('GET', path, { signal })
      if (!response.ok) throw await problemOf(response)
      return { record: (await response.json()) as R, tag: response.headers.get('etag') ?? '*' }
    },
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

/**
 * Unsaved changes to a record. Until something is typed they follow what is stored. From then on they keep the version
 * that they started from, and saving fails if someone else has changed it.
 */
export function useDraft<R, V extends object>(
  path: string,
  current: Tagged<R>,
  pick: (record: R) => V,
): Draft<V> {
  const client = useQueryClient()
  const [started, setStarted] = useState<{ from: Tagged<R>; values: V }>()
  const from = started?.from ?? current
  const values = started?.values ?? pick(current.record)
  const change = useMutation({
    mutationFn: async ({ body, tag }: { body: Partial<V>; tag: string }) => {
      const response = await send('PUT', path, { body, headers: { 'if-match': tag } })
      if (!response.ok) throw await problemOf(response)
    },
    onSettled: () => refreshAfterWrite(client, path),
  })
  const store = (tag: string, onSaved?: () => void): void =>
    change.mutate(
      { body: differing(values, pick(from.record)), tag },
      {
        onSuccess: async () => {
          await client.refetchQueries({ queryKey: ['tagged', path] })
          const saved = client.getQueryData<Tagged<R>>(['tagged', path])
          // Keep edits made during the save, rebased on the stored record.
          setStarted((now) =>
            now && now.values !== values ? { ...now, from: saved ?? now.from } : undefined,
          )
          onSaved?.()
        },
      },
    )
  return {
    values,
    stored: pick(current.record),
    set: (changes) => setStarted({ from, values: { ...values, ...changes } }),
    isChanged: started !== undefined && !same(started.values, pick(from.record)),
    busy: change.isPending,
    error: change.error,
    conflict: change.error instanceof ApiProblem && change.error.status === 412,
    save: (onSaved) => store(from.tag, onSaved),
    saveAnyway: (onSaved) => store(current.tag, onSaved),
    discard: () => {
      setStarted(undefined)
      change.reset()
    },
  }
}
