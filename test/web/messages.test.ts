import { expect, test } from 'vitest'
import { readable, setDateFormats, withoutName } from '../../web/src/api/messages.ts'
import { mediumDay, timeAndDay } from '../../web/src/parts/days.ts'

setDateFormats({ day: mediumDay, moment: timeAndDay })

test.each([
  ['"dueDate" must be a real day.', '“Due” must be a real day.'],
  ['"assignees/3" names somebody else.', '“Assignees” names somebody else.'],
  ['"unheardOf" is no member of a task.', '"unheardOf" is no member of a task.'],
  ['The tag "press" already exists.', 'The tag "press" already exists.'],
  ['The week of 2026-03-02 is approved.', `The week of ${mediumDay('2026-03-02')} is approved.`],
  [
    'Plan 2026-03-02.pdf is in the way of "2026-03-02".',
    'Plan 2026-03-02.pdf is in the way of "2026-03-02".',
  ],
  ['It must be a real day, not 2026-13-45.', 'It must be a real day, not 2026-13-45.'],
  ['It must be a real day, not 2026-02-31.', 'It must be a real day, not 2026-02-31.'],
  ['It must be a day such as 2026-03-31.', 'It must be a day such as 2026-03-31.'],
  ['It must be a number, not the string 2026-03-31.', 'It must be a number, not the string 2026-03-31.'],
])('%s → %s', (message, shown) => {
  expect(readable(message)).toBe(shown)
})

test.each([
  ['fields', '"fields/1" names no field.', 'Names no field.'],
  ['startDate', '"startDate" is after "dueDate".', 'Is after “Due”.'],
  ['title', '"title" may not be empty.', 'May not be empty.'],
  ['email', 'Another user has it.', 'Another user has it.'],
])('next to the field %s: %s → %s', (field, detail, shown) => {
  expect(withoutName(detail, field)).toBe(shown)
})

test('a moment in a message is shown in the time zone of the person', () => {
  const at = '2026-03-02T15:30:00.000Z'
  expect(readable(`Ada has locked the file until ${at}.`)).toBe(
    `Ada has locked the file until ${timeAndDay(at)}.`,
  )
})
