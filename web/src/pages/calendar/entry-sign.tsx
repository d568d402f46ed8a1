import { hueOf, workspaceHue } from '../../parts/hues.ts'
import { MilestoneMark, WorkspaceMark } from '../../parts/marks.tsx'
import classes from './calendar.module.css'
import type { CalendarEntry } from './entries.ts'

interface EntrySignProps {
  entry: Pick<CalendarEntry, 'kind' | 'id' | 'workspaceId'>
}

/** A square for a task and a diamond for a milestone; an event is a block of its own. */
export function EntrySign({ entry: { kind, id, workspaceId } }: EntrySignProps) {
  if (kind === 'milestone') return <MilestoneMark workspaceId={workspaceId} />
  if (kind === 'event') {
    const hue = workspaceId === undefined ? hueOf(id) : workspaceHue(workspaceId)
    return <i className={classes['bar']} style={hue} />
  }
  return workspaceId === undefined ? <i className={classes['square']} /> : <WorkspaceMark id={workspaceId} />
}
