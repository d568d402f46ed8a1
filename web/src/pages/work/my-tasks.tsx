import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../../api/me.ts'
import { PageHead } from '../../frame/frame.tsx'
import { Loading } from '../../parts/states.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import type { Term } from '../../table/list-address.ts'
import { recordTexts } from '../../texts/records.ts'
import { workTexts as words } from '../../texts/work.ts'
import { FieldValue } from '../records/field-value.tsx'
import type { AnyRecord } from '../records/record-address.ts'
import { ChangeTask } from './change-task.tsx'
import { TaskActions } from './task-actions.tsx'

const column = (field: string, wide: boolean): Column<AnyRecord> => ({
  field,
  label: recordTexts.field(field),
  wide,
  show: ({ details }) => <FieldValue kind="task" field={field} value={details[field]} brief />,
})

const columns = [
  column('title', false),
  column('workspaceId', true),
  column('status', false),
  column('priority', true),
  column('dueDate', true),
]

const shown = ['Open', 'In Progress', 'On Hold', words.all] as const

/** What is assigned to the person who is signed in, wherever it is. */
export function MyTasksPage() {
  const { user } = useMe()
  const [which, setWhich] = useState<string>(shown[0])
  const [changing, setChanging] = useState<string>()
  if (user === undefined)
    return (
      <>
        <PageHead title={words.myTasks} />
        <Loading rows={8} />
      </>
    )
  const mine: Term = { field: 'assignees', operator: '=', value: user.id }
  const fixed = which === words.all ? [mine] : [mine, { field: 'status', operator: '=', value: which }]
  return (
    <>
      <PageHead
        title={words.myTasks}
        action={
          <SegmentedControl data={[...shown]} value={which} onChange={setWhich} aria-label={words.which} />
        }
      />
      <DataTable<AnyRecord>
        path="/v1/tasks"
        fixed={fixed}
        sort="dueDate"
        columns={columns}
        nameOf={({ details }) => String(details['title'])}
        hrefOf={({ id }) => `/p/task/${id}`}
        actions={(task) => <TaskActions task={task} onChange={setChanging} />}
        empty={{ title: words.noTasks, hint: words.noTasksHint }}
      />
      {changing !== undefined && <ChangeTask id={changing} onClose={() => setChanging(undefined)} />}
    </>
  )
}
