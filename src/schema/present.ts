import { hash } from 'node:crypto'
import type { Field } from './fields/fields.ts'
import { templateOf } from './json-template.ts'
import type { Resource } from './resource.ts'

/** A record as callers see it: "only declared fields". Members are built on demand. */
export interface Representation {
  readonly kind: string
  readonly id: string
  readonly json: string
  /** Changes with what people can set, not with counts or the names of others; the same whichever members are shown. */
  readonly version: string
  /** `"<version>.<body>"`. The body's part changes "whenever the body would", except for volatile members. */
  readonly etag: string
  /** The record as an object. */
  readonly record: Readonly<Record<string, unknown>> & { readonly details: Readonly<Record<string, unknown>> }
  /** The same record with only these members of `details`. */
  only(fields: readonly string[]): Representation
  /** The records that it refers to, by kind, in the members that it shows. */
  references(): Iterable<{ kind: string; id: string }>
}

type Values = Readonly<Record<string, unknown>>

/** Those of some fields that refer to other records, by name. */
export function referringFields(
  { fields }: Resource,
  shown: readonly string[] = Object.keys(fields),
): [string, Field<unknown>][] {
  return shown
    .map((name): [string, Field<unknown>] => [name, fields[name] as Field<unknown>])
    .filter(([, { refersTo, refersIn }]) => refersTo !== undefined || refersIn !== undefined)
}

/**
 * Builds the representation from a row; columns that are not declared are left out. Lists may already be JSON.
 * `extra`: fields that are not in the row.
 */
export function present(
  resource: Resource,
  publicUrl: string,
  id: string,
  row: object,
  extra: Values = {},
): Representation {
  return new ShownRecord({ resource, publicUrl, id, row: row as Values, extra })
}

interface Source {
  resource: Resource
  publicUrl: string
  id: string
  row: Values
  extra: Values
}

class ShownRecord implements Representation {
  readonly #source: Source
  readonly #fields: readonly string[] | undefined
  #json: string | undefined

  constructor(source: Source, fields?: readonly string[]) {
    this.#source = source
    this.#fields = fields
  }

  get id(): string {
    return this.#source.id
  }

  get kind(): string {
    return this.#source.resource.kind
  }

  /** Serialized on demand, so that a page of large records is not serialized all at once. */
  get json(): string {
    const { resource, publicUrl, id, row, extra } = this.#source
    this.#json ??= templateOf(resource, this.#fields)(publicUrl, id, row, extra)
    return this.#json
  }

  get record(): Representation['record'] {
    return JSON.parse(this.json)
  }

  get version(): string {
    return Date.parse(String(this.#valueOf('updatedAt'))).toString(36)
  }

  get etag(): string {
    const { volatile } = this.#source.resource
    const lasting =
      volatile.length === 0 ? this.json : JSON.stringify(JSON.parse(this.json), without(volatile))
    return `"${this.version}.${hash('sha1', lasting, 'base64url')}"`
  }

  only(fields: readonly string[]): Representation {
    return new ShownRecord(this.#source, fields)
  }

  *references(): Generator<{ kind: string; id: string }> {
    for (const [name, { refersTo, refersIn }] of referringFields(this.#source.resource, this.#fields)) {
      // A record of any kind: `recordKind` says which.
      const recordKind = String(this.#valueOf('recordKind'))
      const value = this.#valueOf(name)
      const kind = refersTo === 'record' ? recordKind : refersTo
      if (kind !== undefined) for (const id of idsIn(value)) yield { kind, id }
      if (refersIn === undefined) continue
      for (const [member, inside] of Object.entries(value as Values)) {
        const kindOfIt = refersIn(recordKind, member)
        if (kindOfIt !== undefined) for (const id of idsIn(inside)) yield { kind: kindOfIt, id }
      }
    }
  }

  #valueOf(name: string): unknown {
    const { row, extra } = this.#source
    return row[name] ?? extra[name]
  }
}

/** The ids in a field: one, a list, or a list that is already JSON. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value !== 'string') return Array.isArray(value) ? value : []
  if (value === '[]') return []
  return value.startsWith('[') ? (JSON.parse(value) as string[]) : [value]
}

function without(names: readonly string[]): (key: string, value: unknown) => unknown {
  return (key, value) => (names.includes(key) ? undefined : value)
}
