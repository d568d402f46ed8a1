import { type FilterType, isRealDate } from '../../query/fields.ts'
import { storedInstant } from '../../query/timestamps.ts'
import { type JsonSchema, orNull, type Unit } from '../json-schema.ts'

/** When a field can be set: never by callers (`read`), on creation only (`create`), or at any time (`write`). */
export type Settable = 'read' | 'create' | 'write'

/**
 * How a field is stored. `plain`: in a column of its own name. `folded`: also in folded form in `…Key`, for sorting and
 * searching. `json`: as JSON text; `optionalJson`: as JSON text or null. `none`: computed when the record is read.
 */
export type Storage = 'plain' | 'folded' | 'json' | 'optionalJson' | 'none'

/** Reports what is wrong with a value; `at` points to a part of it, such as `/0`. */
export type Complain = (detail: string, at?: string) => void

/** What parsing may depend on: the current value, and whether unknown members are ignored. */
export interface ParseContext {
  before?: unknown
  lenient: boolean
}

/** A field of a record. Validation, schemas, columns, lists, exports and TypeScript types derive from it. */
export interface Field<T, S extends Settable = Settable, C extends Storage = Storage> {
  sentence: string
  set: S
  /** Must be given when the record is created. */
  required: boolean
  /** The value when the record is created without one. */
  fallback: T | undefined
  /** In responses; bodies allow the same, plus null where that clears the field. */
  schema: JsonSchema
  nullable: boolean
  example: unknown
  /** Parses a value from a body. Complains about an invalid one, and then returns any value. */
  parse: (value: unknown, complain: Complain, about?: ParseContext) => T
  /** How filters treat it; undefined if lists cannot filter by it. */
  filterType: FilterType | undefined
  /** The column that lists sort by: its own, or `…Key` where it is folded or may be null. */
  sortColumn: (name: string) => string
  /** The kind of record that its ids refer to. They are looked up before they are stored. */
  refersTo: string | undefined
  /** For values of fields of another record: the kind that the ids in one of them refer to. */
  refersIn?: (recordKind: string, name: string) => string | undefined
  /** Whether the record it names may have been deleted since. */
  mayBeGone: boolean
  storage: C
  /** Encodes the value for its column, if JSON text or the value itself will not do. */
  encode: ((value: never) => string | null) | undefined
  /** For a hidden field: the field that callers see in its place. */
  presentedAs: string | undefined
  /** Whether its value must not appear in the history of the record. */
  secret: boolean
  /** The value for records in exports that lack the field; undefined if such exports are refused. */
  missing: T | undefined
}

export interface FieldOptions<T> {
  required?: boolean
  fallback?: T
  example?: unknown
  /** What a number counts. */
  unit?: Unit
}

export type FieldDraft<T> = Pick<Field<T>, 'schema' | 'parse' | 'filterType' | 'example'> &
  Partial<Pick<Field<T>, 'nullable' | 'sortColumn' | 'refersTo' | 'mayBeGone' | 'encode'>>

export function field<T, const C extends Storage = 'plain'>(
  sentence: string,
  draft: FieldDraft<T>,
  { required = false, fallback, example = draft.example, unit }: FieldOptions<T>,
  storage: C = 'plain' as C,
): Field<T, 'write', C> {
  return {
    sentence,
    set: 'write',
    required,
    fallback,
    nullable: false,
    sortColumn: (name) => name,
    refersTo: undefined,
    mayBeGone: false,
    encode: undefined,
    presentedAs: undefined,
    secret: false,
    missing: undefined,
    ...draft,
    schema: unit === undefined ? draft.schema : { ...draft.schema, 'x-unit': unit },
    storage,
    example,
  }
}

/** A field that only the service sets. */
export function readOnly<T, C extends Storage>(given: Field<T, Settable, C>): Field<T, 'read', C> {
  return { ...given, set: 'read', required: false }
}

/** A field that is set on creation and never changes. */
export function onlyNew<T, C extends Storage>(given: Field<T, Settable, C>): Field<T, 'create', C> {
  return { ...given, set: 'create' }
}

/** A field without a column: it is computed when the record is read. */
export function computed<T>(given: Field<T>): Field<T, 'read', 'none'> {
  return { ...readOnly(given), storage: 'none' }
}

/** A text that is stored without its folded form, because no list sorts by it. */
export function unfolded<T, S extends Settable>(given: Field<T, S>): Field<T, S, 'plain'> {
  return { ...given, storage: 'plain', sortColumn: (name) => name }
}

/** A reference that may outlive the record it names. */
export function mayBeGone<T, S extends Settable, C extends Storage>(given: Field<T, S, C>): Field<T, S, C> {
  return { ...given, mayBeGone: true }
}

/** A field that exports of version 0.1 lack: their records get `missing`. */
export function addedLater<T, S extends Settable, C extends Storage>(
  given: Field<T, S, C>,
  missing: T | undefined = given.fallback,
): Field<T, S, C> {
  return { ...given, missing }
}

/** The same field, but optional: absent or null in a body, null in responses. */
export function optional<T, C extends Storage>(given: Field<T, 'write', C>): Field<T | null, 'write', C> {
  return {
    ...given,
    nullable: true,
    schema: orNull(given.schema),
    fallback: given.fallback ?? null,
    parse: (value, complain, about) => (value === null ? null : given.parse(value, complain, about)),
  }
}

export const folded = (name: string): string => `${name}Key`

/** The JSON type of the value that was sent. */
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
  options: FieldOptions<T> = {},
): Field<T, 'write', 'plain'> {
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
  options: FieldOptions<number> = {},
): Field<number, 'write', 'plain'> {
  return field<number>(
    sentence,
    {
      schema: { type: 'integer', minimum: least, maximum: most },
      filterType: 'number',
      example: least,
      parse(value, complain) {
        if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
          // Turns minus zero into zero.
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
  options: FieldOptions<number> = {},
): Field<number | null, 'write', 'plain'> {
  return { ...optional(integer(sentence, least, most, options)), sortColumn: folded }
}

export function boolean(
  sentence: string,
  options: FieldOptions<boolean> = {},
): Field<boolean, 'write', 'plain'> {
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

/** A date without a time. */
export function day(sentence: string, options: FieldOptions<string> = {}): Field<string, 'write', 'plain'> {
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

/** The same, but optional. */
export function date(
  sentence: string,
  options: FieldOptions<string> = {},
): Field<string | null, 'write', 'plain'> {
  return { ...optional(day(sentence, options)), sortColumn: folded }
}

/** A timestamp that callers choose; a date means its start in UTC. */
export function instant(
  sentence: string,
  options: FieldOptions<string> = {},
): Field<string, 'write', 'plain'> {
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

/** A timestamp that the service sets, stored as RFC 3339 in UTC with milliseconds. */
export function moment(sentence: string): Field<string, 'read', 'plain'> {
  return readOnly(
    field<string>(
      sentence,
      {
        schema: { type: 'string', format: 'date-time' },
        filterType: 'timestamp',
        example: '2026-03-31T09:30:00.000Z',
        parse(value, complain) {
          if (typeof value === 'string' && storedInstant(value) === value) return value
          complain(
            `must be a UTC timestamp with milliseconds, such as 2026-03-31T09:30:00.000Z${found(value)}.`,
          )
          return ''
        },
      },
      {},
    ),
  )
}

/** The same, but optional. */
export function optionalMoment(sentence: string): Field<string | null, 'read', 'plain'> {
  return { ...readOnly(optional({ ...moment(sentence), set: 'write' })), sortColumn: folded }
}
