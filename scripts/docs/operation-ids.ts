import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'

export const operationIdsPath = 'docs/api/operation-ids.json'

/** The id of each method, such as `"GET /v1/tasks": "listTasks"`. */
type OperationIds = Readonly<Record<string, string>>

export function operationIdsOf({ paths }: OpenApiDocument): OperationIds {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${path}`,
        operationId,
      ]),
    ),
  )
}

export function publishedOperationIds(): OperationIds {
  const file = join(import.meta.dirname, '../..', operationIdsPath)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as OperationIds) : {}
}

/** Adds new methods; an id that was published stays as it is, so that a test notices if the service has another. */
export function operationIdsPage(description: OpenApiDocument): string {
  return `${JSON.stringify({ ...operationIdsOf(description), ...publishedOperationIds() }, null, 2)}\n`
}
