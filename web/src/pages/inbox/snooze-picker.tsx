import { addDays, dayWords, fullDay, parseDay, today, weekday } from '../../parts/days.ts'
import { inboxTexts as words } from '../../texts/inbox.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { Float } from '../tasks/float.tsx'
import { matchingOptions, PickList, type PickOption } from '../tasks/pick-list.tsx'

/** When the working day begins. */
const morning = 'T08:00:00'
const hours = 3

const timeOf = (moment: Date): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(moment)

interface SnoozePickerProps {
  at: HTMLElement
  onPick: (until: string) => void
  onClose: () => void
}

/** Asks until when to put a notification off: some usual moments, or a day that is typed. */
export function SnoozePicker({ at, onPick, onClose }: SnoozePickerProps) {
  const now = today()
  const soon = new Date(Date.now() + hours * 3_600_000)
  const inMorning = (day: string, label = dayWords(day)): PickOption => {
    const moment = new Date(`${day}${morning}`)
    return { value: moment.toISOString(), label, hint: timeOf(moment) }
  }
  const tomorrow = addDays(now, 1)
  const monday = addDays(now, 7 - weekday(now))
  const usual: PickOption[] = [
    { value: soon.toISOString(), label: words.inHours(hours), hint: timeOf(soon) },
    inMorning(tomorrow),
    ...(monday === tomorrow ? [] : [inMorning(monday, fullDay(monday))]),
    inMorning(addDays(now, 14), fullDay(addDays(now, 14))),
  ]
  return (
    <Float at={at} label={words.snoozeUntil} onClose={onClose}>
      <PickList
        label={words.snoozeUntil}
        placeholder={words.snoozeHint}
        nothing={taskTexts.pick.notADate}
        options={(typed) => {
          const day = parseDay(typed)
          return day === undefined || day <= now
            ? matchingOptions(usual, typed)
            : [inMorning(day, fullDay(day))]
        }}
        onPick={(until) => {
          onPick(until)
          onClose()
        }}
      />
    </Float>
  )
}
