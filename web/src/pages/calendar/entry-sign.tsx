import { hueOf, MilestoneMark } from '../../parts/marks.tsx'
import classes from './calendar.module.css'
import type { CalendarEntry } from './entries.ts'

/** A square for a task and a diamond for a milestone; an event is a block of its own. */
export function EntrySign({ entry: { kind, id } }: { entry: Pick<CalendarEntry, 'kind' | 'id'> }) {
  if (kind === 'milestone') return <MilestoneMark />
  if (kind === 'task') return <i className={classes['square']} />
  return <i className={classes['bar']} style={hueOf(id)} />
}
