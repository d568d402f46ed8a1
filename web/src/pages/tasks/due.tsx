import { dueWords, fullDay } from '../../parts/days.ts'
import { IconAlertTriangle } from '../../parts/icons.tsx'
import { taskTexts as words } from '../../texts/tasks.ts'
import classes from './due.module.css'
import { type DatesOfTask, isDateWarned, isFinished } from './task-data.ts'

/** The due date in people's words; red and amber only together with a word for the reason. */
export function Due({ task }: { task: DatesOfTask }) {
  if (task.dueDate === null) return null
  const { text, state } = dueWords(task.dueDate, isFinished(task.status))
  return (
    <>
      <time
        dateTime={task.dueDate}
        title={fullDay(task.dueDate)}
        className={classes['due']}
        data-state={state}
      >
        {text}
      </time>
      {isDateWarned(task) && (
        <span
          className={classes['sign']}
          role="img"
          aria-label={words.dueBeforeStart}
          title={words.dueBeforeStart}
        >
          <IconAlertTriangle size={14} />
        </span>
      )}
    </>
  )
}

/** A warning if the due date is before the start date. */
export function DueWarning({ task }: { task: DatesOfTask }) {
  if (!isDateWarned(task)) return null
  return (
    <p className={classes['warning']} role="status">
      <IconAlertTriangle size={16} />
      {words.dueBeforeStart}.
    </p>
  )
}
