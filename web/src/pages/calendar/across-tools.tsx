import { Link } from 'wouter'
import { knownName, useKnownName } from '../../api/names.ts'
import { byName } from '../../parts/by-name.ts'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import tools from '../tasks/tasks.module.css'
import classes from './across.module.css'
import type { CalendarEntry } from './entries.ts'
import { Subscribe } from './subscribe.tsx'
import { type Whose, whoseTasks } from './use-entries.ts'

interface AcrossToolsProps {
  entries: readonly CalendarEntry[]
  whose: Whose
  setWhose: (whose: Whose) => void
  /** Shown instead of the workspaces. */
  note: string | undefined
}

/** How many workspaces are named. */
const most = 12

/** The colours of the workspaces that have entries, and whose tasks are shown. */
export function AcrossTools({ entries, whose, setWhose, note }: AcrossToolsProps) {
  const nameOf = (id: string): string => knownName(id) ?? ''
  const ids = [...new Set(entries.flatMap(({ workspaceId }) => workspaceId ?? []))].toSorted((a, b) =>
    byName(nameOf(a), nameOf(b)),
  )
  return (
    <div className={classes['across']}>
      {note === undefined ? (
        <ul aria-label={words.workspaces}>
          {ids.slice(0, most).map((id) => (
            <li key={id}>
              <WorkspaceLink id={id} />
            </li>
          ))}
          {ids.length > most && <li>{words.more(ids.length - most)}</li>}
        </ul>
      ) : (
        <p>{note}</p>
      )}
      <fieldset className={`${tools['segment']} ${tools['small']}`}>
        <VisuallyHidden component="legend">{words.whose}</VisuallyHidden>
        {whoseTasks.map((each) => (
          <button key={each} type="button" aria-pressed={whose === each} onClick={() => setWhose(each)}>
            {words.whoseTasks[each]}
          </button>
        ))}
      </fieldset>
      <Subscribe />
    </div>
  )
}

function WorkspaceLink({ id }: { id: string }) {
  return (
    <Link href={`/p/workspace/${id}/calendar`}>
      <WorkspaceMark id={id} />
      <span>{useKnownName(id)}</span>
    </Link>
  )
}
