import { hash } from 'node:crypto'
import { templateOf } from './json-template.ts'
import type { Resource } from './resource.ts'

/** A record as it leaves: "only declared fields". What it can do without is made when it is asked for. */
export interface Representation {
  readonly kind: string
  readonly id: string
  readonly json: string
  /** Changes "whenever the body would", what is volatile aside. */
  readonly etag: string
  /** The record itself, as it is read by others. */
  readonly record: Readonly<Record<string, unknown>> & { readonly details: Readonly<Record<string, unknown>> }
}

/**
 * Builds the record; the row may hold more than is declared, which stays here. Lists may be JSON texts already.
 * `beside`: fields that are not in the row.
 */
export function present(
  resource: Resource,
  publicUrl: string,
  id: string,
  row: object,
  beside: Readonly<Record<string, unknown>> = {},
): Representation {
  const values = row as Readonly<Record<string, unknown>>
  return new ShownRecord(resource, id, () => templateOf(resource)(publicUrl, id, values, beside))
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

  /** Written when it is asked for, so that a page of large records is not written at once. */
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
