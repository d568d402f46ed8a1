import { type MouseEvent, memo, type RefObject, useSyncExternalStore } from 'react'
import { dayWords, dueWords } from '../../parts/days.ts'
import { IconAlertTriangle, IconArrowLeft, IconArrowRight } from '../../parts/icons.tsx'
import { Faces, StatusRing } from '../../parts/marks.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import { useTaskActs } from './acts.ts'
import { usePicker } from './pickers.tsx'
import { isDateWarned, isFinished, type TaskDetails, useTask } from './task-data.ts'
import classes from './timeline.module.css'
import { LinkHandle } from './timeline-link.tsx'
import {
  draggedDates,
  type Grip,
  lengthOf,
  type Scale,
  spanOf,
  spanWords,
  spokenSpan,
} from './timeline-scale.ts'
import type { VisibleDays } from './use-across.ts'
import { useBarDrag } from './use-bar-drag.ts'

export interface TimelineTools {
  scroller: RefObject<HTMLElement | null>
  scale: Scale
  visible: VisibleDays
  /** Scrolls to a bar. */
  reveal: (span: { start: string; end: string }) => void
  mayChange: boolean
  onOpen: (id: string, event: MouseEvent) => void
  onFocus: (id: string) => void
  say: (text: string) => void
}

interface TimelineRowProps {
  id: string
  top: number
  depth: number
  isCursor: boolean
  /** Whether Tab reaches it. */
  isStop: boolean
  isSelected: boolean
  isOpen: boolean
  tools: TimelineTools
}

/** A task on a timeline: its title, its dates, and its bar. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { id, top, depth, isCursor, isStop, isSelected, isOpen, tools } = props
  const { mayChange, onOpen, onFocus } = tools
  const task = useTask(id)
  const openPicker = usePicker()
  if (task === null || task === undefined) return null
  const span = spanOf(task)
  const pick = (field: 'status' | 'dueDate') => (event: MouseEvent<HTMLElement>) =>
    openPicker({ field, ids: [id], at: event.currentTarget })
  const cell = { type: 'button', tabIndex: -1, disabled: !mayChange } as const
  return (
    <tr
      className={classes['row']}
      style={{ top }}
      data-cursor={isCursor || undefined}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
      data-done={isFinished(task.status) || undefined}
    >
      <td className={classes['name']} style={{ paddingLeft: `calc(var(--edge) + ${20 + depth * 16}px)` }}>
        <button
          {...cell}
          className={classes['cell']}
          aria-label={taskTexts.statusFor(task.title, task.status)}
          onClick={pick('status')}
        >
          <StatusRing status={task.status} />
        </button>
        <a
          href={`/p/task/${id}`}
          data-task={id}
          className={classes['title']}
          tabIndex={isStop ? 0 : -1}
          onClick={(event) => onOpen(id, event)}
          onFocus={() => onFocus(id)}
        >
          {task.title}
        </a>
        <button {...cell} className={`${classes['cell']} ${classes['dates']}`} onClick={pick('dueDate')}>
          <VisuallyHidden>{`${words.datesOf(task.title)} ${spokenSpan(task)}`}</VisuallyHidden>
          <span className={classes['length']} aria-hidden="true">
            {span === undefined ? '·' : lengthOf(span)}
          </span>
          <span className={classes['span']} aria-hidden="true">
            {spanWords(task)}
          </span>
        </button>
      </td>
      <td className={classes['lane']}>
        {span !== undefined && (
          <>
            <Bar id={id} task={task} tools={tools} />
            <WayToBar title={task.title} span={span} tools={tools} />
          </>
        )}
      </td>
    </tr>
  )
})

interface WayToBarProps {
  title: string
  span: { start: string; end: string }
  tools: TimelineTools
}

/** A button at the edge of a row whose bar is out of view: its date, and a click scrolls there, as the arrow keys do. */
function WayToBar({ title, span, tools: { scale, visible, reveal } }: WayToBarProps) {
  const side = useSyncExternalStore(visible.subscribe, () => {
    const { from, to } = visible.get()
    if (scale.at(span.end) + scale.dayWidth <= from) return 'before'
    return scale.at(span.start) >= to ? 'after' : undefined
  })
  if (side === undefined) return null
  const day = dayWords(side === 'before' ? span.end : span.start)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes['way']}
      data-side={side}
      aria-label={words.wayTo(title, day)}
      onClick={() => reveal(span)}
    >
      {side === 'before' && <IconArrowLeft size={14} stroke={1.75} />}
      {day}
      {side === 'after' && <IconArrowRight size={14} stroke={1.75} />}
    </button>
  )
}

