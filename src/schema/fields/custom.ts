import { countCharacters, textFault } from '../../query/fields.ts'
import type { JsonSchema } from '../json-schema.ts'
import { pointerTo } from '../pointer.ts'
import { type Complain, type Field, field, type ParseContext } from './fields.ts'

/** Contract section 1: the caller's own values on a record, stored and returned as sent. */
interface CustomField {
  fieldApiId: string
  value: string | number | boolean | null | string[]
}

const most = 100
/** The size limit for all custom fields of a record together, as JSON. */
const mostBytes = 327_680
const longest = 65_536

const longestName = 255
const prefix = 'c_'

const schema: JsonSchema = {
  type: 'array',
  maxItems: most,
  items: {
    type: 'object',
    required: ['fieldApiId', 'value'],
    additionalProperties: false,
    properties: {
      fieldApiId: {
        type: 'string',
        maxLength: longestName,
        description: 'The name of the value. It begins with `c_`, which is added if it is missing.',
      },
      value: {
        description: 'A string, a number, true, false, null, or a list of strings.',
        anyOf: [
          { type: 'string', maxLength: longest },
          { type: 'number' },
          { type: 'boolean' },
          { type: 'null' },
          { type: 'array', items: { type: 'string', maxLength: longest }, maxItems: most },
        ],
      },
    },
  },
}

export function customFields(): Field<CustomField[], 'write', 'json'> {
  return field<CustomField[], 'json'>(
    'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in total.',
    {
      schema,
      filterType: undefined,
      example: [{ fieldApiId: 'c_orderNumber', value: '2026-0815' }],
      parse: parseCustomFields,
    },
    { fallback: [] },
    'json',
  )
}

function parseCustomFields(value: unknown, complain: Complain, about?: ParseContext): CustomField[] {
  if (value === null) return []
  if (!Array.isArray(value)) {
    complain('must be a list of objects with fieldApiId and value.')
    return []
  }
  if (value.length > most) complain(`may have at most ${most} entries, but has ${value.length}.`)
  const entries = value
    .slice(0, most)
    .flatMap((entry: unknown, n) =>
      parseEntry(entry, about?.lenient === true, (detail, at = '') => complain(detail, `/${n}${at}`)),
    )
  const names = entries.map(({ fieldApiId }) => fieldApiId)
  for (const [n, name] of names.entries())
    if (names.indexOf(name) !== n) complain(`names ${name} twice.`, `/${n}/fieldApiId`)
  return joined((about?.before ?? []) as CustomField[], entries, complain)
}

function parseEntry(entry: unknown, lenient: boolean, complain: Complain): CustomField[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    complain('must be an object with fieldApiId and value.')
    return []
  }
  for (const member of lenient ? [] : Object.keys(entry))
    if (member !== 'fieldApiId' && member !== 'value')
      complain('is not a member of a custom field.', pointerTo(member))
  const { fieldApiId: given, value } = entry as Record<string, unknown>
  const fieldApiId = typeof given === 'string' && !given.startsWith(prefix) ? prefix + given : given
  if (typeof fieldApiId !== 'string' || given === '' || !isName(fieldApiId)) {
    complain(
      `must be a name of 1 to ${longestName} printable characters without spaces, ${prefix} included.`,
      '/fieldApiId',
    )
    return []
  }
  if (!isValue(value)) {
    complain(
      'must be a string, a number (whole numbers of at most 15 digits), true, false, null, or a list of strings; strings have at most 65,536 characters and no control characters.',
      '/value',
    )
    return []
  }
  return [{ fieldApiId, value }]
}

const isName = (text: string): boolean => text.length <= longestName && /^[\x21-\x7e]+$/.test(text)

function isValue(value: unknown): value is CustomField['value'] {
  if (value === null || typeof value === 'boolean') return true
  // JSON can contain numbers that JavaScript cannot represent: "stored and returned as sent", or refused.
  if (typeof value === 'number') return isKept(value)
  if (typeof value === 'string') return isText(value)
  return (
    Array.isArray(value) &&
    value.length <= most &&
    value.every((text) => typeof text === 'string' && isText(text))
  )
}

/** Parsing loses digits beyond these, unless the number was written with an exponent. */
function isKept(value: number): boolean {
  if (!Number.isFinite(value)) return false
  return !Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 1e21
}

function isText(text: string): boolean {
  const fits = text.length <= longest || countCharacters(text) <= longest
  // CRLF counts as LF for this check; the value is stored as sent.
  return fits && textFault(text.replaceAll('\r\n', '\n')) === undefined
}

/** "PUT changes the named ones only", and there are "at most 100 a record". */
function joined(
  before: readonly CustomField[],
  changes: readonly CustomField[],
  complain: Complain,
): CustomField[] {
  const all = new Map(before.map((entry) => [entry.fieldApiId, entry]))
  for (const entry of changes) all.set(entry.fieldApiId, entry)
  if (all.size > most)
    complain(`may have at most ${most} entries, but would have ${all.size} with the existing ones.`)
  const joint = [...all.values()]
  if (Buffer.byteLength(JSON.stringify(joint)) > mostBytes)
    complain(`may have at most ${mostBytes} bytes in total, as JSON.`)
  return joint
}
