import { useState } from 'react'
import { addDays, fullDay, monthName, startOfWeek, today, weekdayNames } from '../../parts/days.ts'
import { IconChevronLeft, IconChevronRight } from '../../parts/icons.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import classes from './float.module.css'

const words = taskTexts.pick

const firstOf = (day: string): string => `${day.slice(0, 8)}01`

/** A month to choose a day from. */
export function Month({ chosen, onPick }: { chosen: string | null; onPick: (day: string) => void }) {
  const [first, setFirst] = useState(firstOf(chosen ?? today()))
  const start = startOfWeek(first)
  const month = first.slice(0, 7)
  return (
    <div className={classes['month']}>
      <div className={classes['monthHead']}>
        <span>{monthName(first)}</span>
        <button
          type="button"
          aria-label={words.previousMonth}
          onClick={() => setFirst(firstOf(addDays(first, -1)))}
        >
          <IconChevronLeft size={14} />
        </button>
        <button
          type="button"
          aria-label={words.nextMonth}
          onClick={() => setFirst(firstOf(addDays(first, 31)))}
        >
          <IconChevronRight size={14} />
        </button>
      </div>
      <div className={classes['days']}>
        {weekdayNames().map((name) => (
          <span key={name}>{name.slice(0, 2)}</span>
        ))}
        {Array.from({ length: 42 }, (_, n) => addDays(start, n)).map((day) => (
          <button
            key={day}
            type="button"
            aria-label={fullDay(day)}
            aria-pressed={day === chosen}
            aria-current={day === today() ? 'date' : undefined}
            data-outside={day.startsWith(month) ? undefined : ''}
            onClick={() => onPick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </div>
  )
}
