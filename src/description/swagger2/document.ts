/** The part of Swagger 2.0 that the description uses. */
export interface Swagger2Document {
  swagger: '2.0'
  info: { title: string; version: string; description: string; license: { name: string; url: string } }
  host: string
  basePath: string
  schemes: readonly string[]
  security: readonly Readonly<Record<string, readonly string[]>>[]
  securityDefinitions: Record<string, ApiKey>
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Swagger2Operation>>
  definitions: Record<string, Swagger2Schema>
  parameters: Record<string, Swagger2Parameter>
  responses: Record<string, Swagger2Response>
}

interface ApiKey {
  type: 'apiKey'
  in: 'header'
  name: string
  description: string
}

export interface Swagger2Operation {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  consumes?: readonly string[]
  produces?: readonly string[]
  parameters?: readonly (Swagger2Parameter | BodyParameter | { $ref: string })[]
  responses: Record<string, Swagger2Response | { $ref: string }>
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** The constraints of any value. */
interface Swagger2Value {
  type?: string
  format?: string
  description?: string
  enum?: readonly unknown[]
  'x-extensible-enum'?: readonly unknown[]
  default?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
}

export interface Swagger2Schema extends Swagger2Value {
  $ref?: string
  properties?: Record<string, Swagger2Schema>
  required?: readonly string[]
  additionalProperties?: boolean | Swagger2Schema
  items?: Swagger2Schema
  example?: unknown
  'x-nullable'?: true
}

export interface Swagger2Header extends Swagger2Value {
  type: string
  items?: Swagger2Value
}

export interface Swagger2Parameter extends Swagger2Header {
  name: string
  in: 'path' | 'query' | 'header'
  description: string
  required?: boolean
  'x-fields'?: readonly string[]
}

export interface BodyParameter {
  name: 'body'
  in: 'body'
  description: string
  required: boolean
  schema: Swagger2Schema
}

export interface Swagger2Response {
  description: string
  headers?: Record<string, Swagger2Header>
  schema?: Swagger2Schema
  'x-codes'?: readonly string[]
}
