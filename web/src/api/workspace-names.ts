import { useEffect, useMemo } from 'react'
import { useChoices } from './queries.ts'
import type { Workspace } from './types.ts'

/** The names of all workspaces of the person, in order, by id. */
export function useWorkspaceNames(): ReadonlyMap<string, string> {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useChoices<Workspace>(
    '/v1/workspaces?limit=500&sort=workspaceName',
  )
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return useMemo(
    () =>
      new Map(
        data?.pages.flatMap(({ items }) => items.map(({ id, details }) => [id, details.workspaceName])),
      ),
    [data],
  )
}
