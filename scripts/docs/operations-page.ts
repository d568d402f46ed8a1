import type { DescribedOperation, OpenApiDocument } from '../../src/description/openapi/document.ts'

interface Method {
  method: string
  path: string
  operation: DescribedOperation
}

/** The page docs/operations.md: every method, grouped as in the explorer. */
export function operationsPage({ paths, tags }: OpenApiDocument): string {
  const methods: Method[] = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return [
    '# Operations',
    '',
    `All ${methods.length} methods, what each does, and the required permission. The full description, with fields, parameters and responses, is [openapi.json](api/openapi.json); a running service has it at \`/openapi.json\`, and at \`/explorer\` to try things out.`,
    '',
    'This page is generated from the description by `npm run docs`.',
    '',
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      '',
      description,
      '',
      '| Method | Path | What it does | Required permission |',
      '|---|---|---|---|',
      ...methods.filter(({ operation }) => operation.tags.includes(name)).map(rowOf),
      '',
    ]),
  ].join('\n')
}

function rowOf({ method, path, operation }: Method): string {
  return `| ${method} | \`${path}\` | ${cell(operation.summary)} | ${cell(permissionOf(operation))} |`
}

/** The permission paragraph of the description. */
function permissionOf({ description, operationId }: DescribedOperation): string {
  const [, needs] = /^\*\*Permission:\*\* ([^\n]+)/.exec(description) ?? []
  if (needs === undefined) throw new Error(`${operationId} does not state its required permission`)
  return needs
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
