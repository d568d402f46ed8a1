import type { Field } from './fields/fields.ts'
import { idPattern, type JsonSchema } from './json-schema.ts'
import type { Resource } from './resource.ts'

type Values = Readonly<Record<string, unknown>>

/** Serializes a record as JSON; values that are not in the row come from `extra`. */
type Template = (publicUrl: string, id: string, row: Values, extra: Values) => string

const made = new WeakMap<Resource, Map<string, Template>>()
/** Callers choose the fields, in any order, so only some templates are cached. */
const mostKept = 50

/** `only`: the members of `details`; all of them if absent. */
export function templateOf(resource: Resource, only?: readonly string[]): Template {
  const known = made.get(resource) ?? new Map<string, Template>()
  made.set(resource, known)
  const key = only?.join() ?? ''
  const before = known.get(key)
  if (before !== undefined) return before
  const template = makeTemplate(resource, only ?? Object.keys(resource.fields))
  if (known.size >= mostKept) known.clear()
  known.set(key, template)
  return template
}

/**
 * Generates the function's source from the declaration, once: it accesses each member by name, which is twice as fast
 * as a loop over the names. A page has some five hundred values. The source contains only declared names and kinds.
 */
function makeTemplate({ kind, alias, fields }: Resource, only: readonly string[]): Template {
  const head = ['{"id":"', ...(alias === undefined ? [] : [`","${alias}":"`])]
  const lines = [
    `let v`,
    `let json = ${head.map((before) => `${text(before)} + id`).join(' + ')}`,
    `json += ${text('","permalink":"')} + publicUrl + ${text(`/p/${kind}/`)} + id`,
    ...only.flatMap((name, n) => {
      const { schema } = fields[name] as Field<unknown>
      const quoted = JSON.stringify(name)
      const before = `${n === 0 ? '","details":{' : ','}${quoted}:`
      return [
        `v = row[${quoted}]`,
        `if (v === undefined) v = extra[${quoted}]`,
        `json += v === null || v === undefined ? ${text(`${before}null`)} : ${writers[writerOf(schema)](before)}`,
      ]
    }),
    `return json + '}}'`,
  ]
  return new Function('publicUrl', 'id', 'row', 'extra', lines.join('\n')) as Template
}

/** A string literal. */
const text = (given: string): string => JSON.stringify(given)

/** The source that serializes each kind of field: `v` is the value, and `before` precedes it. */
const writers = {
  /** Text that never contains a character that JSON escapes. */
  plainText: (before: string) => `${text(`${before}"`)} + v + '"'`,
  anyText: (before: string) => `${text(before)} + JSON.stringify(v)`,
  bare: (before: string) => `${text(before)} + v`,
  /** A list may already be JSON. */
  structure: (before: string) => `${text(before)} + (typeof v === 'string' ? v : JSON.stringify(v))`,
}

function writerOf({ type, format, pattern, enum: choices }: JsonSchema): keyof typeof writers {
  const types = [type ?? []].flat()
  if (types.includes('array') || types.includes('object')) return 'structure'
  if (types.includes('integer') || types.includes('number') || types.includes('boolean')) return 'bare'
  const isPlain =
    format === 'date' || format === 'date-time' || choices !== undefined || pattern === idPattern
  return isPlain ? 'plainText' : 'anyText'
}
