import type { JsonSchema } from '../../src/schema/json-schema.ts'

/**
 * Generates values that a field refuses from its schema; as JSON texts, so that tests can send what JavaScript would
 * not write.
 */

const text = JSON.stringify

/** A character with two UTF-16 code units. */
export const wide = '𝒳'

/** A value of every JSON type, and values that are easily mistaken for another type. */
export const everyKind = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '1.5',
  '""',
  '"x"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
]

/** Numbers beyond the limits: JSON has none, the service does. */
export const numbersAtTheEnd = ['9007199254740991', '9007199254740993', '1e308', '1e400', '-1e400', '5e-324']

/** Names that every object inherits. */
export const prototypeNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then']

/** `references`: ids to be refused, if the field is a reference. */
export function badValuesOf(schema: JsonSchema, references?: readonly string[]): string[] {
  const type = [schema.type].flat()[0]
  if (type === 'array') return badLists(schema, references)
  if (references !== undefined) return [...references]
  if (schema.enum !== undefined) return ['"nonsense"', '""', '7', '[]', '"\\ud800"', '"constructor"']
  if (schema.format === 'date') return badDates
  if (schema.format === 'date-time') return badMoments
  if (type === 'integer') return badNumbers(schema)
  if (type === 'boolean') return ['"true"', '1', '0', '""', '[]', '{}']
  if (type === 'object') return ['7', '"x"', '[]', '{}', '{"fieldApiId":"a b","value":1}']
  return badTexts(schema)
}

function badTexts({ minLength = 0, maxLength = 0, pattern }: JsonSchema): string[] {
  return [
    ...['7', 'true', '{}', '[]', '["x"]'],
    ...(minLength > 0 ? ['""', '"   "', '"\\n\\t "', '"\\u00a0"'] : []),
    ...['"a\\u0000b"', '"a\\u0007b"', '"\\u007f"', '"a\\u009fb"', '"\\r"', '"\\ud800"', '"a\\udc00b"'],
    text('x'.repeat(maxLength + 1)),
    ...(pattern === undefined ? [text(wide.repeat(maxLength + 1))] : ['"ä b"', '"ж"', '"a b"']),
  ]
}

function badNumbers({ minimum = 0, maximum = 0 }: JsonSchema): string[] {
  return ['"3"', 'true', '[]', '{}', '1.5', `${minimum - 1}`, `${maximum + 1}`, '1e400', '-1e400']
}

function badLists({ items = {}, maxItems = 0 }: JsonSchema, references?: readonly string[]): string[] {
  const many = Array.from({ length: maxItems + 1 }, (_, n) => text(`x${n}`))
  return [
    ...['"x"', '7', '{}', 'true', '[null]', '[[]]'],
    `[${many.join(',')}]`,
    ...badValuesOf(items, references)
      .filter((value) => value !== 'null')
      .map((value) => `[${value}]`),
  ]
}

const badDates = ['"2026-02-30"', '"2026-2-3"', '""', '7', '"2026-01-01T00:00:00Z"', '"0000-01-01"', '"x"']

const badMoments = [
  ...['7', '""', '"x"', '[]', '"2026-02-30"', '"0000-01-01"'],
  ...['"2026-01-01T09:30:00"', '"2026-01-01T24:00:00Z"', '"2026-02-30T09:30:00Z"'],
  ...['"2026-01-01T09:30:60Z"', '"2026-01-01T09:30:00+24:00"', '"0001-01-01T00:00:00+01:00"'],
]
