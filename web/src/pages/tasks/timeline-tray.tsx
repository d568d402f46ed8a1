import { type PointerEvent, useRef } from 'react'
import { IconCalendar } from '../../parts/icons.tsx'
import { Faces, StatusRing } from '../../parts/marks.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import { useTaskActs } from './acts.ts'
import { followPointer } from './follow-pointer.ts'
import { usePicker } from './pickers.tsx'
import { useTask } from './task-data.ts'
import classes from './timeline.module.css'
import type { TimelineTools } from './timeline-row.tsx'
import { spokenSpan } from './timeline-scale.ts'

interface TrayProps {
  ids: readonly string[]
  more: boolean
  onMore: () => void
  /** The task that Tab reaches. */
  stop: string | undefined
  tools: TimelineTools
  /** The day at a point of the screen, if it lies on the timeline. */
  dayAt: (x: number, y: number) => string | undefined
  /** Shows where a task would be dropped. */
  aim: (day: string | undefined) => void
}

/** Open tasks without dates. They are dragged onto a day, or given a due date with the picker. */
export function Tray({ ids, more, onMore, ...given }: TrayProps) {
  if (ids.length === 0) return null
  return (
    <section className={classes['tray']} aria-label={words.noDates}>
      <h2>
        {words.noDates} <span>{taskTexts.count(ids.length, more)}</span>
      </h2>
      <ul>
        {ids.map((id) => (
          <Undated key={id} id={id} {...given} />
        ))}
        {more && (
          <li>
            <button type="button" className={classes['moreUndated']} onClick={onMore}>
              {words.moreUndated}
            </button>
          </li>
        )}
      </ul>
      {given.tools.mayChange && <p>{words.noDatesHint}</p>}
    </section>
  )
}

function Undated({
  id,
  stop,
  tools,
  dayAt,
  aim,
}: Omit<TrayProps, 'ids' | 'more' | 'onMore'> & { id: string }) {
  const task = useTask(id)
  const acts = useTaskActs()
  const openPicker = usePicker()
  const chip = useRef<HTMLLIElement>(null)
  const dragged = useRef(false)
  if (task === null || task === undefined) return null
  const onPointerDown = (event: PointerEvent): void => {
    dragged.current = false
    const { clientX, clientY } = event
    followPointer(event, {
      move: (moved) => {
        dragged.current = true
        aim(dayAt(moved.clientX, moved.clientY))
        if (chip.current !== null)
          chip.current.style.transform = `translate(${moved.clientX - clientX}px, ${moved.clientY - clientY}px)`
      },
      drop: (released) => {
        const day = dayAt(released.clientX, released.clientY)
        if (day === undefined) return
        const dates = { startDate: day, dueDate: day }
        void acts.change([id], dates, taskTexts.fieldOf(words.dates, task.title, 1))
        tools.say(words.moved(task.title, spokenSpan({ ...task, ...dates })))
      },
      end: () => {
        aim(undefined)
        if (chip.current !== null) chip.current.style.transform = ''
      },
    })
  }
  return (
    <li ref={chip} className={classes['undated']}>
      <StatusRing status={task.status} />
      <a
        href={`/p/task/${id}`}
        draggable={false}
        data-task={id}
        tabIndex={stop === id ? 0 : -1}
        {...(tools.mayChange && { onPointerDown })}
        onFocus={() => tools.onFocus(id)}
        onClick={(event) => {
          if (dragged.current) event.preventDefault()
          else tools.onOpen(id, event)
        }}
      >
        {task.title}
      </a>
      <Faces ids={task.assignees} />
      {tools.mayChange && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={words.giveDate(task.title)}
          onClick={(event) => openPicker({ field: 'dueDate', ids: [id], at: event.currentTarget })}
        >
          <IconCalendar size={14} />
        </button>
      )}
    </li>
  )
}
