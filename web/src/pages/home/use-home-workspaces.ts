import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useFavoriteList } from '../../api/favorites.ts'
import { useMe } from '../../api/me.ts'
import { usePage } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { useLatestChanges } from './activity.tsx'
import { useNeededTasks } from './needs-you.tsx'
import { rankWorkspaces } from './rank-workspaces.ts'

const most = 6

/** One row of cards: as many are shown at least, if there are enough. */
const row = 3

/** In most companies, all workspaces of a person. Others are loaded one by one if they are shown. */
const read = 100

const address = `/v1/workspaces?${new URLSearchParams({
  ...{ sort: '-updatedAt', limit: String(read), filter: 'archived=false' },
  fields: 'workspaceName,description',
})}`

const useLatestWorkspaces = () => usePage<Workspace>(address)

/** Whether the person is in no workspace; false while it is unknown. */
export const useHasNoWorkspace = (): boolean => useLatestWorkspaces().data?.items.length === 0

export type ShownWorkspace = Pick<Workspace, 'id' | 'details'>

/**
 * The workspaces that matter to the person, from what Home loads anyway; if these are few, then also those that changed
 * last. Their order stays while the page is open.
 */
export function useHomeWorkspaces() {
  const { user } = useMe()
  const latest = useLatestWorkspaces()
  const favorites = useFavoriteList()
  const needed = useNeededTasks()
  const changes = useLatestChanges()
  const isLoading = [latest, favorites, needed, changes].some(({ isPending }) => isPending)
  const [ranked, setRanked] = useState<readonly string[]>()
  if (ranked === undefined && user !== undefined && !isLoading)
    setRanked(
      rankWorkspaces({
        ...{ userId: user.id, favorites: favorites.data?.items ?? [], changes: changes.data?.items ?? [] },
        needing: needed.ids.flatMap((id) => needed.tasks.get(id)?.workspaceId ?? []),
      }),
    )
  const listed = latest.data?.items
  const isComplete = latest.data?.links.next === undefined
  const isListed = (id: string): boolean => listed?.some((each) => each.id === id) === true
  const wanted = (ranked ?? []).filter((id) => isListed(id) || !isComplete).slice(0, most)
  const others = useQueries({
    queries: wanted
      .filter((id) => !isListed(id))
      .map((id) => {
        const path = `/v1/workspaces/${id}`
        return { queryKey: ['one', path], queryFn: () => api<Workspace>('GET', path), retry: false }
      }),
    combine: (all) => ({
      isPending: all.some(({ isPending }) => isPending),
      found: all.flatMap(({ data }) => data ?? []).filter(({ details }) => !details.archived),
    }),
  })
  const known = new Map([...(listed ?? []), ...others.found].map((each) => [each.id, each]))
  const chosen = wanted.flatMap((id) => known.get(id) ?? [])
  const rest = (listed ?? []).filter(({ id }) => !wanted.includes(id))
  const room =
    isComplete && listed !== undefined && listed.length <= most ? most : Math.max(row, chosen.length)
  return {
    error: latest.error,
    refetch: latest.refetch,
    /** Undefined until it is known which ones matter. */
    shown:
      ranked === undefined || listed === undefined || others.isPending
        ? undefined
        : [...chosen, ...rest].slice(0, room),
  }
}
