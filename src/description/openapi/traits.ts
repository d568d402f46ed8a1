import type { Operation } from '../../http/operation.ts'
import type { Resource } from '../../schema/resource.ts'

/** Properties that follow from the shape of a method. */

export function pathParameterNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
}

/** "`If-Match` on PUT, POST to a state and DELETE"; such a POST creates nothing and returns no record. */
export function isConditional({ method, answer }: Operation): boolean {
  if (method === 'POST') return answer === 'nothing' || (typeof answer === 'object' && 'changed' in answer)
  return method === 'PUT' || method === 'DELETE'
}

/** The resource that a method is about. */
export function resourceOf({ answer }: Operation): Resource | undefined {
  if (answer === 'nothing' || 'ok' in answer || 'content' in answer || 'status' in answer) return undefined
  if ('list' in answer) return answer.list.resource
  if ('one' in answer) return answer.one
  return 'created' in answer ? answer.created : answer.changed
}
