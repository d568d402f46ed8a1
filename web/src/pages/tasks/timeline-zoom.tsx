import { Button } from '@mantine/core'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { keyHint, runAction } from '../../site/keys.ts'
import { timelineTexts as words } from '../../texts/timeline.ts'
import classes from './tasks.module.css'
import { type View, type Zoom, zooms } from './view-state.ts'

export function setZoom(view: Pick<View, 'set'>, zoom: Zoom): void {
  view.set({ zoom: zoom === 'week' ? null : zoom }, true)
}

/** How much time a timeline shows, and the way back to today. A phone shows no days. */
export function ZoomSwitch({ view }: { view: Pick<View, 'zoom' | 'set'> }) {
  return (
    <>
      <fieldset className={`${classes['segment']} ${classes['small']} ${classes['desk']}`}>
        <VisuallyHidden component="legend">{words.zoom}</VisuallyHidden>
        {zooms.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view.zoom === each}
            onClick={() => setZoom(view, each)}
          >
            {words.zooms[each]}
          </button>
        ))}
      </fieldset>
      <Button
        className={classes['desk'] ?? ''}
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => runAction('today')}
      >
        {words.today}
        <kbd className={classes['key']}>{keyHint('today')}</kbd>
      </Button>
    </>
  )
}
