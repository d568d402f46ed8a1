import type { Described } from '../subject/described.ts'
import type { Sent } from '../subject/wire.ts'

/** A request that is wrong in one way, which `what` describes. */
export interface Case extends Sent {
  what: string
  /** Always wrong, so accepting it is a fault; whether others are wrong depends on the method. */
  isWrong: boolean
}

/** A method with everything that a valid request needs. */
export interface Target {
  operation: Described
  /** The address with ids of existing records. */
  target: string
  headers: Readonly<Record<string, string>>
  /** The members of a valid body; undefined if the method takes no JSON. */
  members: Readonly<Record<string, unknown>> | undefined
  /** The content, if the method takes content. */
  content: Uint8Array | undefined
  /** Ids that its references refuse, as JSON texts. */
  references: readonly string[]
}

export const json = { 'content-type': 'application/json' }

/** The valid request. */
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

/** The valid request with some parts changed. */
export function wrongCase(target: Target, what: string, changes: Partial<Sent>, isWrong = false): Case {
  const right = rightCase(target)
  return { ...right, ...changes, what, isWrong, headers: { ...right.headers, ...changes.headers } }
}

/** Whether the method refuses unknown input. OAuth requires its endpoints to ignore it, and pages ignore it too. */
export const isStrict = ({ operation: { path } }: Target): boolean => /^\/v1\//.test(path)
