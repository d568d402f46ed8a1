import type { Described } from '../subject/described.ts'
import type { Sent } from '../subject/wire.ts'

/** A request that is wrong in one way; `what` says in which. */
export interface Case extends Sent {
  what: string
  /** It is surely wrong, so to take it would be a fault; of others it depends on the method whether they are. */
  isWrong: boolean
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
    isWrong: false,
    method: operation.method,
    target,
    headers: { ...(members !== undefined && json), ...headers },
    ...(body !== undefined && { body }),
  }
}

/** The right request with some of it otherwise. */
export function wrongCase(target: Target, what: string, changes: Partial<Sent>, isWrong = false): Case {
  const right = rightCase(target)
  return { ...right, ...changes, what, isWrong, headers: { ...right.headers, ...changes.headers } }
}

/** Whether the method is one of ours alone: OAuth has other methods ignore what they do not know, and pages are pages. */
export const isStrict = ({ operation: { path } }: Target): boolean => /^\/v1\//.test(path)
