import type { Actor } from '../base/actor.ts'
import type { ProblemCode } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import type { List } from '../lists/list.ts'
import type { Field } from '../schema/fields/fields.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import type { Resource } from '../schema/resource.ts'
import type { TableFormat } from './whole-table.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface QueryParameter {
  sentence: string
  schema: JsonSchema
  example?: unknown
  required?: boolean
}

/** A header that a method reads or returns. */
export interface HeaderSpec {
  sentence: string
  schema?: JsonSchema
  required?: boolean
  /** For a header that a method reads. */
  example?: string | number
}

export type BodySpec =
  /**
   * `given`: fields that the path provides and the body may omit. `shown`: optional references that the example has,
   * because one of several is needed.
   */
  | { new: Resource; given?: readonly string[]; shown?: readonly string[] }
  | { change: Resource }
  /** A body that is not a record. */
  | { members: Readonly<Record<string, Field<unknown>>>; optional?: boolean }
  /** Binary content of any size; `type`: its media type, if fixed. `empty`: there is none yet. */
  | { content: string; type?: string; empty?: true }

/** The content in examples, and its sha-256 in base64. */
export const exampleContent = {
  text: 'For immediate release',
  sha256: 'ehnsOyQdLxRnsdHEORqAS4dKZpWF6mSDmy2njfO7yco=',
}

type AnswerSpec =
  /** `with`: what the response contains in addition to the record, only once. */
  | { created: Resource; with?: Readonly<Record<string, JsonSchema>> }
  | { one: Resource }
  | { list: List }
  | { changed: Resource }
  /**
   * `csv`: also available as a table, like a list. `paged`: with links to other pages, like a list. `events`: also as
   * server-sent events. `replica`: a read replica may serve it.
   */
  | { ok: JsonSchema; sentence: string; csv?: true; paged?: true; events?: true; replica?: true }
  /** Binary content, or ranges of it, whatever `Accept` says. `type`: its media type, if fixed. */
  | { content: string; type?: string }
  /** No body, but headers with the result. */
  | { status: 201 | 204; sentence: string; headers: Readonly<Record<string, HeaderSpec>> }
  | 'nothing'

/** The declaration of a method; the description is generated from it. */
export interface Spec {
  summary: string
  /** The required permission, as a sentence. */
  needs: string
  answer: AnswerSpec
  query?: Readonly<Record<string, QueryParameter>>
  /** Parameters beyond those that all such methods have. */
  headers?: Readonly<Record<string, HeaderSpec>>
  body?: BodySpec
  /** Errors beyond those that follow from the shape of the method. */
  problems?: readonly ProblemCode[]
  /** The response holds a secret: it is never stored for an Idempotency-Key. */
  secretAnswer?: boolean
  /** It can take seconds, and holds a connection for that long: see `src/fairness/admission.ts`. */
  heavy?: boolean
  /** How clients in compatibility mode get the whole table if they give no `limit`. */
  compatibilityTable?: TableFormat
}

export interface Operation extends Spec {
  method: Method
  /** With parameters as `{taskId}`. */
  path: string
  /** The group in the explorer. */
  group: string
  operationId: string
}

/** `/v1/tasks/:taskId` → `{ taskId: string }`. */
export type PathParameters<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & PathParameters<Rest>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : object

export function braced(path: string): string {
  return path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
}

/** "`Idempotency-Key` on every POST except those whose answer holds a secret." */
export function isRepeatable({ method, secretAnswer }: Pick<Operation, 'method' | 'secretAnswer'>): boolean {
  return method === 'POST' && secretAnswer !== true
}

/** "Any list as CSV", and whatever resembles one. */
export function isTable({ answer }: Pick<Operation, 'answer'>): boolean {
  return answer !== 'nothing' && ('list' in answer || ('ok' in answer && answer.csv === true))
}

/** "`fields` on every list and record", and so `expand`. */
export function hasShape({ method, answer }: Pick<Operation, 'method' | 'answer'>): boolean {
  return method === 'GET' && answer !== 'nothing' && ('list' in answer || 'one' in answer)
}

/** The fields of the record that a method returns. */
export function shownMembers({ answer }: Spec): string[] | undefined {
  return answer !== 'nothing' && 'one' in answer ? Object.keys(answer.one.fields) : undefined
}

/** A list, or what resembles one: it responds with an ETag and a `Link` header. */
export function isPaged({ answer }: Pick<Operation, 'answer'>): boolean {
  return answer !== 'nothing' && ('list' in answer || ('ok' in answer && answer.paged === true))
}

/** The replica, for reads of many records, if it has the caller's own writes; otherwise the database itself. */
export function readerFor(
  db: Reader,
  { answer }: Pick<Operation, 'answer'>,
  { lastWrite }: Pick<Actor, 'lastWrite'>,
): Reader {
  const mayUseReplica =
    answer !== 'nothing' && ('list' in answer || ('ok' in answer && answer.replica === true))
  return (mayUseReplica ? db.replica?.readerFor(lastWrite) : undefined) ?? db
}

/** Whether it always returns a body, which `Accept` must then allow. */
export function alwaysHasBody({ answer }: Pick<Operation, 'answer'>): boolean {
  if (answer === 'nothing') return false
  return !('changed' in answer) && !('status' in answer) && !('content' in answer)
}

/** `/v1/workspaces/:workspaceId/members` → `workspaces`; a search belongs to what it finds. */
export function groupOf(path: string): string {
  const [first = '', second] = path.split('/').filter((part) => part !== '' && part !== 'v1')
  return first === 'search' ? (second ?? first) : first
}
