import { restorableDays } from '../../src/base/restorable-days.ts'
import type { DescribedOperation, OpenApiDocument } from '../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { knownFields, knownFieldType } from './web-fields.ts'
import { kindLabels } from './web-labels.ts'

interface RecordKind {
  kind: string
  schema: JsonSchema
  /** The path that reads one; its last parameter is the id. */
  path: string | undefined
  /** Where no path reads one: the list that has it, below the record that it belongs to. */
  listed: string | undefined
  fields: Readonly<Record<string, JsonSchema>>
}

interface List {
  path: string
  of: string
  sort: readonly string[]
  /** The operators of each field. */
  filter: Readonly<Record<string, readonly string[]>>
}

/** What the web application knows of the records of the API: their kinds, fields and lists. */
export function webRecords(description: OpenApiDocument): string {
  const schemas = description.components.schemas as Record<string, JsonSchema>
  const gets = Object.entries(description.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [{ path, get, answer: answerOf(get) }],
  )
  const kinds = Object.entries(schemas).flatMap(([name, schema]): RecordKind[] => {
    const fields = fieldsOf(schema)
    const path = gets.find(({ path, answer }) => answer === name && !path.endsWith('/me'))?.path
    const listed = gets.find(({ answer }) => answer === `${name}List`)?.path
    if (fields === undefined || (path ?? listed) === undefined) return []
    return [{ kind: kindOf(name), schema, path, listed, fields }]
  })
  const lists = gets.flatMap(({ path, get, answer }): List[] => {
    const of = kinds.find(({ kind }) => answer === `${nameOf(kind)}List`)?.kind
    if (of === undefined || path.includes('/search/')) return []
    return [{ path, of, sort: parameterFields(get, 'sort'), filter: operatorsOf(get) }]
  })
  return [
    '/** Generated from the description by `npm run docs`. */',
    '',
    `import type { ${kinds.map(({ kind }) => nameOf(kind)).join(', ')} } from './types.ts'`,
    '',
    '/** How many days a deleted company can be restored. */',
    `export const restorableDays = ${restorableDays}`,
    '',
    knownFieldType,
    '',
    'export interface KnownKind {',
    '  /** What one is called, and what several are. */',
    '  one: string',
    '  many: string',
    '  about: string',
    '  /** The field that a record is called by. */',
    '  nameField?: string',
    '  /** The path that reads one; its last parameter is the id. */',
    '  path?: string',
    '  /** Where no path reads one: the list that has it, below the record that it belongs to. */',
    '  listed?: string',
    '  /** The kind of the record below which it is found. */',
    '  parent?: string',
    '  fields: Readonly<Record<string, KnownField>>',
    '  /** The lists below it, and those that can be filtered by it. */',
    '  lists: readonly { path: ListPath; of: string; by?: string }[]',
    '}',
    '',
    'export interface KnownList {',
    '  of: string',
    '  sort: readonly string[]',
    '  /** The operators that each field takes. */',
    '  filter: Readonly<Record<string, readonly Operator[]>>',
    '}',
    '',
    "export type Operator = '=' | '>' | '<' | '>=' | '<=' | 'startsWith' | 'contains'",
    '',
    'export type ListPath =',
    ...lists.map(({ path }) => `  | ${JSON.stringify(path)}`),
    '',
    '/** The type of the records of each kind. */',
    'export interface RecordTypes {',
    ...kinds.map(({ kind }) => `  ${kind}: ${nameOf(kind)}`),
    '}',
    '',
    'export const records: Readonly<Record<string, KnownKind>> = {',
    ...kinds.map((each) => {
      const [one, many] = kindLabels(each.kind)
      return `${JSON.stringify(each.kind)}: ${JSON.stringify({
        one,
        many,
        about: each.schema.description ?? '',
        nameField: nameFieldOf(each.fields),
        ...(isFoundById(each) ? { path: each.path } : { listed: each.listed }),
        parent: parentOf(each, kinds),
        fields: knownFields(each.kind, each.fields, newSchemaOf(each.kind, schemas)?.properties),
        lists: listsOf(each, kinds, lists),
      })},`
    }),
    '}',
    '',
    '/** What each list can be sorted and filtered by. */',
    'export const lists: Readonly<Record<ListPath, KnownList>> = {',
    ...lists.map(({ path, ...list }) => `${JSON.stringify(path)}: ${JSON.stringify(list)},`),
    '}',
    '',
  ].join('\n')
}

