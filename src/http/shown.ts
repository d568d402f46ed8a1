import { hash } from 'node:crypto'
import type { Field } from './fields.ts'
import type { Resource } from './resource.ts'
import { idPattern, type JsonSchema } from './schema.ts'

/** A record as it leaves: "only declared fields". What it can do without is made when it is asked for. */
export interface Shown {
  readonly kind: string
  readonly id: string
  readonly json: string
  /** Changes "whenever the body would", what is fleeting aside. */
  readonly etag: string
  /** The record itself, as it is read by others. */
  readonly record: Readonly<Record<string, unknown>> & { readonly details: Readonly<Record<string, unknown>> }
}

/**
 * Builds the record; the row may hold more than is declared, which stays here. Lists may be JSON texts already.
 * `beside`: fields that are not in the row.
 */
export function show(
  resource: Resource,
  publicUrl: string,
  id: string,
  row: object,
  beside: Readonly<Record<string, unknown>> = {},
): Shown {
  const source = row as Readonly<Record<string, unknown>>
  const { head, members } = writersOf(resource)
  const alias = head === '' ? '' : head.replace('?', id)
  let json = `{"id":"${id}"${alias},"permalink":"${publicUrl}/p/${resource.kind}/${id}","details":{`
  for (const { before, name, write } of members) {
    const value = source[name]
    json += before + write(value === undefined ? beside[name] : value)
  }
  return new ShownRecord(resource, id, `${json}}}`)
}

class ShownRecord implements Shown {
  readonly id: string
  readonly json: string
  readonly #resource: Resource

  constructor(resource: Resource, id: string, json: string) {
    this.#resource = resource
    this.id = id
    this.json = json
  }

  get kind(): string {
    return this.#resource.kind
  }

  get record(): Shown['record'] {
    return JSON.parse(this.json)
  }

  get etag(): string {
    const { fleeting } = this.#resource
    const lasting =
      fleeting.length === 0 ? this.json : JSON.stringify(JSON.parse(this.json), without(fleeting))
    return `"${hash('sha1', lasting, 'base64url')}"`
  }
}

function without(names: readonly string[]): (key: string, value: unknown) => unknown {
  return (key, value) => (names.includes(key) ? undefined : value)
}

/** Turns a value into JSON; each kind of field has its own, for a page writes some five hundred of them. */
type Writer = (value: unknown) => string

interface Writers {
  head: string
  members: readonly { before: string; name: string; write: Writer }[]
}

const known = new WeakMap<Resource, Writers>()

function writersOf(resource: Resource): Writers {
  const made = known.get(resource)
  if (made !== undefined) return made
  const members = Object.entries<Field<unknown>>(resource.fields).map(([name, { schema }], n) => ({
    before: `${n === 0 ? '' : ','}${JSON.stringify(name)}:`,
    name,
    write: writerOf(schema),
  }))
  const writers = { head: resource.alias === undefined ? '' : `,"${resource.alias}":"?"`, members }
  known.set(resource, writers)
  return writers
}

const isNothing = (value: unknown): value is null | undefined => value === null || value === undefined

/** What never holds a character that JSON escapes. */
const plainText: Writer = (value) => (isNothing(value) ? 'null' : `"${value as string}"`)
const anyText: Writer = (value) => (isNothing(value) ? 'null' : JSON.stringify(value))
const bare: Writer = (value) => (isNothing(value) ? 'null' : String(value))
const structure: Writer = (value) =>
  isNothing(value) ? 'null' : typeof value === 'string' ? value : JSON.stringify(value)

function writerOf({ type, format, pattern, enum: choices }: JsonSchema): Writer {
  const types = [type ?? []].flat()
  if (types.includes('array') || types.includes('object')) return structure
  if (types.includes('integer') || types.includes('number') || types.includes('boolean')) return bare
  const isPlain =
    format === 'date' || format === 'date-time' || choices !== undefined || pattern === idPattern
  return isPlain ? plainText : anyText
}
