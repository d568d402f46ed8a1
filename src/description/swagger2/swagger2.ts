import {
  type Components,
  type DescribedOperation,
  everyContent,
  type OpenApiDocument,
  type Parameter,
  type Reference,
  type RequestBody,
  type Response,
  resolveComponent,
} from '../openapi/document.ts'
import type {
  BodyParameter,
  Swagger2Document,
  Swagger2Operation,
  Swagger2Parameter,
  Swagger2Response,
} from './document.ts'
import { lowerAll, lowerReference, lowerSchema, lowerValue } from './schemas.ts'

/** The same description in Swagger 2.0. */
export function lowerToSwagger2(document: OpenApiDocument): Swagger2Document {
  const { info, servers, security, tags, components } = document
  const address = new URL(servers[0]?.url ?? 'http://localhost')
  return {
    swagger: '2.0',
    info,
    host: address.host,
    basePath: address.pathname,
    schemes: [address.protocol.replace(':', '')],
    security,
    securityDefinitions: mapValues(components.securitySchemes, ({ description }) => ({
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: `\`Bearer\`, a space, and an access token. ${description}`,
    })),
    tags,
    paths: mapValues(document.paths, (item) =>
      mapValues(item, (operation) => lowerOperation(operation, components)),
    ),
    definitions: lowerAll(components.schemas),
    parameters: mapValues(components.parameters, lowerParameter),
    responses: mapValues(components.responses, (response) => lowerResponse(response, components)),
  }
}

function lowerOperation(
  { parameters = [], requestBody, responses, ...same }: DescribedOperation,
  components: Components,
): Swagger2Operation {
  const produces = new Set(
    Object.values(responses).flatMap((response) =>
      Object.keys(everyContent(resolveComponent(components, 'responses', response))),
    ),
  )
  const lowered = [
    ...parameters.map((parameter) => referred(parameter) ?? lowerParameter(parameter as Parameter)),
    ...(requestBody === undefined ? [] : [lowerBody(requestBody)]),
  ]
  return {
    ...same,
    ...(requestBody !== undefined && { consumes: Object.keys(requestBody.content) }),
    produces: [...produces],
    ...(lowered.length > 0 && { parameters: lowered }),
    responses: mapValues(
      responses,
      (response) => referred(response) ?? lowerResponse(response as Response, components),
    ),
  }
}

function referred(part: object): Reference | undefined {
  return '$ref' in part ? { $ref: lowerReference(String(part.$ref)) } : undefined
}

function lowerParameter({ schema, example, ...same }: Parameter): Swagger2Parameter {
  return { ...lowerValue(schema), ...same, ...(example !== undefined && { 'x-example': example }) }
}

function lowerBody({ description, required, content }: RequestBody): BodyParameter {
  const [media] = Object.values(content)
  return {
    name: 'body',
    in: 'body',
    description,
    required,
    schema: lowerSchema(media?.schema ?? {}),
  }
}

/** A response has one schema in 2.0: that of its first media type, which is JSON. */
function lowerResponse(
  { headers, content = {}, 'x-other-content': _, ...same }: Response,
  components: Components,
): Swagger2Response {
  const [media] = Object.values(content)
  return {
    ...same,
    ...(headers !== undefined && {
      headers: mapValues(headers, (header) => {
        const { description, schema } = resolveComponent(components, 'headers', header)
        return { ...lowerValue(schema), description }
      }),
    }),
    ...(media !== undefined && { schema: lowerSchema(media.schema) }),
  }
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
