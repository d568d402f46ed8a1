import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useKnownName } from '../../api/names.ts'
import { clock } from '../../parts/days.ts'
import { PriorityBars, StatusRing, TagMark, WorkspaceMark } from '../../parts/marks.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import { Due } from './due.tsx'
import list from './list.module.css'
import classes from './my-tasks.module.css'
import { ParentName } from './parent-name.tsx'
import { type PickField, usePicker } from './pickers.tsx'
import { useTask } from './task-data.ts'

interface MyTaskRowProps {
  id: string
  isCursor: boolean
  hasRing: boolean
  isSelected: boolean
  isOpen: boolean
  onOpen: (id: string, event: MouseEvent) => void
  onFocus: (id: string) => void
}

/** A task in My tasks: it can be dragged to another day. */
export function MyTaskRow({ id, isCursor, hasRing, isSelected, isOpen, onOpen, onFocus }: MyTaskRowProps) {
  const task = useTask(id)
  const row = useRef<HTMLTableRowElement>(null)
  const openPicker = usePicker()
  const workspace = useKnownName(task?.workspaceId)
  const stage = useKnownName(task?.stageId)
  useEffect(() => {
    const element = row.current
    return element === null ? undefined : draggable({ element, getInitialData: () => ({ taskId: id }) })
  }, [id])
  if (task === null || task === undefined) return null
  const pick = (field: PickField) => (event: MouseEvent<HTMLElement>) =>
    openPicker({ field, ids: [id], at: event.currentTarget })
  return (
    <tr
      ref={row}
      className={classes['row']}
      data-cursor={hasRing || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
    >
      <td>
        <button
          type="button"
          tabIndex={-1}
          className={`${list['cell']} ${list['statusCell']}`}
          aria-label={words.statusFor(task.title, stage ?? task.status)}
          onClick={pick('status')}
        >
          <StatusRing status={task.status} />
        </button>
      </td>
      <td className={list['title']}>
        <a
          href={`/p/task/${id}`}
          data-task={id}
          draggable={false}
          tabIndex={isCursor ? 0 : -1}
          onClick={(event) => onOpen(id, event)}
          onFocus={() => onFocus(id)}
        >
          {task.title}
        </a>
        <ParentName id={task.parentTaskId} />
        <small className={classes['second']}>{workspace ?? ''}</small>
      </td>
      <td className={classes['workspace']}>
        <WorkspaceMark id={task.workspaceId} />
        <span>{workspace ?? ''}</span>
      </td>
      <td className={classes['tags']}>
        <button type="button" tabIndex={-1} className={list['cell']} onClick={pick('tags')}>
          <VisuallyHidden>{words.tagsFor(task.title)} </VisuallyHidden>
          {task.tags.slice(0, 2).map((tag) => (
            <TagMark key={tag} name={tag} />
          ))}
        </button>
      </td>
      <td className={classes['priority']}>
        <button
          type="button"
          tabIndex={-1}
          className={list['cell']}
          aria-label={words.priorityFor(task.title, words.priorities[task.priority - 1] ?? '')}
          onClick={pick('priority')}
        >
          <PriorityBars priority={task.priority} />
        </button>
      </td>
      <td className={list['due']}>
        <button type="button" tabIndex={-1} className={list['cell']} onClick={pick('dueDate')}>
          <VisuallyHidden>{words.dueFor(task.title)} </VisuallyHidden>
          <Due task={task} />
        </button>
      </td>
      <td className={classes['number']}>
        <button
          type="button"
          tabIndex={-1}
          className={`${list['cell']} ${list['figure']}`}
          onClick={pick('estimateMinutes')}
        >
          <VisuallyHidden>{words.estimateFor(task.title)} </VisuallyHidden>
          <span>{task.estimateMinutes ? clock(task.estimateMinutes) : '·'}</span>
        </button>
      </td>
    </tr>
  )
}
