import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import { IconDots } from '../../parts/icons.tsx'
import { Faces, PriorityBars, TagMark } from '../../parts/marks.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import classes from './board.module.css'
import { fitsOneLine } from './card-title.ts'
import { Due } from './due.tsx'
import { ParentName } from './parent-name.tsx'
import { isFinished, type TaskDetails, useTask } from './task-data.ts'

const heights = { short: 72, tall: 104, tallest: 124 }
export const cardGap = 8

/** A tall card has two lines of title, or one line and tags; the tallest has two lines and tags. */
export function cardHeight(task: TaskDetails | null | undefined, titleWidth: number): number {
  if (task === null || task === undefined) return 0
  const isOneLine = fitsOneLine(task.title, titleWidth)
  if (task.tags.length > 0) return isOneLine ? heights.tall : heights.tallest
  return isOneLine ? heights.short : heights.tall
}

interface TaskCardProps {
  id: string
  top: number
  /** Pixels for a line of the title. */
  titleWidth: number
  isCursor: boolean
  isSelected: boolean
  isOpen: boolean
  mayChange: boolean
  onOpen: (id: string, event: MouseEvent) => void
  onFocus: (id: string) => void
  onMenu: (id: string, at: HTMLElement) => void
}

/** A task on a board. It is a link to its page. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const { id, top, titleWidth, isCursor, isSelected, isOpen, mayChange, onOpen, onFocus, onMenu } = props
  const task = useTask(id)
  const card = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    const element = card.current
    if (element === null || !mayChange) return undefined
    return draggable({
      element,
      getInitialData: () => ({ taskId: id }),
      onDragStart: () => setHeld(true),
      onDrop: () => setHeld(false),
    })
  }, [id, mayChange])
  if (task === null || task === undefined) return null
  const isOneLine = fitsOneLine(task.title, titleWidth)
  return (
    <div
      ref={card}
      className={classes['card']}
      style={{ transform: `translateY(${top}px)`, height: cardHeight(task, titleWidth) }}
      data-cursor={isCursor || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-held={held || undefined}
      data-done={isFinished(task.status) || undefined}
    >
      <a
        href={`/p/task/${id}`}
        draggable={false}
        data-task={id}
        tabIndex={isCursor ? 0 : -1}
        onClick={(event) => onOpen(id, event)}
        onFocus={() => onFocus(id)}
        data-lines={isOneLine ? 1 : 2}
      >
        {task.title}
      </a>
      {task.tags.length > 0 && (
        <div className={classes['tags']}>
          {task.tags.slice(0, 3).map((tag) => (
            <TagMark key={tag} name={tag} />
          ))}
        </div>
      )}
      <footer>
        <PriorityBars priority={task.priority} />
        {/* A board does not request start dates, so it cannot tell whether they come after the due dates. */}
        <Due task={{ ...task, startDate: null }} />
        <ParentName id={task.parentTaskId} />
        <span className={classes['people']}>
          <Faces ids={task.assignees} />
        </span>
      </footer>
      {mayChange && (
        <button
          type="button"
          tabIndex={-1}
          className={classes['menu']}
          aria-label={words.actionsFor(task.title)}
          onClick={(event) => onMenu(id, event.currentTarget)}
        >
          <IconDots size={16} />
        </button>
      )}
    </div>
  )
})
