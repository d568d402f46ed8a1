import type { JsonSchema } from '../../schema/json-schema.ts'
import type { OpenApiDocument, Response } from './document.ts'

/**
 * Declarations state exactly what this version sends. Clients are promised less: a response may gain members
 * and values, so generated clients must not reject them. Requests stay closed.
 */
export function openAnswers(document: OpenApiDocument): OpenApiDocument {
  const { paths, components } = document
  const closed = requestSchemas(document)
  return {
    ...document,
    paths: mapValues(paths, (item) =>
      mapValues(item, (operation) => ({
        ...operation,
        responses: mapValues(operation.responses, (response) =>
          '$ref' in response ? response : openResponse(response),
        ),
      })),
    ),
    components: {
      ...components,
      schemas: mapValues(components.schemas, (schema, name) => (closed.has(name) ? schema : open(schema))),
      headers: mapValues(components.headers, (header) => ({ ...header, schema: open(header.schema) })),
      responses: mapValues(components.responses, openResponse),
    },
  }
}

function openResponse(response: Response): Response {
  const { headers, content } = response
  return {
    ...response,
    ...(headers !== undefined && {
      headers: mapValues(headers, (header) =>
        '$ref' in header ? header : { ...header, schema: open(header.schema) },
      ),
    }),
    ...(content !== undefined && {
      content: mapValues(content, (media) => ({ ...media, schema: open(media.schema) })),
    }),
  }
}

function open({ additionalProperties, enum: values, ...schema }: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(values !== undefined && { 'x-extensible-enum': values.filter((value) => value !== null) }),
    ...(additionalProperties !== undefined &&
      additionalProperties !== false && {
        additionalProperties: additionalProperties === true || open(additionalProperties),
      }),
    ...(properties !== undefined && { properties: mapValues(properties, open) }),
    ...(items !== undefined && { items: open(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(open) }),
  }
}

/** The names of the shared schemas that request bodies refer to, directly or through one another. */
function requestSchemas({ paths, components }: OpenApiDocument): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      follow(components.schemas[name])
    }
  }
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  follow(operations.flatMap(({ requestBody }) => requestBody ?? []))
  return found
}

function mapValues<T extends object, U>(
  record: T,
  change: (value: Required<T>[keyof T], name: string) => U,
): { [K in keyof T]: U } {
  const entries = Object.entries(record).map(([name, value]) => [name, change(value, name)])
  return Object.fromEntries(entries) as { [K in keyof T]: U }
}
