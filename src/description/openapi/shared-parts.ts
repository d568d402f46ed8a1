import { isDeepStrictEqual } from 'node:util'
import type { Components, Part, PartKind, Reference } from './document.ts'

/** The parts that several methods refer to. Only what is referred to is in here, and each name means one thing. */
export class SharedParts {
  readonly #parts: Components = { schemas: {}, parameters: {}, headers: {}, responses: {} }

  refer<K extends PartKind>(kind: K, name: string, part: Part<K>): Reference {
    const named: Record<string, Part<K>> = this.#parts[kind]
    const known = named[name]
    if (known !== undefined && !isDeepStrictEqual(known, part))
      throw new Error(`The description would have two different ${kind} called ${name}`)
    named[name] = part
    return { $ref: `#/components/${kind}/${name}` }
  }

  /** The same for a part of which its name says all: it is made once. */
  referOnce<K extends PartKind>(kind: K, name: string, make: () => Part<K>): Reference {
    const named: Record<string, Part<K>> = this.#parts[kind]
    named[name] ??= make()
    return { $ref: `#/components/${kind}/${name}` }
  }

  /** In the order of their names, so that a new method elsewhere does not shuffle the document. */
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
