import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { useListIds } from '../../api/list-ids.ts'
import { about } from '../../api/problem.ts'
import { usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import type { File } from '../../api/types.ts'
import { IconPaperclip, IconPlus, IconX } from '../../parts/icons.tsx'
import { Faces, StatusRing } from '../../parts/marks.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { Due } from './due.tsx'
import { Float } from './float.tsx'
import { NewTask } from './new-task.tsx'
import classes from './panel.module.css'
import { matchingOptions, PickList } from './pick-list.tsx'
import { addressOf, isFinished, type TaskDetails, useTask, useTasks } from './task-data.ts'

interface RelationProps {
  id: string
  task: TaskDetails
  mayChange: boolean
}

function TaskLine({ id, onRemove }: { id: string; onRemove?: () => void }) {
  const task = useTask(id)
  if (task === null || task === undefined) return null
  return (
    <div className={classes['sub']}>
      <StatusRing status={task.status} />
      <Link href={`/p/task/${id}`}>{task.title}</Link>
      <Faces ids={task.assignees} />
      <Due task={task} />
      {onRemove !== undefined && (
        <button
          type="button"
          className={classes['remove']}
          aria-label={words.removeBlocker(task.title)}
          onClick={onRemove}
        >
          <IconX size={14} />
        </button>
      )}
    </div>
  )
}

/** The tasks below a task. */
export function Subtasks({ id, task, mayChange }: RelationProps) {
  const path = `/v1/workspaces/${task.workspaceId}/tasks`
  const { ids } = useListIds(addressOf({ path, filter: `parentTaskId="${id}"`, sort: 'rank', limit: 100 }))
  const tasks = useTasks(ids)
  const [adding, setAdding] = useState(false)
  if (ids.length === 0 && !mayChange) return null
  const done = [...tasks.values()].filter(({ status }) => isFinished(status)).length
  return (
    <section className={classes['section']} aria-label={words.subtasks}>
      <header>
        <h2>{words.subtasks}</h2>
        {ids.length > 0 && <span>{words.done(done, tasks.size)}</span>}
      </header>
      {ids.map((each) => (
        <TaskLine key={each} id={each} />
      ))}
      {adding ? (
        <NewTask
          workspaceId={task.workspaceId}
          fields={{ parentTaskId: id }}
          label={words.newSubtask}
          className={classes['field'] ?? ''}
          onClose={() => setAdding(false)}
        />
      ) : (
        mayChange && (
          <button type="button" className={classes['add']} onClick={() => setAdding(true)}>
            <IconPlus size={16} />
            {words.addSubtask}
          </button>
        )
      )}
    </section>
  )
}

/** The tasks that have to be done before a task, and those that wait for it. */
export function Blockers({ id, task, mayChange }: RelationProps) {
  const client = useQueryClient()
  const notices = useNotices()
  const blockers = useListIds(addressOf({ path: `/v1/tasks/${id}/blockers`, limit: 100 })).ids
  const blocked = useListIds(addressOf({ path: `/v1/tasks/${id}/blocked`, limit: 100 })).ids
  const button = useRef<HTMLButtonElement>(null)
  const [choosing, setChoosing] = useState(false)
  const write = async (method: 'PUT' | 'DELETE', blocker: string): Promise<void> => {
    try {
      await api(method, `/v1/tasks/${id}/blockers/${blocker}`)
    } catch (error) {
      notices.failed(about(task.title, error))
    }
    await refreshAfterWrite(client, `/v1/tasks/${id}/blockers`)
  }
  if (blockers.length === 0 && blocked.length === 0 && !mayChange) return null
  return (
    <>
      <section className={classes['section']} aria-label={words.blockedBy}>
        {(blockers.length > 0 || mayChange) && (
          <header>
            <h2>{words.blockedBy}</h2>
          </header>
        )}
        {blockers.map((each) => (
          <TaskLine key={each} id={each} {...(mayChange && { onRemove: () => void write('DELETE', each) })} />
        ))}
        {mayChange && (
          <button ref={button} type="button" className={classes['add']} onClick={() => setChoosing(true)}>
            <IconPlus size={16} />
            {words.addBlocker}
          </button>
        )}
        {choosing && button.current !== null && (
          <Float at={button.current} label={words.addBlocker} onClose={() => setChoosing(false)}>
            <TaskChoice
              workspaceId={task.workspaceId}
              without={[id, ...blockers]}
              onPick={(chosen) => {
                setChoosing(false)
                void write('PUT', chosen)
              }}
            />
          </Float>
        )}
      </section>
      {blocked.length > 0 && (
        <section className={classes['section']} aria-label={words.blocks}>
          <header>
            <h2>{words.blocks}</h2>
          </header>
          {blocked.map((each) => (
            <TaskLine key={each} id={each} />
          ))}
        </section>
      )}
    </>
  )
}

interface TaskChoiceProps {
  workspaceId: string
  without: readonly string[]
  onPick: (id: string) => void
}

/** A choice among the tasks of a workspace that were changed last. */
function TaskChoice({ workspaceId, without, onPick }: TaskChoiceProps) {
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const { ids } = useListIds(addressOf({ path, sort: '-updatedAt', limit: 200 }))
  const tasks = useTasks(ids)
  const options = [...tasks]
    .filter(([id]) => !without.includes(id))
    .map(([id, { title, status }]) => ({ value: id, label: title, icon: <StatusRing status={status} /> }))
  return (
    <PickList
      label={words.addBlocker}
      options={(typed) => matchingOptions(options, typed).slice(0, 30)}
      onPick={onPick}
    />
  )
}

/** The files that are attached to a task. */
export function TaskFiles({ id }: { id: string }) {
  const files = usePage<File>(`/v1/tasks/${id}/files?limit=100&fields=fileName`).data?.items ?? []
  if (files.length === 0) return null
  return (
    <section className={classes['section']} aria-label={words.files}>
      <header>
        <h2>{words.files}</h2>
        <span>{files.length}</span>
      </header>
      <ul className={classes['files']}>
        {files.map(({ id: fileId, details }) => (
          <li key={fileId}>
            <Link href={`/p/file/${fileId}`}>
              <IconPaperclip size={16} stroke={1.75} />
              {details.fileName}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
