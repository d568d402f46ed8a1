import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import type { App } from '../../src/app.ts'
import {
  type DescribedOperation,
  everyContent,
  type OpenApiDocument,
  type PathItem,
  type Response,
  resolveComponent,
} from '../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

interface KnownPath {
  path: string
  pattern: RegExp
  parameters: number
  item: PathItem
}

/** By operations: services with the same ones share a checker, because it compiles the schemas it uses. */
const checkers = new Map<string, ResponseChecker>()

export function checkerFor(app: Pick<App, 'operations' | 'description'>): ResponseChecker {
  const names = app.operations.map(({ method, path }) => `${method} ${path}`).join()
  const checker = checkers.get(names) ?? new ResponseChecker(app.description)
  checkers.set(names, checker)
  return checker
}

/** Checks each response of the service against the description. */
export class ResponseChecker {
  readonly #document: OpenApiDocument
  /** By the number of their segments. */
  readonly #paths: Partial<Record<number, KnownPath[]>>
  readonly #ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    // Compiling takes longer than validating: each schema is compiled once, and not optimized.
    inlineRefs: false,
    code: { optimize: false },
  }).addVocabulary([
    // Annotations for programs; they do not restrict the value.
    'x-refers-to',
    'x-unit',
  ])
  readonly #validators = new Map<JsonSchema, ValidateFunction>()

  constructor(document: OpenApiDocument) {
    this.#document = document
    const paths = Object.entries(document.paths)
      .map(([path, item]) => ({
        path,
        pattern: patternOf(path),
        parameters: path.split('{').length - 1,
        item,
      }))
      // `/v1/users/me` before `/v1/users/{userHash}`.
      .sort((a, b) => a.parameters - b.parameters)
    this.#paths = Object.groupBy(paths, ({ path }) => path.split('/').length)
    ajvFormats.default(this.#ajv)
    // One by one: definitions in one schema would be compiled again for every response that refers to them.
    for (const [name, schema] of Object.entries(document.components.schemas))
      this.#ajv.addSchema(standalone(strict(schema)), idOf(name))
  }

  /** The operation that a request is for, such as `GET /v1/tasks/{taskId}`. */
  nameOf(method: string, url: string): string | undefined {
    const [asked = ''] = url.split('?')
    const known = this.#find(asked)
    return known && operationOf(known.item, method) && `${method} ${known.path}`
  }

  #find(asked: string): KnownPath | undefined {
    return this.#paths[asked.split('/').length]?.find(({ pattern }) => pattern.test(asked))
  }

  /** How this response differs from the description. Ignores paths that the description does not have. */
  check(
    method: string,
    url: string,
    status: number,
    headers: Readonly<Record<string, unknown>>,
    body: string,
  ): string[] {
    const [path = ''] = url.split('?')
    const item = this.#find(path)?.item
    // "OPTIONS, other verbs on a known path: 204 / 405"
    if (item === undefined || status === 405 || (method === 'OPTIONS' && status === 204)) return []
    const answered = `${method} ${path} answered ${status}`
    const operation = operationOf(item, method)
    // Authentication comes before the check of the method.
    if (operation === undefined && (status === 401 || status === 429)) return []
    if (operation === undefined) return [`${answered}, a method that the description does not know`]
    const described = operation.responses[status]
    if (described === undefined) return [`${answered}, which the description does not know`]
    const response = resolveComponent(this.#document.components, 'responses', described)
    return [
      ...this.#headerFaults(response, headers),
      ...this.#contentFaults(
        response,
        String(headers['content-type'] ?? ''),
        method === 'HEAD' ? undefined : body,
        /[?&]fields=./.test(url) ? partOf(url) : undefined,
      ),
      ...(method === 'HEAD' ? [] : problemFaults(response, status, headers, body)),
    ].map((fault) => `${answered} ${fault}`)
  }

  #headerFaults({ headers = {} }: Response, sent: Readonly<Record<string, unknown>>): string[] {
    return Object.entries(headers)
      .filter(
        ([, header]) => resolveComponent(this.#document.components, 'headers', header).required === true,
      )
      .filter(([name]) => sent[name.toLowerCase()] === undefined)
      .map(([name]) => `without the header ${name}`)
  }

  /** `body` is undefined if there is none to check (HEAD). `part`: where members may be left out. */
  #contentFaults(
    response: Response,
    contentType: string,
    body: string | undefined,
    part: RegExp | undefined,
  ): string[] {
    const content = everyContent(response)
    const [type = ''] = contentType.split(';').map((part) => part.trim())
    if (Object.keys(content).length === 0)
      return body === undefined || body === '' ? [] : ['with a body, where the description has none']
    // Content may have any media type.
    const isContent = content[type] === undefined && content['*/*'] !== undefined
    const media = isContent ? content['*/*'] : content[type]
    if (media === undefined) return [`as ${type || 'nothing'}, not ${Object.keys(content).join(' or ')}`]
    if (body === undefined) return []
    const value = type.endsWith('json') && !isContent ? parsed(body) : { value: body }
    if (value === undefined) return ['with a body that is not JSON']
    const validate = this.#validatorOf(media.schema)
    if (validate(value.value)) return []
    return (validate.errors ?? [])
      .filter(({ keyword, instancePath }) => keyword !== 'required' || part?.test(instancePath) !== true)
      .map(
        ({ instancePath, message, params }) =>
          `with ${instancePath || 'the body'} wrong: ${message} ${JSON.stringify(params)}`,
      )
  }

  #validatorOf(schema: JsonSchema): ValidateFunction {
    const known = this.#validators.get(schema)
    if (known !== undefined) return known
    const made = this.#ajv.compile(standalone(strict(schema)))
    this.#validators.set(schema, made)
    return made
  }
}