/** How much of the estimate is spent. */
function doneShare({ status, estimateMinutes, spentMinutes }: TaskDetails): number {
  if (isFinished(status)) return 1
  return estimateMinutes === null || estimateMinutes === 0 ? 0 : Math.min(1, spentMinutes / estimateMinutes)
}

function Bar({ id, task, tools }: { id: string; task: TaskDetails; tools: TimelineTools }) {
  const { scale, scroller, mayChange, onOpen, say } = tools
  const acts = useTaskActs()
  const { held, begin, wasDragged } = useBarDrag(scroller, scale.dayWidth, (grip, days) => {
    const dates = draggedDates(task, grip, days)
    if (dates === undefined) return
    void acts.change([id], dates, taskTexts.fieldOf(words.dates, task.title, 1))
    say(words.moved(task.title, spokenSpan({ ...task, ...dates })))
  })
  const shown = { ...task, ...(held && draggedDates(task, held.grip, held.days)) }
  const span = spanOf(shown)
  const before = spanOf(task)
  if (span === undefined || before === undefined) return null
  const left = scale.at(span.start)
  const right = scale.at(span.end) + scale.dayWidth
  const width = Math.max(right - left - 2, 6)
  const due = task.dueDate === null ? undefined : dueWords(task.dueDate, isFinished(task.status))
  const isLate = due?.state === 'late'
  const isWarned = isDateWarned(shown)
  const handle = (grip: Grip) => (
    <span className={classes['grip']} data-grip={grip} onPointerDown={(event) => begin(event, grip)} />
  )
  return (
    <>
      <a
        href={`/p/task/${id}`}
        className={classes['bar']}
        style={{ left: left + 1, width }}
        tabIndex={-1}
        draggable={false}
        title={words.barOf(task.title, spanWords(task))}
        data-bar={id}
        data-late={isLate || undefined}
        data-warned={isWarned || undefined}
        data-held={held !== undefined || undefined}
        {...(mayChange && { onPointerDown: (event) => begin(event, 'move') })}
        onClick={(event) => {
          if (wasDragged()) event.preventDefault()
          else onOpen(id, event)
        }}
      >
        <VisuallyHidden>{words.barOf(task.title, spokenSpan(task))}</VisuallyHidden>
        <span className={classes['part']} style={{ width: `${doneShare(task) * 100}%` }} />
        {width >= 24 && (
          <span className={classes['people']} aria-hidden="true">
            <Faces ids={task.assignees.slice(0, Math.max(1, Math.floor((width - 8) / 22)))} />
          </span>
        )}
        {mayChange && handle('start')}
        {mayChange && handle('end')}
      </a>
      {mayChange && held === undefined && <LinkHandle id={id} left={right + 4} />}
      {held === undefined && (isLate || isWarned) && (
        <span className={classes['barLabel']} style={{ left: right + 20 }} aria-hidden="true">
          {isLate && <span className={classes['late']}>{due.text}</span>}
          {isWarned && (
            <>
              <IconAlertTriangle size={14} />
              {words.startsLater(dayWords(shown.startDate))}
            </>
          )}
        </span>
      )}
      {held !== undefined && (
        <div className={classes['tip']} style={{ left: (held.grip === 'start' ? left : right) + 12 }}>
          <strong>
            {held.grip === 'end' ? words.ends(dayWords(span.end)) : words.starts(dayWords(span.start))}
          </strong>
          {words.was(lengthOf(span), dayWords(held.grip === 'end' ? before.end : before.start))}
        </div>
      )}
    </>
  )
}