/** A path that needs the kind of another record cannot be built from the id alone. */
const isFoundById = ({ path }: RecordKind): boolean => path !== undefined && !path.includes('}/{')

const nameOf = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1)
const kindOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Its fields, if it is a record: "each record has id, permalink and details". */
function fieldsOf({ properties }: JsonSchema): Record<string, JsonSchema> | undefined {
  const { id, permalink, details } = (properties ?? {}) as Record<string, JsonSchema | undefined>
  if (id === undefined || permalink === undefined) return undefined
  return details?.properties
}

/** The body that creates a record of a kind, on its own or in a workspace. */
function newSchemaOf(kind: string, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  return schemas[`New${nameOf(kind)}`] ?? schemas[`New${nameOf(kind)}InWorkspace`]
}

/** The field that people know a record by: a name or title, or else a text that comes first. */
function nameFieldOf(fields: Readonly<Record<string, JsonSchema>>): string | undefined {
  const named = Object.keys(fields).find(
    (name) => name === 'title' || name === 'name' || name.endsWith('Name'),
  )
  if (named !== undefined) return named
  const [first] = Object.entries(fields).filter(([, schema]) => schema['x-refers-to'] === undefined)
  if (first === undefined) return undefined
  const [name, { type, format, 'x-extensible-enum': choices }] = first
  return type === 'string' && format === undefined && choices === undefined ? name : undefined
}

/** The schema of a method's response, by name. */
function answerOf({ responses }: DescribedOperation): string | undefined {
  const found = responses['200']
  if (found === undefined || !('content' in found)) return undefined
  return found.content?.['application/json']?.schema.$ref?.split('/').at(-1)
}

function parameterFields({ parameters = [] }: DescribedOperation, name: string): readonly string[] {
  for (const parameter of parameters)
    if ('name' in parameter && parameter.name === name) return parameter['x-fields'] ?? []
  return []
}

function operatorsOf(operation: DescribedOperation): Record<string, string[]> {
  const operators: Record<string, string[]> = {}
  for (const each of parameterFields(operation, 'filter')) {
    const [field = '', operator = ''] = each.split(' ')
    operators[field] = [...(operators[field] ?? []), operator]
  }
  return operators
}

/** The kind of the record that comes before it in its path. */
function parentOf({ path, listed }: RecordKind, kinds: readonly RecordKind[]): string | undefined {
  const own = path?.slice(0, path.lastIndexOf('/{')) ?? listed ?? ''
  return kinds.find((other) => other.path?.endsWith('}') && own.startsWith(`${other.path}/`))?.kind
}

/** Lists below the record's own path, then lists that a filter narrows down to what belongs to it. */
function listsOf(
  { kind, path: own }: RecordKind,
  kinds: readonly RecordKind[],
  lists: readonly List[],
): object[] {
  const below = lists.filter(
    ({ path }) => own !== undefined && path.startsWith(`${own}/`) && !path.slice(own.length).includes('{'),
  )
  const filtered = lists
    .filter(({ path }) => !path.includes('{'))
    .flatMap(({ path, of, filter }) =>
      Object.entries(kinds.find((each) => each.kind === of)?.fields ?? {})
        .filter(([name, schema]) => schema['x-refers-to'] === kind && filter[name]?.includes('='))
        .map(([name]) => ({ path, of, by: name })),
    )
    .filter(({ of }) => !below.some((each) => each.of === of))
  const first = below.filter(({ of }, at) => below.findIndex((each) => each.of === of) === at)
  return [...first.map(({ path, of }) => ({ path, of })), ...filtered]
}