/**
 * The description leaves responses open for later versions; this version may only send what the description
 * names. So every object is closed and every extensible enum is an enum.
 */
export function strict({ 'x-extensible-enum': values, ...schema }: JsonSchema): JsonSchema {
  const { type, properties, items, anyOf, additionalProperties } = schema
  const isNullable = [type].flat().includes('null')
  return {
    ...schema,
    ...(values !== undefined && { enum: isNullable ? [...values, null] : values }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, strict(each)])),
      additionalProperties: false,
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? strict(additionalProperties) : additionalProperties,
    }),
    ...(items !== undefined && { items: strict(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(strict) }),
  }
}

/** Where `fields` leaves members out: "then `details` has no others". */
const partOf = (url: string): RegExp => (/\/summary\?/.test(url) ? /^\/(total|groups\/\d+)$/ : /\/details$/)

const idOf = (name: string): string => `component:${name}`

/** The same, with references to the schemas of the components by their ids. */
function standalone(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${idOf('')}`))
}

function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (/^\{.+\}$/.test(part) ? '[^/]+' : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${parts.join('/')}$`)
}

function operationOf(item: PathItem, method: string): DescribedOperation | undefined {
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  return new Map<string, DescribedOperation>(Object.entries(item)).get(name)
}

function parsed(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) }
  } catch {
    return undefined
  }
}

/** The `code` must be one that the description lists for this response, and `status` must match. */
function problemFaults(
  { 'x-codes': codes }: Response,
  status: number,
  headers: Readonly<Record<string, unknown>>,
  body: string,
): string[] {
  if (codes === undefined || !String(headers['content-type']).startsWith('application/problem+json'))
    return []
  const problem = parsed(body)?.value
  if (typeof problem !== 'object' || problem === null) return []
  const { code, status: said } = problem as Record<string, unknown>
  return [
    ...(codes.some((known) => known === code)
      ? []
      : [`with the code ${code}, which the description does not know`]),
    ...(said === status ? [] : [`with the status ${said} in its body`]),
  ]
}
