import {
  type OpenApiDocument,
  type Parameter,
  type PathMethod,
  resolveComponent,
} from '../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

/** A method, as the service describes it. */
export interface Described {
  method: string
  /** With parameters as `{taskId}`. */
  path: string
  name: string
  parameters: readonly Parameter[]
  /** By media type; content of any type has a schema without members. */
  body: Readonly<Record<string, { schema: JsonSchema; example: unknown }>>
}

export async function readDescription(url: string): Promise<OpenApiDocument> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument
}

/** Every method of the description, with references resolved. */
export function operationsOf({ paths, components }: OpenApiDocument): Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (Object.keys(item) as PathMethod[]).flatMap((verb) => {
      const operation = item[verb]
      if (operation === undefined) return []
      const method = verb.toUpperCase()
      const body = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema, example }]) => [
        type,
        { schema: resolveComponent(components, 'schemas', schema as JsonSchema & { $ref: string }), example },
      ])
      return {
        method,
        path,
        name: `${method} ${path}`,
        parameters: (operation.parameters ?? []).map((part) =>
          resolveComponent(components, 'parameters', part),
        ),
        body: Object.fromEntries(body),
      }
    }),
  )
}

/** The members of its JSON body. */
export function membersOf({ body }: Described): [name: string, schema: JsonSchema][] {
  return Object.entries(body['application/json']?.schema.properties ?? {})
}

export const isList = ({ method, parameters }: Described): boolean =>
  method === 'GET' && parameters.some(({ name }) => name === 'paginationhash')
