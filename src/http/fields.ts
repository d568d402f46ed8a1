import { isId } from '../ids.ts'
import { type FilterType, isRealDate, textFault } from '../query/fields.ts'
import { idPattern, type JsonSchema, orNull } from './schema.ts'

/** Who may set a field: nobody (`read`), whoever creates the record (`create`), or whoever changes it too. */
export type Setting = 'read' | 'create' | 'write'

/** Says what is wrong with a value; `at` leads to a part of it, such as `/0`. */
export type Complain = (detail: string, at?: string) => void

/** What else a field may need to know: the present value, and whether unknown members are ignored. */
export interface ParseContext {
  before?: unknown
  lenient: boolean
}

/** A field of a record, declared once: validation, description, types and lists come from this. */
export interface Field<T, S extends Setting = Setting> {
  sentence: string
  set: S
  /** Must be given when the record is created. */
  required: boolean
  /** The value when the record is created without one. */
  fallback: T | undefined
  /** In answers; also what a body may hold, null aside. */
  schema: JsonSchema
  nullable: boolean
  example: unknown
  /** Reads a value of a body; complains and gives anything where it is not one. `before`: what a change finds. */
  parse: (value: unknown, complain: Complain, about?: ParseContext) => T
  /** How a filter sees it, if it can be filtered by. */
  filterType: FilterType | undefined
  /** The column that a list sorts by: itself, or its `…Key` where it is folded or may be missing. */
  sortColumn: (name: string) => string
  /** The records that it names, if any: their ids are looked up before they are stored. */
  refersTo: string | undefined
}

interface Options<T> {
  required?: boolean
  fallback?: T
  example?: unknown
}

type Draft<T> = Pick<Field<T>, 'schema' | 'parse' | 'filterType' | 'example'> &
  Partial<Pick<Field<T>, 'nullable' | 'sortColumn' | 'refersTo'>>

function field<T>(
  sentence: string,
  draft: Draft<T>,
  { required = false, fallback, example = draft.example }: Options<T>,
): Field<T, 'write'> {
  return {
    sentence,
    set: 'write',
    required,
    fallback,
    nullable: false,
    sortColumn: (name) => name,
    refersTo: undefined,
    ...draft,
    example,
  }
}

/** A field that the service sets itself. */
export function readOnly<T>(given: Field<T>): Field<T, 'read'> {
  return { ...given, set: 'read', required: false }
}

/** A field that is chosen when the record is made, and stays. */
export function onlyNew<T>(given: Field<T>): Field<T, 'create'> {
  return { ...given, set: 'create' }
}

/** A text that may be missing, and is when it is empty. */
export function emptyIsNone(given: Field<string | null, 'write'>): Field<string | null, 'write'> {
  return {
    ...given,
    parse: (value, complain, about) => (value === '' ? null : given.parse(value, complain, about)),
  }
}

/** The same field where there may be no value: absent or null in a body, null in answers. */
function optional<T>(given: Field<T, 'write'>): Field<T | null, 'write'> {
  return {
    ...given,
    nullable: true,
    schema: orNull(given.schema),
    fallback: given.fallback ?? null,
    parse: (value, complain, about) => (value === null ? null : given.parse(value, complain, about)),
  }
}

const folded = (name: string): string => `${name}Key`

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
  if (normal.length > most && [...normal].length > most)
    complain(`is too long: at most ${most} characters, and this has ${[...normal].length}.`)
  return normal
}

