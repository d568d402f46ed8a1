import { dayAndMonth, fullDay } from '../../parts/days.ts'
import { Empty } from '../../parts/states.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import classes from './agenda.module.css'
import calendar from './calendar.module.css'
import { type DayCellProps, EntryLink } from './day-cell.tsx'
import type { CalendarEntry } from './entries.ts'

interface AgendaProps {
  all: readonly string[]
  days: ReadonlyMap<string, readonly CalendarEntry[]>
  now: string
  stop: string
  isPending: boolean
  openDay: DayCellProps['openDay']
  openEntry: DayCellProps['openEntry']
  setCursor: (day: string) => void
}

/** How many rows a day shows; its box has the rest. */
const most = 20

/** The days that have entries, one below the other. */
export function Agenda({ all, days, now, stop, isPending, openDay, openEntry, setCursor }: AgendaProps) {
  const shown = all.filter((day) => day === now || day === stop || days.has(day))
  if (!isPending && !all.some((day) => days.has(day)))
    return <Empty title={words.nothingAhead} hint={words.nothingAheadHint} />
  return (
    <ul className={classes['agenda']}>
      {shown.map((day) => {
        const entries = days.get(day) ?? []
        const cut = entries.length > most ? entries.slice(0, most - 1) : entries
        return (
          <li key={day} onFocus={() => setCursor(day)}>
            <button
              type="button"
              data-day={day}
              tabIndex={day === stop ? 0 : -1}
              aria-label={words.day(
                day === now ? `${words.today}, ${fullDay(day)}` : fullDay(day),
                entries.length,
              )}
              aria-current={day === now ? 'date' : undefined}
              onClick={(event) => openDay(event.currentTarget, day)}
            >
              {day === now ? words.today : dayAndMonth(day)}
            </button>
            <div>
              {cut.map((entry) => (
                <EntryLink
                  key={entry.id}
                  entry={entry}
                  now={now}
                  isFirst={entry.day === day}
                  isStop={day === stop}
                  isDraggable={false}
                  isWide
                  onOpen={openEntry}
                />
              ))}
              {cut.length < entries.length && (
                <button
                  type="button"
                  className={calendar['more']}
                  onClick={(event) => openDay(event.currentTarget, day)}
                >
                  {words.more(entries.length - cut.length)}
                </button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
