import type { Ref } from 'react'
import { IconPlus } from '../../parts/icons.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { keyHint } from '../../site/keys.ts'
import { timeTexts } from '../../texts/time.ts'
import classes from './offered-rows.module.css'

const words = timeTexts.week

/** A row of last week that this week does not have. */
export function OfferedRow({ name, onAdd }: { name: string; onAdd: () => void }) {
  return (
    <button type="button" className={classes['offer']} onClick={onAdd}>
      <IconPlus size={16} stroke={1.75} />
      <span>
        <VisuallyHidden>{words.add} </VisuallyHidden>
        {name}
      </span>
      <small>{words.lastWeek}</small>
    </button>
  )
}

interface AddRowProps {
  ref: Ref<HTMLButtonElement>
  isEmpty: boolean
  onAdd: (at: HTMLElement) => void
}

/** Adds a task to the week. */
export function AddRow({ ref, isEmpty, onAdd }: AddRowProps) {
  return (
    <>
      {isEmpty && (
        <p className={classes['empty']}>
          <b>{words.empty}</b>
          {words.emptyHint}
        </p>
      )}
      <button
        ref={ref}
        type="button"
        className={classes['offer']}
        aria-haspopup="dialog"
        onClick={(event) => onAdd(event.currentTarget)}
      >
        <IconPlus size={16} stroke={1.75} />
        <span>
          {words.addRow}
          <kbd>{keyHint('addRow')}</kbd>
        </span>
      </button>
    </>
  )
}