/** What was sent instead, in the words of JSON. */
function found(value: unknown): string {
  if (value === null) return ', not null'
  if (Array.isArray(value)) return ', not a list'
  return typeof value === 'object'
    ? ', not an object'
    : `, not the ${typeof value} ${String(value).slice(0, 40)}`
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

export function choice<const T extends string>(
  sentence: string,
  choices: readonly T[],
  options: Options<T> = {},
): Field<T, 'write'> {
  return field<T>(
    sentence,
    {
      schema: { type: 'string', enum: choices },
      filterType: 'text',
      example: choices[0],
      parse(value, complain) {
        const found = choices.find((choice) => choice === value)
        if (found === undefined) complain(`must be one of ${choices.join(', ')}.`)
        return found ?? (choices[0] as T)
      },
    },
    options,
  )
}

export function integer(
  sentence: string,
  least: number,
  most: number,
  options: Options<number> = {},
): Field<number, 'write'> {
  return field<number>(
    sentence,
    {
      schema: { type: 'integer', minimum: least, maximum: most },
      filterType: 'number',
      example: least,
      parse(value, complain) {
        if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
          // Minus zero is zero.
          return value + 0
        complain(`must be a whole number from ${least} to ${most}${found(value)}.`)
        return least
      },
    },
    options,
  )
}

export function optionalInteger(
  sentence: string,
  least: number,
  most: number,
  options: Options<number> = {},
): Field<number | null, 'write'> {
  return optional(integer(sentence, least, most, options))
}

export function boolean(sentence: string, options: Options<boolean> = {}): Field<boolean, 'write'> {
  return field<boolean>(
    sentence,
    {
      schema: { type: 'boolean' },
      filterType: 'boolean',
      example: false,
      parse(value, complain) {
        if (typeof value !== 'boolean') complain(`must be true or false${found(value)}.`)
        return value === true
      },
    },
    options,
  )
}

/** A day without a time. */
export function date(sentence: string, options: Options<string> = {}): Field<string | null, 'write'> {
  return optional(
    field<string>(
      sentence,
      {
        schema: { type: 'string', format: 'date' },
        filterType: 'date',
        example: '2026-03-31',
        sortColumn: folded,
        parse(value, complain) {
          if (typeof value === 'string' && isRealDate(value)) return value
          complain(`must be a real day written YYYY-MM-DD${found(value)}.`)
          return ''
        },
      },
      options,
    ),
  )
}

/** A moment that the service sets itself. */
export function moment(sentence: string): Field<string, 'read'> {
  return readOnly(
    field<string>(
      sentence,
      {
        schema: { type: 'string', format: 'date-time' },
        filterType: 'timestamp',
        example: '2026-03-31T09:30:00.000Z',
        parse: () => '',
      },
      {},
    ),
  )
}

/** The same where there may be none. */
export function optionalMoment(sentence: string): Field<string | null, 'read'> {
  return { ...readOnly(optional({ ...moment(sentence), set: 'write' })), sortColumn: folded }
}

const idSchema: JsonSchema = { type: 'string', pattern: idPattern }
const exampleId = '034xoOp7QM7UE5C1GyMpSt'

/** The id of another record. */
export function reference(
  sentence: string,
  kind: string,
  options: Options<string> = {},
): Field<string, 'write'> {
  return field<string>(
    sentence,
    {
      schema: idSchema,
      filterType: 'id',
      example: exampleId,
      refersTo: kind,
      parse(value, complain) {
        if (typeof value === 'string' && isId(value)) return value
        complain(`must be the id of a ${kind}: 22 letters and digits${found(value)}.`)
        return ''
      },
    },
    options,
  )
}

export function optionalReference(
  sentence: string,
  kind: string,
  options: Options<string> = {},
): Field<string | null, 'write'> {
  return optional(reference(sentence, kind, options))
}

/** A list without repetition; null clears it. */
function listOf<T>(
  sentence: string,
  most: number,
  item: Draft<T>,
  options: Options<T[]>,
): Field<T[], 'write'> {
  return field<T[]>(
    sentence,
    {
      schema: { type: 'array', items: item.schema, maxItems: most },
      filterType: item.filterType,
      refersTo: item.refersTo,
      example: [item.example],
      parse(value, complain) {
        if (value === null) return []
        if (!Array.isArray(value)) {
          complain(`must be a list${found(value)}.`)
          return []
        }
        if (value.length > most) complain(`may have at most ${most} entries, and this has ${value.length}.`)
        const items = value
          .slice(0, most)
          .map((entry, n) => item.parse(entry, (detail, at = '') => complain(detail, `/${n}${at}`)))
        return [...new Set(items)]
      },
    },
    { fallback: [], ...options },
  )
}

export function references(
  sentence: string,
  kind: string,
  options: Options<string[]> & { max?: number } = {},
): Field<string[], 'write'> {
  return listOf(sentence, options.max ?? 100, reference('', kind), options)
}

/** Names of tags; those that do not exist yet are made. */
export function tagNames(sentence: string, options: Options<string[]> = {}): Field<string[], 'write'> {
  return listOf(sentence, 100, { ...name(''), filterType: 'tags', example: 'urgent' }, options)
}

export function choices<const T extends string>(
  sentence: string,
  all: readonly T[],
  options: Options<T[]> = {},
): Field<T[], 'write'> {
  return listOf(sentence, all.length, choice('', all), options)
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
