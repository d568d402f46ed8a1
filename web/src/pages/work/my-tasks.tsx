import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import type { Task } from '../../api/types.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Loading } from '../../parts/states.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { is } from '../../table/list-address.ts'
import { workTexts as words } from '../../texts/work.ts'
import type { AnyRecord } from '../records/record-address.ts'
import { columnOf } from '../records/record-table.tsx'
import { ChangeTask } from './change-task.tsx'
import { TaskActions } from './task-actions.tsx'

const columns = [
  columnOf('task', 'title', false),
  columnOf('task', 'workspaceId', true),
  columnOf('task', 'status', false),
  columnOf('task', 'priority', true),
  columnOf('task', 'dueDate', true),
]

const open = ['Open', 'In Progress', 'On Hold'] satisfies Task['details']['status'][]
const shown = [...open, words.all]

/** The tasks of the person who is signed in, across all workspaces. */
export function MyTasksPage() {
  const { user } = useMe()
  const [which, setWhich] = useState<string>(open[0] ?? words.all)
  const [changing, setChanging] = useState<string>()
  if (user === undefined)
    return (
      <>
        <PageHead />
        <Loading rows={8} />
      </>
    )
  const mine = is('assignees', user.id)
  const fixed = which === words.all ? [mine] : [mine, is('status', which)]
  return (
    <>
      <PageHead
        action={<SegmentedControl data={shown} value={which} onChange={setWhich} aria-label={words.which} />}
      />
      <DataTable<AnyRecord>
        path="/v1/tasks"
        fixed={fixed}
        sort="dueDate"
        columns={columns}
        nameOf={({ details }) => String(details['title'])}
        hrefOf={({ id }) => `/p/task/${id}`}
        actions={(task) => <TaskActions task={task} onChange={setChanging} />}
        empty={
          which === words.all
            ? { title: words.noTasks, hint: words.noTasksHint }
            : { title: words.noTasksLike(which), hint: words.noTasksLikeHint }
        }
      />
      {changing !== undefined && <ChangeTask id={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}
