import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight, IconPlus } from '../../parts/icons.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import tools from '../tasks/tasks.module.css'
import classes from './calendar.module.css'
import { type CalendarLayout, layouts, stepped } from './ranges.ts'

interface CalendarToolsProps {
  title: string
  view: CalendarLayout
  day: string
  set: (changes: Record<string, string | null>) => void
  /** Before the name of the month. */
  heading?: ReactNode
  /** After the views. */
  children?: ReactNode
  /** Opens the form for an event at the button. */
  onNew: ((at: HTMLElement) => void) | undefined
}

/** Steps through the months, and chooses the view. */
export function CalendarTools({ title, view, day, set, heading, children, onNew }: CalendarToolsProps) {
  return (
    <div className={`${tools['tools']} ${classes['tools']}`}>
      {heading}
      <h2 className={classes['title']}>{title}</h2>
      <button
        type="button"
        className={classes['step']}
        aria-label={words.previous}
        onClick={() => set({ day: stepped(view, day, -1) })}
      >
        <IconChevronLeft size={16} />
      </button>
      <button
        type="button"
        className={classes['step']}
        aria-label={words.next}
        onClick={() => set({ day: stepped(view, day, 1) })}
      >
        <IconChevronRight size={16} />
      </button>
      <button type="button" className={classes['step']} onClick={() => set({ day: null })}>
        {words.today}
      </button>
      <span className={tools['grow']} />
      <fieldset className={tools['segment']}>
        <VisuallyHidden component="legend">{words.view}</VisuallyHidden>
        {layouts.map((each) => (
          <button key={each} type="button" aria-pressed={view === each} onClick={() => set({ view: each })}>
            {words.views[each]}
          </button>
        ))}
      </fieldset>
      {children}
      {onNew !== undefined && (
        <Button
          size="sm"
          h={32}
          leftSection={<IconPlus size={16} />}
          onClick={({ currentTarget }) => onNew(currentTarget)}
        >
          {words.newEvent}
        </Button>
      )}
    </div>
  )
}
