import { Select } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { readPage, usePage } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { homeTexts as words } from '../../texts/home.ts'

const openWorkspaces = `/v1/workspaces?${new URLSearchParams({
  ...{ sort: 'workspaceName', limit: '500', filter: 'archived=false', fields: 'workspaceName' },
})}`

/** The workspaces in which something can be created; undefined while they are loading. */
export const useOpenWorkspaces = (): readonly Workspace[] | undefined =>
  usePage<Workspace>(openWorkspaces).data?.items

export interface TargetWorkspace {
  id: string | undefined
  workspaces: readonly Workspace[] | undefined
  choose: (id: string | undefined) => void
  /** Nobody has to wait for the list before pressing Enter. */
  find: () => Promise<string | undefined>
  /** Most things go where the one before went. */
  remember: (id: string) => void
}

/** The workspace that something new is created in: the chosen one, or else the last one. */
export function useTargetWorkspace(proposed?: string): TargetWorkspace {
  const [chosen, choose] = useState(proposed)
  const [latest, remember] = useDraft('workspace of the last task')
  const workspaces = useOpenWorkspaces()
  const id = [chosen, latest === '' ? undefined : latest, workspaces?.[0]?.id].find(
    (each) => each !== undefined && (workspaces?.some((workspace) => workspace.id === each) ?? true),
  )
  const find = async (): Promise<string | undefined> =>
    id ?? (await readPage<Workspace>(openWorkspaces)).items[0]?.id
  return { id, workspaces, choose, find, remember }
}

/** Chooses the workspace that something new is created in. */
export function WorkspaceSelect({ target, isInside = false }: WorkspaceSelectProps) {
  const isOpen = useRef(false)
  return (
    <Select
      label={words.taskWorkspace}
      searchable
      allowDeselect={false}
      data={(target.workspaces ?? []).map(({ id, details }) => ({ value: id, label: details.workspaceName }))}
      value={target.id ?? null}
      onChange={(id) => target.choose(id ?? undefined)}
      {...(isInside && {
        size: 'sm',
        comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' as const },
        onDropdownOpen: () => {
          isOpen.current = true
        },
        onDropdownClose: () => {
          isOpen.current = false
        },
        // The first Escape closes the list alone.
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key === 'Escape' && isOpen.current) event.stopPropagation()
        },
      })}
    />
  )
}

interface WorkspaceSelectProps {
  target: TargetWorkspace
  /** Whether it is in a box that closes with a click elsewhere: the list has to be inside too. */
  isInside?: boolean
}
