import { useWaiting } from '../api/waiting.ts'
import { texts } from '../texts/texts.ts'
import classes from './new-pill.module.css'

/**
 * Announces other people's new rows, held back while the pointer or the focus is in the list. It overlays the top of the
 * content below it or, with `atEnd`, the bottom of the content above it.
 */
export function NewPill({ atEnd = false }: { atEnd?: boolean }) {
  const { count, show } = useWaiting()
  return (
    <div className={classes['place']} data-end={atEnd || undefined} role="status">
      {count > 0 && (
        <button type="button" className={classes['pill']} onClick={show}>
          {texts.states.new(count)}
        </button>
      )}
    </div>
  )
}
