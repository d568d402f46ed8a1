import { useState } from 'react'
import { addDays, dayWords, fullDay, parseDay, shortDay, today, weekday } from '../../parts/days.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { DueWarning } from './due.tsx'
import { Month } from './month.tsx'
import { matchingOptions, PickList, type PickOption } from './pick-list.tsx'
import { isDateWarned, useTasks } from './task-data.ts'

const words = taskTexts.pick
const none = ''

interface DayPickerProps {
  field: 'dueDate' | 'startDate'
  ids: readonly string[]
  onPick: (day: string | null) => void
}

/** A day: typed, chosen from the usual ones, or from a month, which shows what was typed. */
export function DayPicker({ field, ids, onPick }: DayPickerProps) {
  const now = today()
  const tasks = [...useTasks(ids).values()]
  const [first, ...others] = tasks
  const isCommon = others.every((task) => task[field] === first?.[field])
  const [typedDay, setTypedDay] = useState<string>()
  /** The month of the last day that was typed stays while the person keeps typing. */
  const [shownDay, setShownDay] = useState<string>()
  const warned = (option: PickOption): PickOption =>
    option.value !== none && tasks.some((task) => isDateWarned({ ...task, [field]: option.value }))
      ? { ...option, hint: field === 'dueDate' ? words.beforeStart : words.afterDue }
      : option
  const monday = addDays(now, 7 - weekday(now))
  const friday = addDays(now, (4 - weekday(now) + 7) % 7 || 7)
  const usual: PickOption[] = [
    { value: now, label: dayWords(now), hint: shortDay(now) },
    { value: addDays(now, 1), label: dayWords(addDays(now, 1)), hint: shortDay(addDays(now, 1)) },
    { value: friday, label: words.friday, hint: shortDay(friday) },
    { value: monday, label: words.monday, hint: shortDay(monday) },
    { value: none, label: words.noDate },
  ]
  return (
    <PickList
      label={words[field]}
      placeholder={words.typeDate}
      nothing={words.notADate}
      options={(typed) => {
        const day = parseDay(typed)
        if (day !== undefined) return [warned({ value: day, label: fullDay(day) })]
        return matchingOptions(usual, typed).map(warned)
      }}
      onPick={(day) => onPick(day === none ? null : day)}
      onType={(typed) => {
        const day = parseDay(typed)
        setTypedDay(day)
        if (day !== undefined || typed === '') setShownDay(day)
      }}
      below={
        <>
          {first !== undefined && others.length === 0 && <DueWarning task={first} />}
          <Month
            key={shownDay}
            chosen={typedDay ?? (isCommon ? (first?.[field] ?? null) : null)}
            onPick={onPick}
          />
        </>
      }
    />
  )
}
