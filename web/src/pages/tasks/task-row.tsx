import { type MouseEvent, memo } from 'react'
import { useKnownName } from '../../api/names.ts'
import { clock } from '../../parts/days.ts'
import { Faces, PriorityBars, StatusRing, TagMark } from '../../parts/marks.tsx'
import { RenameField } from '../../parts/rename-field.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import { useTaskActs } from './acts.ts'
import { Due } from './due.tsx'
import classes from './list.module.css'
import { ParentName } from './parent-name.tsx'
import { type PickField, usePicker } from './pickers.tsx'
import { isFinished, useTask } from './task-data.ts'

interface TaskRowProps {
  id: string
  top: number
  /** How deep it is below the tasks that are shown above it. */
  depth: number
  isCursor: boolean
  isSelected: boolean
  isOpen: boolean
  isRenaming: boolean
  mayChange: boolean
  onOpen: (id: string, event: MouseEvent) => void
  onFocus: (id: string) => void
  onSelect: (id: string, range: boolean) => void
  onRenamed: (id: string) => void
}

/** A task in a list. Every cell can be edited in place. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { id, top, depth, isCursor, isSelected, isOpen, isRenaming, mayChange, onOpen, onFocus, onSelect } =
    props
  const task = useTask(id)
  const openPicker = usePicker()
  const stage = useKnownName(task?.stageId)
  const only = useKnownName(task?.assignees.length === 1 ? task.assignees[0] : undefined)
  if (task === null || task === undefined) return null
  const pick = (field: PickField) => (event: MouseEvent<HTMLElement>) =>
    openPicker({ field, ids: [id], at: event.currentTarget })
  const cell = { type: 'button', tabIndex: -1, disabled: !mayChange } as const
  return (
    <tr
      className={`${classes['row']} ${classes['item']}`}
      style={{ transform: `translateY(${top}px)` }}
      data-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      data-open={isOpen || undefined}
      data-done={isFinished(task.status) || undefined}
    >
      <td className={classes['check']}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={words.select(task.title)}
          checked={isSelected}
          onChange={(event) => onSelect(id, (event.nativeEvent as PointerEvent).shiftKey)}
        />
      </td>
      <td style={{ marginLeft: depth * 24 }}>
        <button
          {...cell}
          className={`${classes['cell']} ${classes['statusCell']}`}
          aria-label={words.statusFor(task.title, stage ?? task.status)}
          onClick={pick('status')}
        >
          <StatusRing status={task.status} />
        </button>
      </td>
      <td className={classes['title']} style={{ paddingLeft: depth * 24 }}>
        {isRenaming ? (
          <TitleField id={id} title={task.title} onClose={() => props.onRenamed(id)} />
        ) : (
          <a
            href={`/p/task/${id}`}
            data-task={id}
            tabIndex={isCursor ? 0 : -1}
            onClick={(event) => onOpen(id, event)}
            onFocus={() => onFocus(id)}
          >
            {task.title}
          </a>
        )}
        {depth === 0 && !isRenaming && <ParentName id={task.parentTaskId} />}
      </td>
      <td className={classes['wide']}>
        <button {...cell} className={classes['cell']} onClick={pick('tags')}>
          <VisuallyHidden>{words.tagsFor(task.title)} </VisuallyHidden>
          {task.tags.slice(0, 2).map((tag) => (
            <TagMark key={tag} name={tag} />
          ))}
        </button>
      </td>
      <td className={classes['middle']}>
        <button {...cell} className={classes['cell']} onClick={pick('assignees')}>
          <VisuallyHidden>{words.assigneesFor(task.title)} </VisuallyHidden>
          <Faces ids={task.assignees} />
          {only !== undefined && <span className={classes['name']}>{only.split(' ')[0]}</span>}
        </button>
      </td>
      <td className={classes['middle']}>
        <button
          {...cell}
          className={classes['cell']}
          aria-label={words.priorityFor(task.title, words.priorities[task.priority - 1] ?? '')}
          onClick={pick('priority')}
        >
          <PriorityBars priority={task.priority} />
        </button>
      </td>
      <td className={classes['due']}>
        <button {...cell} className={classes['cell']} onClick={pick('dueDate')}>
          <VisuallyHidden>{words.dueFor(task.title)} </VisuallyHidden>
          <Due task={task} />
        </button>
      </td>
      <td className={`${classes['number']} ${classes['wide']}`}>
        <button
          {...cell}
          className={`${classes['cell']} ${classes['figure']}`}
          onClick={pick('estimateMinutes')}
        >
          <VisuallyHidden>{words.estimateFor(task.title)} </VisuallyHidden>
          <span>{task.estimateMinutes ? clock(task.estimateMinutes) : '·'}</span>
        </button>
      </td>
      <td className={`${classes['number']} ${classes['wide']}`}>
        {task.spentMinutes === 0 ? '·' : clock(task.spentMinutes)}
      </td>
    </tr>
  )
})

function TitleField({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const acts = useTaskActs()
  return (
    <RenameField
      path={`/v1/tasks/${id}`}
      name={title}
      label={words.rename(title)}
      onSave={(next) => void acts.change([id], { title: next }, words.fieldOf(words.fields.title, title, 1))}
      onClose={onClose}
    />
  )
}
