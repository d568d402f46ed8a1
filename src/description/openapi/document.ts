import type { ProblemCode } from '../../base/errors.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'

/** The part of OpenAPI 3.1 that the description uses. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; url: string } }
  servers: readonly { url: string }[]
  security: readonly SecurityRequirement[]
  tags: readonly Tag[]
  paths: Record<string, PathItem>
  /** Requests that the service sends. */
  webhooks?: Record<string, PathItem>
  components: Components & { securitySchemes: Record<string, SecurityScheme> }
}

export interface Tag {
  name: string
  description: string
}

interface SecurityScheme {
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
  /** Absent: that of the document. */
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
  /** A value that can be sent as it is. */
  example?: unknown
  /** What `sort` and `filter` accept, as `name` or `name operator`, for programs. */
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
  /**
   * Other forms of the response, for callers who ask for them. In `content` they would make the result of every call a
   * union in generated clients.
   */
  'x-other-content'?: Record<string, MediaType>
  /** The possible values of `code` in this response. */
  'x-codes'?: readonly ProblemCode[]
}

export interface Header {
  description: string
  /** Present on every such response. */
  required?: boolean
  schema: JsonSchema
}

interface ComponentTypes {
  schemas: JsonSchema
  parameters: Parameter
  headers: Header
  responses: Response
}

export type ComponentKind = keyof ComponentTypes
export type Component<K extends ComponentKind> = ComponentTypes[K]
export type Components = { [K in ComponentKind]: Record<string, ComponentTypes[K]> }

/** All forms that a response can have. */
export function everyContent(response: Response): Record<string, MediaType> {
  return { ...response.content, ...response['x-other-content'] }
}

function isReference(part: object): part is Reference {
  return '$ref' in part && part.$ref !== undefined
}

/** Follows references to the component itself. */
export function resolveComponent<K extends ComponentKind>(
  components: Components,
  kind: K,
  part: Component<K> | Reference,
): Component<K> {
  let found: Component<K> | Reference = part
  while (isReference(found)) {
    const name = found.$ref.slice(found.$ref.lastIndexOf('/') + 1)
    const named: Component<K> | undefined = components[kind][name]
    if (named === undefined || found.$ref !== `#/components/${kind}/${name}`)
      throw new Error(`${found.$ref} leads nowhere`)
    found = named
  }
  return found
}
