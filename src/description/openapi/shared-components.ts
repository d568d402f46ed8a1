import { isDeepStrictEqual } from 'node:util'
import type { Component, ComponentKind, Components, Reference } from './document.ts'

/** Collects the components that methods refer to; each name means one thing. */
export class SharedComponents {
  readonly #parts: Components = { schemas: {}, parameters: {}, headers: {}, responses: {} }

  refer<K extends ComponentKind>(kind: K, name: string, part: Component<K>): Reference {
    const named: Record<string, Component<K>> = this.#parts[kind]
    const known = named[name]
    if (known !== undefined && !isDeepStrictEqual(known, part))
      throw new Error(`The description would have two different ${kind} called ${name}`)
    named[name] = part
    return { $ref: `#/components/${kind}/${name}` }
  }

  /** The same for a component that its name identifies: it is built once. */
  referOnce<K extends ComponentKind>(kind: K, name: string, make: () => Component<K>): Reference {
    const named: Record<string, Component<K>> = this.#parts[kind]
    named[name] ??= make()
    return { $ref: `#/components/${kind}/${name}` }
  }

  /** Sorted by name, so that a new method does not reorder the document. */
  sorted(): Components {
    const { schemas, parameters, headers, responses } = this.#parts
    return {
      schemas: byName(schemas),
      parameters: byName(parameters),
      headers: byName(headers),
      responses: byName(responses),
    }
  }
}

function byName<T>(parts: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
}
