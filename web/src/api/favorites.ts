import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from './client.ts'
import { useChange, usePage, useRecord } from './queries.ts'
import type { Favorite } from './types.ts'

export type FavoriteKind = Favorite['details']['kind']

const list = '/v1/users/me/favorites'

const pathOf = (kind: FavoriteKind, recordId: string): string => `${list}/${kind}/${recordId}`

export const useFavoriteList = () => usePage<Favorite>(`${list}?sort=rank&limit=200`)

/** The favorites of the person, in their order. */
export const useFavorites = (): Favorite[] | undefined => useFavoriteList().data?.items

/** Whether a record is a favorite, and a function that adds or removes it. */
export function useIsFavorite(kind: FavoriteKind, id: string) {
  const isStored = useFavorites()?.some(({ details }) => details.recordId === id)
  const change = useChange<boolean>((on) => ({ method: on ? 'PUT' : 'DELETE', path: pathOf(kind, id) }))
  return {
    /** Undefined until it is known. */
    isFavorite: change.isPending ? change.variables : isStored,
    change,
  }
}

/** Moves a favorite directly after or before another. */
export function useMoveFavorite() {
  return useChange<{ favorite: Favorite; place: { after: string } | { before: string } }>(
    ({ favorite: { details }, place }) => ({
      method: 'PUT',
      path: `${pathOf(details.kind, details.recordId)}/place`,
      body: place,
    }),
  )
}

const recentPath = '/v1/users/me/recent'

export interface Recent {
  kind: FavoriteKind
  id: string
  name: string
  workspaceId: string
}

/** The records that the person has opened or changed lately, the last one first. */
export const useRecent = (wanted = true) => useRecord<{ items: Recent[] }>(wanted ? recentPath : undefined)

/** Milliseconds. A page that people leave earlier does not count as opened. */
const aLook = 1_500

/** Notes that the person has opened a record, so that it is among their recent ones; undefined: not loaded yet. */
export function useOpened(kind: FavoriteKind, recordId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (recordId === undefined) return undefined
    const timer = setTimeout(() => {
      // A failure here is harmless.
      api('POST', recentPath, { body: { kind, recordId } })
        .then(() => client.invalidateQueries({ queryKey: ['one', recentPath] }))
        .catch(() => undefined)
    }, aLook)
    return () => clearTimeout(timer)
  }, [client, kind, recordId])
}
