import { useEffect, useMemo } from 'react'
import { keepNames } from '../../api/names.ts'
import { usePage } from '../../api/queries.ts'
import type { Stage } from '../../api/types.ts'
import { type Section, statusSections } from './sections.ts'
import { stagesOf } from './task-data.ts'

/** The stages of a workspace. Their names are stored: a task may be moved to a stage that no other task was in. */
export function useStages(workspaceId: string | undefined): Stage[] | undefined {
  const stages = usePage<Stage>(workspaceId === undefined ? undefined : stagesOf(workspaceId)).data?.items
  useEffect(
    () => keepNames(Object.fromEntries((stages ?? []).map(({ id, details }) => [id, details.stageName]))),
    [stages],
  )
  return stages
}

/** The statuses that tasks of a workspace can have: its stages, and each status without a stage. */
export function useStatusSections(workspaceId: string | undefined): readonly Section[] {
  const stages = useStages(workspaceId)
  return useMemo(() => statusSections(workspaceId === undefined ? [] : (stages ?? [])), [workspaceId, stages])
}
