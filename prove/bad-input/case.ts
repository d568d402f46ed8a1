import type { Described } from '../subject/described.ts'
import type { Sent } from '../subject/wire.ts'

/** A request that is wrong in one way; `what` says in which. */
export interface Case extends Sent {
  what: string
}

/** A method with all that a right request to it has. */
export interface Target {
  operation: Described
  /** The address with ids of records that are there. */
  target: string
  headers: Readonly<Record<string, string>>
  /** Members of a right body; undefined where it takes no JSON. */
  members: Readonly<Record<string, unknown>> | undefined
  /** Content, where it takes that. */
  content: Uint8Array | undefined
  /** Ids that a reference of it refuses, as JSON texts. */
  references: readonly string[]
}

export const json = { 'content-type': 'application/json' }

/** The right request. */
export function rightCase({ operation, target, headers, members, content }: Target): Case {
  const body = content ?? (members === undefined ? undefined : JSON.stringify(members))
  return {
    what: 'nothing is wrong',
    method: operation.method,
    target,
    headers: { ...(members !== undefined && json), ...headers },
    ...(body !== undefined && { body }),
  }
}

/** The right request with some of it otherwise. */
export function wrongCase(target: Target, what: string, changes: Partial<Sent>): Case {
  const right = rightCase(target)
  return { ...right, ...changes, what, headers: { ...right.headers, ...changes.headers } }
}
