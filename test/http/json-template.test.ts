import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boolean, choice, date, integer, optionalInteger } from '../../src/schema/fields/fields.ts'
import { optionalReference, texts } from '../../src/schema/fields/reference.ts'
import { name, notes } from '../../src/schema/fields/text.ts'
import { templateOf } from '../../src/schema/json-template.ts'
import { resource } from '../../src/schema/resource.ts'

const fields = {
  title: name('Any text.'),
  'a "name"\\\n': notes('A name that a program would stumble over.'),
  status: choice('One of two.', ['Open', 'Closed']),
  count: integer('A number.', 0, 9),
  none: optionalInteger('A number, or none.', 0, 9),
  due: date('A day, or none.'),
  isIt: boolean('Yes or no.'),
  other: optionalReference('Another record, or none.', 'thing'),
  words: texts('Several.'),
}
const plain = resource('thing', 'Something.', fields)
const aliased = resource('thing', 'Something.', fields, { alias: 'thingHash' })

const id = '034xoOp7QM7UE5C1GyMpSt'
const moment = '2026-03-31T09:30:00.000Z'
const rows = fc.record({
  title: fc.string({ unit: 'binary' }),
  'a "name"\\\n': fc.option(fc.string()),
  status: fc.constantFrom('Open', 'Closed'),
  count: fc.integer({ min: 0, max: 9 }),
  none: fc.option(fc.integer()),
  due: fc.constantFrom(null, '2026-03-31'),
  isIt: fc.boolean(),
  other: fc.constantFrom(null, id),
  words: fc.array(fc.string()),
  createdAt: fc.constant(moment),
  updatedAt: fc.constant(moment),
  createdBy: fc.constantFrom(null, id),
  externalId: fc.option(fc.string()),
})

test('a template writes what JSON.stringify would', () => {
  fc.assert(
    fc.property(rows, (details) => {
      const permalink = `http://localhost/p/thing/${id}`
      expect(templateOf(plain)('http://localhost', id, details, {})).toBe(
        JSON.stringify({ id, permalink, details }),
      )
      expect(templateOf(aliased)('http://localhost', id, details, {})).toBe(
        JSON.stringify({ id, thingHash: id, permalink, details }),
      )
    }),
  )
})

test('fields missing in the row come from elsewhere, lists may already be JSON, and only declared fields are sent', () => {
  const row = { title: 'a', status: 'Open', words: '["x"]', secret: 'not shown', none: null }
  const text = templateOf(plain)('', id, row, { count: 3, none: 4, more: 'not shown' })
  expect(JSON.parse(text).details).toEqual({
    title: 'a',
    'a "name"\\\n': null,
    status: 'Open',
    count: 3,
    none: null,
    due: null,
    isIt: null,
    other: null,
    words: ['x'],
    createdAt: null,
    updatedAt: null,
    createdBy: null,
    externalId: null,
  })
})
