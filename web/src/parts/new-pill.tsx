import { useWaiting } from '../api/waiting.ts'
import { texts } from '../texts/texts.ts'
import classes from './new-pill.module.css'

/**
 * Shows rows of others that wait because the pointer or the focus is in the list. It takes no room: it covers the beginning of
 * what follows it or, with `atEnd`, the end of what precedes it.
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
