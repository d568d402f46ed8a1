import { dueWords, fullDay } from '../../parts/days.ts'
import classes from './due.module.css'
import { isFinished, type TaskDetails } from './task-data.ts'

/** The due date in people's words; red and amber only with the word that says why. */
export function Due({ task }: { task: Pick<TaskDetails, 'dueDate' | 'status'> }) {
  if (task.dueDate === null) return null
  const { text, state } = dueWords(task.dueDate, isFinished(task.status))
  return (
    <time dateTime={task.dueDate} title={fullDay(task.dueDate)} className={classes['due']} data-state={state}>
      {text}
    </time>
  )
}
