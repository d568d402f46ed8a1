import { countCharacters, textFault } from '../../query/fields.ts'
import { type Complain, type Field, field, folded, found, type Options, optional } from './fields.ts'

function parseText(
  value: unknown,
  most: number,
  complain: Complain,
  { trimmed = false }: { trimmed?: boolean } = {},
): string {
  if (typeof value !== 'string') {
    complain(`must be a text${found(value)}.`)
    return ''
  }
  // The two ways to end a line are one.
  const lines = value.replaceAll('\r\n', '\n')
  const fault = textFault(lines)
  if (fault !== undefined) complain(`${fault}.`)
  const normal = (trimmed ? lines.trim() : lines).normalize('NFC')
  const count = normal.length > most ? countCharacters(normal) : 0
  if (count > most) complain(`is too long: at most ${most} characters, and this has ${count}.`)
  return normal
}

/** "Names are trimmed and may not be empty." */
export function name(
  sentence: string,
  options: Options<string> & { max?: number; pattern?: RegExp; looks?: string } = {},
): Field<string, 'write'> {
  const max = options.max ?? 255
  return field<string>(
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
  )
}

/** Longer text, kept as it is. */
export function notes(
  sentence: string,
  options: Options<string> & { max?: number } = {},
): Field<string | null, 'write'> {
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

/** A text that may be missing, and is when it is empty. */
export function emptyIsNone(given: Field<string | null, 'write'>): Field<string | null, 'write'> {
  return {
    ...given,
    parse: (value, complain, about) => (value === '' ? null : given.parse(value, complain, about)),
  }
}

/** An address of mail; what is before the @ is left as it was written. */
export function email(sentence: string, options: Options<string> = {}): Field<string, 'write'> {
  return {
    ...name(sentence, {
      ...options,
      max: 254,
      pattern: /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u,
      looks: 'an address such as ada@example.com',
    }),
    example: 'ada@example.com',
  }
}

/** A zone of the IANA database, such as `Europe/Vienna`. */
export function timeZone(sentence: string, options: Options<string> = {}): Field<string, 'write'> {
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
