import { countCharacters, textFault } from '../../query/fields.ts'
import {
  type Complain,
  type Field,
  type FieldOptions,
  field,
  folded,
  found,
  optional,
  readOnly,
  type Settable,
  type Storage,
} from './fields.ts'

function parseText(
  value: unknown,
  most: number,
  complain: Complain,
  { trimmed = false }: { trimmed?: boolean } = {},
): string {
  if (typeof value !== 'string') {
    complain(`must be a string${found(value)}.`)
    return ''
  }
  // Normalizes CRLF to LF.
  const lines = value.replaceAll('\r\n', '\n')
  const fault = textFault(lines)
  if (fault !== undefined) complain(`${fault}.`)
  const normal = (trimmed ? lines.trim() : lines).normalize('NFC')
  const count = normal.length > most ? countCharacters(normal) : 0
  if (count > most) complain(`is too long: it has ${count} characters, and at most ${most} are allowed.`)
  return normal
}

/** "Names are trimmed and may not be empty." */
export function name(
  sentence: string,
  options: FieldOptions<string> & { max?: number; pattern?: RegExp; looks?: string } = {},
): Field<string, 'write', 'folded'> {
  const max = options.max ?? 255
  return field<string, 'folded'>(
    sentence,
    {
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: max,
        ...(options.pattern && { pattern: options.pattern.source }),
      },
      filterType: 'text',
      example: 'Spring campaign',
      sortColumn: folded,
      parse(value, complain) {
        const text = parseText(value, max, complain, { trimmed: true })
        if (typeof value !== 'string') return text
        if (text === '') complain('may not be empty.')
        else if (options.pattern !== undefined && !options.pattern.test(text))
          complain(`must be ${options.looks ?? `of the form ${options.pattern.source}`}.`)
        return text
      },
    },
    { required: true, ...options },
    'folded',
  )
}

/** Longer text, stored as it is. */
export function notes(
  sentence: string,
  options: FieldOptions<string> & { max?: number } = {},
): Field<string | null, 'write', 'plain'> {
  const max = options.max ?? 65_536
  return optional(
    field<string>(
      sentence,
      {
        schema: { type: 'string', maxLength: max },
        filterType: 'text',
        example: 'Agreed with the customer on Monday.',
        parse: (value, complain) => parseText(value, max, complain),
      },
      options,
    ),
  )
}

/** Whether the text is invisible: only white space, zero-width or blank characters. */
const isInvisible = (text: string): boolean =>
  /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)

/** Text that people write, stored as it is. It has more than spaces. */
export function markdown(
  sentence: string,
  options: FieldOptions<string> = {},
): Field<string, 'write', 'plain'> {
  const max = 65_536
  return field<string>(
    sentence,
    {
      schema: { type: 'string', minLength: 1, maxLength: max },
      filterType: 'text',
      example: 'Agreed with the customer on Monday.',
      parse(value, complain) {
        const text = parseText(value, max, complain)
        if (typeof value === 'string' && isInvisible(text)) complain('may not be empty or only spaces.')
        return text
      },
    },
    { required: true, ...options },
  )
}

/** A text that the service stores as it is, such as a key or a hash. */
export function rawText(
  sentence: string,
  { max = 255, pattern }: { max?: number; pattern?: RegExp } = {},
): Field<string, 'read', 'plain'> {
  return readOnly(
    field<string>(
      sentence,
      {
        schema: { type: 'string', maxLength: max },
        filterType: undefined,
        example: '',
        parse(value, complain) {
          const text = parseText(value, max, complain)
          if (pattern !== undefined && !pattern.test(text)) complain('does not have the right format.')
          return text
        },
      },
      {},
    ),
  )
}

/** The same field, for texts that also pass a test. */
export function checked<T extends string | null, S extends Settable, C extends Storage>(
  given: Field<T, S, C>,
  isSound: (text: string) => boolean,
  looks: string,
): Field<T, S, C> {
  return {
    ...given,
    parse(value, complain, about) {
      let faults = 0
      const text = given.parse(
        value,
        (...fault) => {
          faults += 1
          complain(...fault)
        },
        about,
      )
      if (faults === 0 && text !== null && !isSound(text)) complain(`must be ${looks}.`)
      return text
    },
  }
}

/** RFC 6838: a type and a subtype, in lower case, without parameters. */
export const isMediaType = (text: string): boolean =>
  text.length <= 127 && /^[a-z0-9][a-z0-9_!#$&^.+-]*\/[a-z0-9][a-z0-9_!#$&^.+-]*$/.test(text)

/** A text that may be missing; an empty one counts as missing. */
export function emptyIsNone<C extends Storage>(
  given: Field<string | null, 'write', C>,
): Field<string | null, 'write', C> {
  return {
    ...given,
    parse: (value, complain, about) => (value === '' ? null : given.parse(value, complain, about)),
  }
}

/** An email address; the part before the @ keeps its spelling. */
export function email(
  sentence: string,
  options: FieldOptions<string> = {},
): Field<string, 'write', 'folded'> {
  return {
    ...name(sentence, {
      ...options,
      max: 254,
      pattern: /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u,
      looks: 'an address such as ada@example.com',
    }),
    example: options.example ?? 'ada@example.com',
  }
}

/** An IANA time zone, such as `Europe/Vienna`. */
export function timeZone(
  sentence: string,
  options: FieldOptions<string> = {},
): Field<string, 'write', 'plain'> {
  return field<string>(
    sentence,
    {
      schema: { type: 'string', minLength: 1, maxLength: 64 },
      filterType: 'text',
      example: 'Europe/Vienna',
      parse(value, complain) {
        if (typeof value === 'string' && isTimeZone(value)) return value
        complain(`must be a time zone such as Europe/Vienna${found(value)}.`)
        return 'UTC'
      },
    },
    options,
  )
}

function isTimeZone(text: string): boolean {
  try {
    return (
      text.length <= 64 &&
      !/^[+-]/.test(text) &&
      new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
    )
  } catch {
    return false
  }
}
