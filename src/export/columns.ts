import { isId } from '../base/ids.ts'
import type { SqlValue } from '../db/database.ts'
import { isRealDate, textFault } from '../query/fields.ts'

type Complain = (detail: string) => void

/** The records that a column refers to by id. */
export interface References {
  table: string
  /** A record in the trash may refer to a record that was purged. */
  unlessInTrash?: boolean
  /** Both records must be in the same workspace. */
  sameWorkspace?: boolean
}

/** A column of an exported table: how it is written to JSON and read back. */
export interface Column<S = SqlValue> {
  /** Converts the stored value to the exported one. */
  present: (stored: S) => unknown
  /** Converts the exported value to the stored one. */
  read: (value: unknown, complain: Complain) => S
  references?: References
  /** Its folded form is stored in a second column, whose name ends in `Key`. */
  folded?: true
  /** The stored value if the archive lacks the member, as those of version 0.1 do. Otherwise that is a fault. */
  missing?: SqlValue
}

const same = (stored: unknown): unknown => stored

function column<S>(read: Column<S>['read']): Column<S> {
  return { present: same, read }
}

interface TextRules {
  max?: number
  pattern?: RegExp
  /** A rule of its own, and its wording in messages: "one emoji". */
  is?: { rule: (value: string) => boolean; looks: string }
  /** Text from other systems, in any Unicode normalization form. */
  raw?: true
  folded?: true
}

/** A text column with a maximum length. */
export function text<S extends string = string>({
  max = 255,
  pattern,
  is,
  raw,
  folded,
}: TextRules = {}): Column<S> {
  const read: Column<S>['read'] = (value, complain) => {
    if (typeof value !== 'string') complain(`must be text, not ${typeOf(value)}`)
    else {
      const fault = textFault(value)
      if (fault !== undefined) complain(fault)
      else if (value.length > max) complain(`may have at most ${max} characters, but has ${value.length}`)
      else if (pattern !== undefined && !pattern.test(value))
        complain(`is not a valid value: "${brief(value)}"`)
      else if (is?.rule(value) === false) complain(`must be ${is.looks}, not "${brief(value)}"`)
      else if (!raw && value !== value.normalize('NFC')) complain('must be in Unicode normalization form NFC')
    }
    return value as S
  }
  return { ...column(read), ...(folded && { folded }) }
}

export function choice<const S extends string>(choices: readonly S[]): Column<S> {
  return column((value, complain) => {
    if (!choices.some((each) => each === value)) complain(`must be one of ${choices.join(', ')}`)
    return value as S
  })
}

export const flag: Column<boolean> = column((value, complain) => {
  if (typeof value !== 'boolean') complain('must be true or false')
  return value === true
})

export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Column<number> {
  return column((value, complain) => {
    const fits = Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
    if (!fits) complain(`must be a whole number from ${least} to ${most}`)
    return value as number
  })
}

const momentShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

export const moment: Column<string> = column((value, complain) => {
  const isOne = typeof value === 'string' && momentShape.test(value) && isRealDate(value.slice(0, 10))
  if (!isOne || Number.isNaN(Date.parse(value)))
    complain('must be a UTC timestamp with milliseconds, such as 2026-03-31T09:30:00.000Z')
  return value as string
})

/** The record's own id, or one that does not have to be in the archive. */
export const id: Column<string> = column((value, complain) => {
  if (typeof value !== 'string' || !isId(value)) complain('must be an id of 22 letters and digits')
  return value as string
})

export function reference(table: string): Column<string> {
  return { ...id, references: { table } }
}

/** Makes a column nullable. */
export function optional<S>(given: Column<S>): Column<S | null> {
  return {
    ...given,
    present: (stored) => (stored === null ? null : given.present(stored)),
    read: (value, complain) => (value === null ? null : given.read(value, complain)),
  }
}

/** Stored as JSON text, exported as JSON. */
function json(isFit: (value: unknown) => boolean, looks: string): Column<string> {
  return {
    present: (stored) => JSON.parse(stored) as unknown,
    read(value, complain) {
      if (!isFit(value)) complain(`must be ${looks}`)
      else if (!isSound(value)) complain('contains text that no record may contain')
      return JSON.stringify(value) ?? 'null'
    },
  }
}

/** Whether no text in it, at any depth, contains a control character or an unpaired surrogate. */
function isSound(value: unknown): boolean {
  if (typeof value === 'string') return textFault(value) === undefined
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isSound)
}

const texts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

export const textList: Column<string> = json(texts, 'a list of texts')

const isMembers = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const anyMembers: Column<string> = json(isMembers, 'an object')

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

const brief = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}…` : value)
