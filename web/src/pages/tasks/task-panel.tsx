import { memo } from 'react'
import { Redirect } from 'wouter'
import { useRecord } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { usePhone } from '../../parts/use-phone.ts'
import { useLater } from '../../site/use-later.ts'
import { useStable } from '../../site/use-stable.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { useMayContribute } from '../work/use-membership.ts'
import classes from './panel.module.css'
import { Pickers } from './pickers.tsx'
import { TaskBody } from './task-body.tsx'
import { useTask } from './task-data.ts'
import { PanelHead } from './task-header.tsx'

interface TaskPanelProps {
  id: string
  mayChange: boolean
  onClose: () => void
}

/** A task beside the list or the board that it was opened from. It is not a dialog: the list can still be used. */
export function TaskPanel({ id, mayChange, onClose }: TaskPanelProps) {
  const phone = usePhone()
  const shown = useLater(id, '')
  const close = useStable(onClose)
  // A phone has no room beside the list.
  if (phone) return <Redirect to={`/p/task/${id}`} replace />
  return (
    <aside className={classes['panel']} aria-label={words.label}>
      {shown !== '' && <Shown id={shown} mayChange={mayChange} onClose={close} />}
    </aside>
  )
}

/** Memoized, so that the previous task is not rendered again while another one opens. */
const Shown = memo(function Shown({ id, mayChange, onClose }: TaskPanelProps) {
  return (
    <>
      <PanelHead id={id} mayChange={mayChange} onClose={onClose} />
      <div className={classes['body']}>
        <Pickers>
          <TaskBody key={id} id={id} mayChange={mayChange} />
        </Pickers>
      </div>
    </>
  )
})

/** A task beside a list of tasks of several workspaces: the one that it is in decides who may change it. */
export function MyTaskPanel({ id, onClose }: Omit<TaskPanelProps, 'mayChange'>) {
  const workspaceId = useTask(id)?.workspaceId
  const path = workspaceId === undefined ? undefined : `/v1/workspaces/${workspaceId}`
  const mayChange = useMayContribute(useRecord<Workspace>(path).data)
  return <TaskPanel id={id} mayChange={mayChange} onClose={onClose} />
}
