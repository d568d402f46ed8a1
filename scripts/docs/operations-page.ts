import type { DescribedOperation, OpenApiDocument } from '../../src/description/openapi/document.ts'

interface Method {
  method: string
  path: string
  operation: DescribedOperation
}

/** The page docs/operations.md: every method, in the groups of the explorer. */
export function operationsPage({ paths, tags }: OpenApiDocument): string {
  const methods: Method[] = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return [
    '# Operations',
    '',
    `All ${methods.length} methods, what each does, and who may call it. The full description, with fields, parameters and answers, is [openapi.json](api/openapi.json); a running service has it at \`/openapi.json\` and, to try things out, at \`/explorer\`.`,
    '',
    'This page is made from the description by `npm run docs`.',
    '',
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      '',
      description,
      '',
      '| Method | Path | What it does | Who may |',
      '|---|---|---|---|',
      ...methods.filter(({ operation }) => operation.tags.includes(name)).map(rowOf),
      '',
    ]),
  ].join('\n')
}

function rowOf({ method, path, operation }: Method): string {
  return `| ${method} | \`${path}\` | ${cell(operation.summary)} | ${cell(whoMay(operation))} |`
}

/** The paragraph of the description that says so. */
function whoMay({ description, operationId }: DescribedOperation): string {
  const [, needs] = /^\*\*Permission:\*\* ([^\n]+)/.exec(description) ?? []
  if (needs === undefined) throw new Error(`${operationId} does not say who may call it`)
  return needs
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
