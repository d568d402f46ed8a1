import type { DescribedOperation, OpenApiDocument } from '../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'

interface RecordKind {
  kind: string
  sentence: string
  /** The path that reads one; the last parameter is its id. */
  path: string | undefined
  /** Where none does: the list that has them, below what they belong to. */
  listed: string | undefined
  fields: [name: string, schema: JsonSchema][]
}

interface List {
  path: string
  of: string
  filter: readonly string[]
}

/** What the web application knows of each kind of record: how one is read, its fields, and the lists that belong to it. */
export function webRecords(description: OpenApiDocument): string {
  const gets = Object.entries(description.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [{ path, get, answer: answerOf(get) }],
  )
  const schemas = description.components.schemas as Record<string, JsonSchema>
  const kinds = Object.entries(schemas).flatMap(([name, schema]): RecordKind[] => {
    const details = isRecord(schema)
    const path = gets.find(({ path, answer }) => answer === name && !path.endsWith('/me'))?.path
    const listed = gets.find(({ answer }) => answer === `${name}List`)?.path
    if (details === undefined || (path ?? listed) === undefined) return []
    const sentence = schema.description ?? ''
    return [{ kind: kindOf(name), sentence, path, listed, fields: Object.entries(details) }]
  })
  const lists = gets.flatMap(({ path, get, answer }): List[] => {
    const kind = kinds.find(({ kind }) => answer === `${nameOf(kind)}List`)?.kind
    return kind === undefined || path.includes('/search/') ? [] : [{ path, of: kind, filter: filterOf(get) }]
  })
  return [
    '/** Made from the description by `npm run docs`. */',
    '',
    "import type { ListPath } from './queries.ts'",
    '',
    'export interface KnownField {',
    '  about: string',
    "  format?: 'date' | 'date-time'",
    '  /** The kind of the record that it names. */',
    '  refersTo?: string',
    '  /** Whether the service alone sets it. */',
    '  readOnly?: true',
    '}',
    '',
    'export interface KnownKind {',
    '  about: string',
    '  /** How one is read; the last parameter is its id. */',
    '  path?: string',
    '  /** Where one cannot be read by itself: the list that has it, below what it belongs to. */',
    '  listed?: string',
    '  fields: Readonly<Record<string, KnownField>>',
    '  /** The lists under it, and those that can be filtered by it. */',
    '  lists: readonly { path: ListPath; of: string; by?: string }[]',
    '}',
    '',
    'export const records: Readonly<Record<string, KnownKind>> = {',
    ...kinds.flatMap(({ kind, sentence, path, listed, fields }) => [
      `  ${JSON.stringify(kind)}: {`,
      `    about: ${JSON.stringify(sentence)},`,
      path === undefined ? `    listed: ${JSON.stringify(listed)},` : `    path: ${JSON.stringify(path)},`,
      '    fields: {',
      ...fields.map(([name, schema]) => `      ${JSON.stringify(name)}: ${JSON.stringify(known(schema))},`),
      '    },',
      `    lists: ${JSON.stringify(listsOf(kind, path, kinds, lists))},`,
      '  },',
    ]),
    '}',
    '',
    '/** Where the records of a kind are listed, for the whole company. */',
    'export const wholeLists: Readonly<Record<string, ListPath>> = {',
    ...lists
      .filter(({ path }) => !path.includes('{'))
      .map(({ path, of }) => `  ${JSON.stringify(of)}: ${JSON.stringify(path)},`),
    '}',
    '',
  ].join('\n')
}

const nameOf = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1)
const kindOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Its fields, if it is a record: "each record has id, permalink and details". */
function isRecord({ properties }: JsonSchema): Record<string, JsonSchema> | undefined {
  const { id, permalink, details } = (properties ?? {}) as Record<string, JsonSchema | undefined>
  if (id === undefined || permalink === undefined) return undefined
  return details?.properties as Record<string, JsonSchema> | undefined
}

/** The name of the schema that a method answers with. */
function answerOf({ responses }: DescribedOperation): string | undefined {
  const found = responses['200']
  if (found === undefined || !('content' in found)) return undefined
  const { $ref } = (found.content?.['application/json']?.schema ?? {}) as { $ref?: string }
  return $ref?.split('/').at(-1)
}

function filterOf({ parameters = [] }: DescribedOperation): readonly string[] {
  for (const parameter of parameters)
    if ('name' in parameter && parameter.name === 'filter') return parameter['x-fields'] ?? []
  return []
}

function known(schema: JsonSchema): object {
  const { description, format, readOnly } = schema as JsonSchema & { format?: string; readOnly?: boolean }
  const refersTo = schema['x-refers-to']
  return {
    about: description ?? '',
    ...((format === 'date' || format === 'date-time') && { format }),
    ...(refersTo !== undefined && { refersTo }),
    ...(readOnly && { readOnly }),
  }
}

/** Lists below the record's own path, then lists of all where a filter by it leaves what belongs to it. */
function listsOf(
  kind: string,
  own: string | undefined,
  kinds: readonly RecordKind[],
  lists: readonly List[],
): object[] {
  const below = lists.filter(
    ({ path }) => own !== undefined && path.startsWith(`${own}/`) && !path.slice(own.length).includes('{'),
  )
  const filtered = lists
    .filter(({ path }) => !path.includes('{'))
    .flatMap(({ path, of, filter }) =>
      (kinds.find((each) => each.kind === of)?.fields ?? [])
        .filter(([name, schema]) => schema['x-refers-to'] === kind && filter.includes(`${name} =`))
        .map(([name]) => ({ path, of, by: name })),
    )
    .filter(({ of }) => !below.some((each) => each.of === of))
  const first = below.filter(({ of }, at) => below.findIndex((each) => each.of === of) === at)
  return [...first.map(({ path, of }) => ({ path, of })), ...filtered]
}
