import { expect, test } from 'vitest'
import { withLabels, withoutName } from '../../web/src/api/field-labels.ts'

test.each([
  ['"dueDate" must be a real day.', '“Due” must be a real day.'],
  ['"assignees/3" names somebody else.', '“Assignees” names somebody else.'],
  ['"unheardOf" is no member of a task.', '"unheardOf" is no member of a task.'],
  ['The tag "press" already exists.', 'The tag "press" already exists.'],
])('%s → %s', (message, shown) => {
  expect(withLabels(message)).toBe(shown)
})

test.each([
  ['fields', '"fields/1" names no field.', 'Names no field.'],
  ['startDate', '"startDate" is after "dueDate".', 'Is after “Due”.'],
  ['title', '"title" may not be empty.', 'May not be empty.'],
  ['email', 'Another user has it.', 'Another user has it.'],
])('next to the field %s: %s → %s', (field, detail, shown) => {
  expect(withoutName(detail, field)).toBe(shown)
})
