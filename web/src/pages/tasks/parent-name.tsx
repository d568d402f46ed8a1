import { useKnownName } from '../../api/names.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import classes from './list.module.css'

/** The task that a subtask belongs to, where that one is not shown above it. */
export function ParentName({ id }: { id: string | null }) {
  const name = useKnownName(id)
  return name === undefined ? null : <span className={classes['parent']}>{words.partOf(name)}</span>
}
