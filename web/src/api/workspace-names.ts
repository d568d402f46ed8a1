import { useMemo } from 'react'
import { useChoices } from './queries.ts'
import type { Workspace } from './types.ts'

/** The names of all workspaces of the person, in order, by id. */
export function useWorkspaceNames(): ReadonlyMap<string, string> {
  const { data } = useChoices<Workspace>('/v1/workspaces?limit=500&sort=workspaceName')
  return useMemo(() => new Map(data?.map(({ id, details }) => [id, details.workspaceName])), [data])
}
