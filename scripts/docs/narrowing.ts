import type {
  DescribedOperation,
  OpenApiDocument,
  PathMethod,
  SecurityRequirement,
} from '../../src/description/openapi/document.ts'
import { requestNarrowings } from './narrowing/requests.ts'
import { responseNarrowings } from './narrowing/responses.ts'

/**
 * What a client written for one description can no longer do or rely on under another: "Removing or narrowing
 * anything in the published description fails CI unless the change is declared." Each is one stable line.
 *
 * Not counted: anything new (methods, optional parameters and members, responses and their members), other
 * defaults, texts, and limits and values of responses that grow: a client must expect values it does not
 * know.
 */
export function findNarrowings(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const found = Object.entries(before.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method as PathMethod]
      return now === undefined
        ? [`${name}: removed`]
        : operationNarrowings(name, { document: before, operation }, { document: after, operation: now })
    }),
  )
  return [...new Set(found)]
}

interface Side {
  document: OpenApiDocument
  operation: DescribedOperation
}

function operationNarrowings(name: string, before: Side, after: Side): string[] {
  const [old, now] = [before.operation, after.operation]
  const parts = { before: before.document.components, after: after.document.components }
  return [
    ...(old.operationId === now.operationId
      ? []
      : [`${name}: operationId ${old.operationId} → ${now.operationId}`]),
    ...securityNarrowings(name, securityOf(before), securityOf(after)),
    ...requestNarrowings(name, old, now, parts),
    ...responseNarrowings(name, old, now, parts),
  ]
}

/** An empty list is one alternative: the one that needs nothing. */
function securityOf({ document, operation }: Side): readonly SecurityRequirement[] {
  const ways = operation.security ?? document.security
  return ways.length === 0 ? [{}] : ways
}

/** Every old way to authenticate must still suffice. */
function securityNarrowings(
  name: string,
  before: readonly SecurityRequirement[],
  after: readonly SecurityRequirement[],
): string[] {
  const suffices = (old: SecurityRequirement, now: SecurityRequirement): boolean =>
    Object.entries(now).every(
      ([scheme, scopes]) =>
        old[scheme] !== undefined && scopes.every((scope) => old[scheme]?.includes(scope)),
    )
  return before
    .filter((old) => !after.some((now) => suffices(old, now)))
    .map((old) => `${name}: security ${Object.keys(old).join('+') || 'none'} no longer suffices`)
}
