import { type FilterType, isRealDate } from '../../query/fields.ts'
import { storedInstant } from '../../query/timestamps.ts'
import { type JsonSchema, orNull, type Unit } from '../json-schema.ts'

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

export interface Options<T> {
  required?: boolean
  fallback?: T
  example?: unknown
  /** What a number counts. */
  unit?: Unit
}

export type Draft<T> = Pick<Field<T>, 'schema' | 'parse' | 'filterType' | 'example'> &
  Partial<Pick<Field<T>, 'nullable' | 'sortColumn' | 'refersTo'>>

export function field<T>(
  sentence: string,
  draft: Draft<T>,
  { required = false, fallback, example = draft.example, unit }: Options<T>,
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
    schema: unit === undefined ? draft.schema : { ...draft.schema, 'x-unit': unit },
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

/** The same field where there may be no value: absent or null in a body, null in answers. */
export function optional<T>(given: Field<T, 'write'>): Field<T | null, 'write'> {
  return {
    ...given,
    nullable: true,
    schema: orNull(given.schema),
    fallback: given.fallback ?? null,
    parse: (value, complain, about) => (value === null ? null : given.parse(value, complain, about)),
  }
}

export const folded = (name: string): string => `${name}Key`

/** What was sent instead, in the words of JSON. */
export function found(value: unknown): string {
  if (value === null) return ', not null'
  if (Array.isArray(value)) return ', not a list'
  return typeof value === 'object'
    ? ', not an object'
    : `, not the ${typeof value} ${String(value).slice(0, 40)}`
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
export function day(sentence: string, options: Options<string> = {}): Field<string, 'write'> {
  return field<string>(
    sentence,
    {
      schema: { type: 'string', format: 'date' },
      filterType: 'date',
      example: '2026-03-31',
      parse(value, complain) {
        if (typeof value === 'string' && isRealDate(value)) return value
        complain(`must be a real day written YYYY-MM-DD${found(value)}.`)
        return ''
      },
    },
    options,
  )
}

/** The same where there may be none. */
export function date(sentence: string, options: Options<string> = {}): Field<string | null, 'write'> {
  return { ...optional(day(sentence, options)), sortColumn: folded }
}

/** A moment that callers choose; a day stands for its beginning in UTC. */
export function instant(sentence: string, options: Options<string> = {}): Field<string, 'write'> {
  return field<string>(
    sentence,
    {
      schema: { type: 'string', format: 'date-time' },
      filterType: 'timestamp',
      example: '2026-03-31T09:30:00.000Z',
      parse(value, complain) {
        const moment = typeof value === 'string' ? storedInstant(value) : undefined
        if (moment === undefined)
          complain(
            `must be an RFC 3339 timestamp such as 2026-03-31T09:30:00Z, or a day such as 2026-03-31${found(value)}.`,
          )
        return moment ?? ''
      },
    },
    options,
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
