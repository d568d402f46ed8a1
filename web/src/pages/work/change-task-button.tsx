import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRecord } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { IconPencil } from '../../parts/icons.tsx'
import { workTexts as words } from '../../texts/work.ts'
import type { AnyRecord } from '../records/record-address.ts'
import { ChangeTask } from './change-task.tsx'
import { useMayContribute } from './use-membership.ts'

/** Opens the form of a task, for people who may edit it. */
export function ChangeTaskButton({ task }: { task: AnyRecord }) {
  const [changing, setChanging] = useState(false)
  const workspace = useRecord<Workspace>(`/v1/workspaces/${String(task.details['workspaceId'])}`).data
  if (!useMayContribute(workspace)) return null
  return (
    <>
      <Button leftSection={<IconPencil size={16} />} onClick={() => setChanging(true)}>
        {words.editTask}
      </Button>
      {changing && <ChangeTask id={task.id} onClose={() => setChanging(false)} />}
    </>
  )
}
