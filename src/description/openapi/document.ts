import type { ProblemCode } from '../../base/errors.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'

/** The part of OpenAPI 3.1 that our description uses. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; url: string } }
  servers: readonly { url: string }[]
  security: readonly SecurityRequirement[]
  tags: readonly Tag[]
  paths: Record<string, PathItem>
  components: Components & { securitySchemes: Record<string, SecurityScheme> }
}

export interface Tag {
  name: string
  description: string
}

export interface SecurityScheme {
  type: 'http'
  scheme: 'bearer'
  description: string
}

export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export type PathMethod = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type PathItem = Partial<Record<PathMethod, DescribedOperation>>

export interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  parameters?: readonly (Parameter | Reference)[]
  requestBody?: RequestBody
  responses: Record<string, Response | Reference>
  /** Absent: the document's. */
  security?: readonly SecurityRequirement[]
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  schema: JsonSchema
  /** What `sort` and `filter` know, each as `name` or `name operator`: the description for programs. */
  'x-fields'?: readonly string[]
}

export interface RequestBody {
  description: string
  required: boolean
  content: Record<string, MediaType>
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, MediaType>
  /** The values that `code` can have in this answer. */
  'x-codes'?: readonly ProblemCode[]
}

export interface Header {
  description: string
  /** It is there on every such answer. */
  required?: boolean
  schema: JsonSchema
}

interface Parts {
  schemas: JsonSchema
  parameters: Parameter
  headers: Header
  responses: Response
}

export type PartKind = keyof Parts
export type Part<K extends PartKind> = Parts[K]
export type Components = { [K in PartKind]: Record<string, Parts[K]> }

function isReference(part: object): part is Reference {
  return '$ref' in part && part.$ref !== undefined
}

/** The part that a reference leads to; the part itself where it is not one. */
export function resolvePart<K extends PartKind>(
  components: Components,
  kind: K,
  part: Part<K> | Reference,
): Part<K> {
  let found: Part<K> | Reference = part
  while (isReference(found)) {
    const name = found.$ref.slice(found.$ref.lastIndexOf('/') + 1)
    const named: Part<K> | undefined = components[kind][name]
    if (named === undefined || found.$ref !== `#/components/${kind}/${name}`)
      throw new Error(`${found.$ref} leads nowhere`)
    found = named
  }
  return found
}
