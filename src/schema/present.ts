import { hash } from 'node:crypto'
import { templateOf } from './json-template.ts'
import type { Resource } from './resource.ts'

/** A record as callers see it: "only declared fields". Members are built on demand. */
export interface Representation {
  readonly kind: string
  readonly id: string
  readonly json: string
  /** Changes "whenever the body would", except for volatile members. */
  readonly etag: string
  /** The record as an object. */
  readonly record: Readonly<Record<string, unknown>> & { readonly details: Readonly<Record<string, unknown>> }
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
  extra: Readonly<Record<string, unknown>> = {},
): Representation {
  const values = row as Readonly<Record<string, unknown>>
  return new ShownRecord(resource, id, () => templateOf(resource)(publicUrl, id, values, extra))
}

class ShownRecord implements Representation {
  readonly id: string
  readonly #resource: Resource
  readonly #write: () => string
  #json: string | undefined

  constructor(resource: Resource, id: string, write: () => string) {
    this.#resource = resource
    this.id = id
    this.#write = write
  }

  /** Serialized on demand, so that a page of large records is not serialized all at once. */
  get json(): string {
    this.#json ??= this.#write()
    return this.#json
  }

  get kind(): string {
    return this.#resource.kind
  }

  get record(): Representation['record'] {
    return JSON.parse(this.json)
  }

  get etag(): string {
    const { volatile } = this.#resource
    const lasting =
      volatile.length === 0 ? this.json : JSON.stringify(JSON.parse(this.json), without(volatile))
    return `"${hash('sha1', lasting, 'base64url')}"`
  }
}

function without(names: readonly string[]): (key: string, value: unknown) => unknown {
  return (key, value) => (names.includes(key) ? undefined : value)
}
