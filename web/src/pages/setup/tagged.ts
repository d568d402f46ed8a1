import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../api/client.ts'
import { ApiProblem, problemOf } from '../../api/problem.ts'

/** A record and the tag of the state that it was read in. */
export interface Tagged<R> {
  record: R
  tag: string
}

/** One record with its tag, so that a change can say what it was made from. */
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
  /** What is stored now, whoever stored it. */
  stored: V
  set: (changes: Partial<V>) => void
  isChanged: boolean
  busy: boolean
  error: unknown
  /** Somebody else has stored something between reading and saving. */
  conflict: boolean
  save: (onSaved?: () => void) => void
  /** Stores over what somebody else has stored. */
  saveAnyway: (onSaved?: () => void) => void
  discard: () => void
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What differs is what is sent: two people who change different fields are still told of each other. */
function differing<V extends object>(values: V, from: V): Partial<V> {
  const names = Object.keys(values) as (keyof V)[]
  return Object.fromEntries(
    names.filter((name) => !same(values[name], from[name])).map((name) => [name, values[name]]),
  ) as Partial<V>
}

/**
 * Changes to a record that are not saved yet. Until something is typed they follow what is stored; from then on they
 * hold on to the state that they began with, and saving asks that it is still that one.
 */
export function useDraft<R, V extends object>(
  path: string,
  current: Tagged<R>,
  pick: (record: R) => V,
): Draft<V> {
  const client = useQueryClient()
  const [begun, setBegun] = useState<{ from: Tagged<R>; values: V }>()
  const from = begun?.from ?? current
  const values = begun?.values ?? pick(current.record)
  const change = useMutation({
    mutationFn: async ({ body, tag }: { body: Partial<V>; tag: string }) => {
      const response = await send('PUT', path, { body, headers: { 'if-match': tag } })
      if (!response.ok) throw await problemOf(response)
    },
    onSettled: () => client.invalidateQueries(),
  })
  const store = (tag: string, onSaved?: () => void): void =>
    change.mutate(
      { body: differing(values, pick(from.record)), tag },
      {
        onSuccess: async () => {
          await client.refetchQueries({ queryKey: ['tagged', path] })
          setBegun(undefined)
          onSaved?.()
        },
      },
    )
  return {
    values,
    stored: pick(current.record),
    set: (changes) => setBegun({ from, values: { ...values, ...changes } }),
    isChanged: begun !== undefined && !same(begun.values, pick(from.record)),
    busy: change.isPending,
    error: change.error,
    conflict: change.error instanceof ApiProblem && change.error.status === 412,
    save: (onSaved) => store(from.tag, onSaved),
    saveAnyway: (onSaved) => store(current.tag, onSaved),
    discard: () => {
      setBegun(undefined)
      change.reset()
    },
  }
}
