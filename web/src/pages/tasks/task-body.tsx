import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { useOpened } from '../../api/favorites.ts'
import { useKnownName } from '../../api/names.ts'
import { loadVersion } from '../../api/write.ts'
import { clock, dayWords } from '../../parts/days.ts'
import { Faces, MilestoneMark, PriorityBars, StatusRing, TagMark } from '../../parts/marks.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { Comments } from './comments.tsx'
import { Description } from './description.tsx'
import { Due, DueWarning } from './due.tsx'
import classes from './panel.module.css'
import { type PickField, usePicker } from './pickers.tsx'
import { isIn } from './sections.ts'
import { Steps } from './steps.tsx'
import { type TaskDetails, useTask } from './task-data.ts'
import { Blockers, Subtasks, TaskFiles } from './task-relations.tsx'
import { TaskTitle } from './task-title.tsx'
import { useStatusSections } from './use-status-sections.ts'

interface TaskBodyProps {
  id: string
  mayChange: boolean
  /** On a page of its own. */
  wide?: boolean
  children?: ReactNode
}

/** Loads a task with its version; live changes load it again. */
export function useLoadedTask(id: string) {
  const path = `/v1/tasks/${id}`
  const { error, refetch, isPending } = useQuery({
    queryKey: ['task', path],
    queryFn: async () => {
      await loadVersion(`${path}?expand=names`)
      return true
    },
  })
  return { task: useTask(id), error, isPending, refetch }
}

/** Everything about a task; each field is changed in place and saved separately. */
export function TaskBody({ id, mayChange, wide = false, children }: TaskBodyProps) {
  const { task, error, isPending, refetch } = useLoadedTask(id)
  useOpened('task', task === null || task === undefined ? undefined : id)
  if (task === null || (task === undefined && !isPending && error === null))
    return <Empty title={words.gone} hint={words.goneHint} />
  // A board only knows what its cards show.
  if (task === undefined || !('milestoneId' in task))
    return error === null ? <Loading rows={6} /> : <Failed error={error} retry={() => void refetch()} />
  return (
    <div className={wide ? classes['wide'] : undefined}>
      <TaskTitle key={id} id={id} title={task.title} mayChange={mayChange} />
      <Properties id={id} task={task} mayChange={mayChange} />
      <DueWarning task={task} />
      {'description' in task && (
        <Description key={id} id={id} text={task.description} mayChange={mayChange} />
      )}
      <Steps taskId={id} mayChange={mayChange} />
      <Subtasks id={id} task={task} mayChange={mayChange} />
      <Blockers id={id} task={task} mayChange={mayChange} />
      <TaskFiles id={id} />
      <Comments
        on={`/v1/tasks/${id}`}
        workspaceId={task.workspaceId}
        changes={{ kind: 'task', details: task }}
      />
      {children}
    </div>
  )
}

interface PropertiesProps {
  id: string
  task: TaskDetails
  mayChange: boolean
}

function Properties({ id, task, mayChange }: PropertiesProps) {
  const openPicker = usePicker()
  const section = useStatusSections(task.workspaceId).find((each) => isIn(each, task))
  const milestone = useKnownName(task.milestoneId)
  const tasklist = useKnownName(task.tasklistId)
  const only = useKnownName(task.assignees.length === 1 ? task.assignees[0] : undefined)
  const none = <span className={classes['none']}>{words.none}</span>
  const property = (field: PickField, value: ReactNode) => (
    <Property
      label={taskTexts.fields[field]}
      disabled={!mayChange}
      onClick={(at) => openPicker({ field, ids: [id], at })}
    >
      {value}
    </Property>
  )
  return (
    <dl className={classes['props']}>
      {property(
        'status',
        <>
          <StatusRing status={task.status} />
          <span>{section?.label ?? task.status}</span>
        </>,
      )}
      {property(
        'assignees',
        task.assignees.length === 0 ? (
          none
        ) : (
          <>
            <Faces ids={task.assignees} />
            {only !== undefined && <span>{only}</span>}
          </>
        ),
      )}
      {property('dueDate', task.dueDate === null ? none : <Due task={task} />)}
      {property(
        'priority',
        <>
          <PriorityBars priority={task.priority} />
          <span>{taskTexts.priorities[task.priority - 1]}</span>
        </>,
      )}
      {property(
        'milestoneId',
        task.milestoneId === null ? (
          none
        ) : (
          <>
            <MilestoneMark />
            <span>{milestone ?? ''}</span>
          </>
        ),
      )}
      {property(
        'tags',
        task.tags.length === 0 ? none : task.tags.map((tag) => <TagMark key={tag} name={tag} />),
      )}
      {property('tasklistId', task.tasklistId === null ? none : <span>{tasklist ?? ''}</span>)}
      {property('startDate', task.startDate === null ? none : <span>{dayWords(task.startDate)}</span>)}
      {property('estimateMinutes', task.estimateMinutes === null ? none : clock(task.estimateMinutes))}
      <Property label={taskTexts.fields.spentMinutes} disabled>
        {task.spentMinutes === 0 ? none : clock(task.spentMinutes)}
      </Property>
      {task.parentTaskId !== null && <ParentTask id={task.parentTaskId} />}
    </dl>
  )
}

function ParentTask({ id }: { id: string }) {
  const name = useKnownName(id)
  return (
    <div>
      <dt>{words.parent}</dt>
      <dd>
        <Link href={`/p/task/${id}`}>{name ?? ''}</Link>
      </dd>
    </div>
  )
}

interface PropertyProps {
  label: string
  disabled: boolean
  onClick?: (at: HTMLElement) => void
  children: ReactNode
}

function Property({ label, disabled, onClick, children }: PropertyProps) {
  const id = useId()
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        <button
          type="button"
          className={classes['value']}
          aria-describedby={id}
          disabled={disabled}
          onClick={(event) => onClick?.(event.currentTarget)}
        >
          {children}
        </button>
      </dd>
    </div>
  )
}
