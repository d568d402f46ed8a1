import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

/** The types that the web application shares with the service, all from the description. */
export function webTypes({ components, paths }: OpenApiDocument): string {
  const schemas = Object.entries(components.schemas as Record<string, JsonSchema>)
  const answers = Object.entries(paths)
    .filter(([path]) => path.startsWith('/auth/'))
    .flatMap(([path, item]) =>
      (['get', 'post'] as const).flatMap((method) => {
        const responses = item[method]?.responses as Responses | undefined
        if (responses === undefined || (responses['200'] ?? responses['204']) === undefined) return []
        const schema = responses['200']?.content?.['application/json']?.schema
        const type = schema === undefined ? 'undefined' : typeOf(schema)
        return [`  '${method.toUpperCase()} ${path}': ${type}`]
      }),
    )
  const backups = paths['/v1/company/backup']?.get?.responses as Responses | undefined
  const backup = backups?.['200']?.content?.['application/json']?.schema
  return [
    '/** Generated from the description by `npm run docs`. */',
    '',
    '/** The responses of the methods under `/auth`. */',
    'export type AuthAnswers = {',
    ...answers,
    '}',
    '',
    '/** What `GET /v1/company/backup` answers. */',
    `export type BackupState = ${typeOf(backup ?? {})}`,
    '',
    ...schemas.flatMap(([name, schema]) => [
      ...(schema.description === undefined ? [] : [`/** ${schema.description} */`]),
      `export type ${name} = ${typeOf(schema)}`,
      '',
    ]),
  ].join('\n')
}

type Responses = Record<string, { content?: Record<string, { schema?: JsonSchema }> }>

function typeOf(schema: JsonSchema): string {
  const {
    $ref,
    anyOf,
    oneOf,
    enum: choices,
    'x-extensible-enum': known,
    type,
  } = schema as JsonSchema & {
    $ref?: string
    anyOf?: JsonSchema[]
    oneOf?: JsonSchema[]
  }
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? 'unknown'
  const several = anyOf ?? oneOf
  if (several !== undefined) return [...new Set(several.map(typeOf))].join(' | ')
  if (choices !== undefined)
    return (choices as readonly unknown[]).map((choice) => JSON.stringify(choice)).join(' | ')
  const types = [type ?? []].flat()
  if (known !== undefined)
    return [
      ...known.map((choice) => JSON.stringify(choice)),
      ...types.filter((each) => each === 'null'),
    ].join(' | ')
  return types.length === 0 ? 'unknown' : types.map((each) => plainType(String(each), schema)).join(' | ')
}

function plainType(type: string, schema: JsonSchema): string {
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (type !== 'object') return type
  const { properties, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  if (properties === undefined) return 'Record<string, unknown>'
  const members = Object.entries(properties).map(
    ([name, each]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(each)}`,
  )
  return `{ ${members.join('; ')} }`
}
