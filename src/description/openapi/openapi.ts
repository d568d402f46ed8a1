import type { Operation } from '../../http/operation.ts'
import { answersOf } from './answers.ts'
import type { DescribedOperation, OpenApiDocument, PathItem, PathMethod, Tag } from './document.ts'
import { introduction } from './introduction.ts'
import { openAnswers } from './open-answers.ts'
import { parametersOf } from './parameters.ts'
import { requestBodyOf } from './request-body.ts'
import { SharedComponents } from './shared-components.ts'
import { resourceOf } from './traits.ts'

/** Builds the description from the declarations of all methods; `also`: methods outside of `/v1`. */
export function describeApi(
  operations: readonly Operation[],
  site: { publicUrl: string; version: string },
  also: {
    paths: (parts: SharedComponents) => Record<string, PathItem>
    tags: readonly Tag[]
    webhooks?: Record<string, PathItem>
  } = { paths: () => ({}), tags: [] },
): OpenApiDocument {
  const parts = new SharedComponents()
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method.toLowerCase() as PathMethod] = described(operation, parts)
    paths[operation.path] = item
  }
  Object.assign(paths, also.paths(parts))
  return openAnswers({
    openapi: '3.1.0',
    info: {
      title: 'Atrium',
      version: site.version,
      description: introduction(site.publicUrl),
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: site.publicUrl }],
    security: [{ bearer: [] }],
    tags: [...tagsOf(operations), ...also.tags],
    paths,
    ...(also.webhooks && { webhooks: also.webhooks }),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token from the token endpoint, valid for one hour.',
        },
      },
      ...parts.sorted(),
    },
  })
}

function described(operation: Operation, parts: SharedComponents): DescribedOperation {
  const { operationId, summary, needs, group, body } = operation
  const parameters = parametersOf(operation, parts)
  return {
    operationId,
    summary,
    description: `**Permission:** ${needs}`,
    tags: [group],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBodyOf(body, parts) }),
    responses: answersOf(operation, parts),
  }
}

function tagsOf(operations: readonly Operation[]): Tag[] {
  const groups = new Set(operations.map(({ group }) => group))
  return [...groups].map((group) => {
    const members = operations.filter((operation) => operation.group === group)
    const noun =
      members.find((operation) => operation.path === `/v1/${group}` && resourceOf(operation)) ??
      members.find(resourceOf)
    const sentence = noun === undefined ? undefined : resourceOf(noun)?.sentence
    return { name: group, description: sentence ?? `The methods under \`/v1/${group}\`.` }
  })
}
