import { useMemo } from 'react'
import { usePage } from '../../api/queries.ts'
import type { Stage } from '../../api/types.ts'
import { type Section, statusSections } from './sections.ts'
import { stagesOf } from './task-data.ts'

/** The statuses that tasks of a workspace can have: its stages, and each status without a stage. */
export function useStatusSections(workspaceId: string | undefined): readonly Section[] {
  const stages = usePage<Stage>(workspaceId === undefined ? undefined : stagesOf(workspaceId)).data?.items
  return useMemo(() => statusSections(workspaceId === undefined ? [] : (stages ?? [])), [workspaceId, stages])
}
