import { type Components, resolveComponent } from '../../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../../src/schema/json-schema.ts'
import { boundNarrowings, enumNarrowings, textNarrowings, typeNarrowings } from './values.ts'

/** The referenced components of both descriptions. */
export interface BothComponents {
  before: Components
  after: Components
}

interface Comparison extends BothComponents {
  /** Whether the values are sent or received. */
  direction: 'request' | 'response'
}

/** A location in a method: `POST /v1/tasks body`, then `items[].title`. */
interface Place {
  root: string
  path: string
}

const here = ({ root, path }: Place): string => (path === '' ? root : `${root} ${path}`)
const into = ({ root, path }: Place, name: string): Place => ({
  root,
  path: path === '' ? name : `${path}.${name}`,
})

/** What a request may no longer contain, and what a response no longer contains or contains differently. */
export function schemaNarrowings(
  before: JsonSchema,
  after: JsonSchema,
  place: Place,
  comparison: Comparison,
  open: readonly string[] = [],
): string[] {
  const pair = `${before.$ref} ${after.$ref}`
  // A recursive schema is compared once.
  if (before.$ref !== undefined && open.includes(pair)) return []
  const inner = before.$ref === undefined ? open : [...open, pair]
  const old = resolveSchema(comparison.before, before)
  const now = resolveSchema(comparison.after, after)
  if (old.anyOf !== undefined || now.anyOf !== undefined)
    return unionNarrowings(old, now, place, comparison, inner)
  const { direction } = comparison
  const types = typeNarrowings(old, now, direction)
  if (types.length > 0) return types.map((fault) => `${here(place)}: ${fault}`)
  const own = [
    ...textNarrowings(old, now, direction),
    ...(direction === 'request' ? [...enumNarrowings(old, now), ...boundNarrowings(old, now)] : []),
  ]
  const items =
    old.items !== undefined && now.items !== undefined
      ? schemaNarrowings(old.items, now.items, { ...place, path: `${place.path}[]` }, comparison, inner)
      : []
  return [
    ...own.map((fault) => `${here(place)}: ${fault}`),
    ...memberNarrowings(old, now, place, comparison, inner),
    ...items,
  ]
}

function resolveSchema(components: Components, schema: JsonSchema): JsonSchema {
  return schema.$ref === undefined ? schema : resolveComponent(components, 'schemas', { $ref: schema.$ref })
}

function memberNarrowings(
  before: JsonSchema,
  after: JsonSchema,
  place: Place,
  comparison: Comparison,
  open: readonly string[],
): string[] {
  const isRequest = comparison.direction === 'request'
  const found: string[] = []
  const demanded = isRequest
    ? (after.required ?? []).filter((name) => !before.required?.includes(name))
    : (before.required ?? []).filter((name) => !after.required?.includes(name) && after.properties?.[name])
  for (const [name, schema] of Object.entries(before.properties ?? {})) {
    const now = after.properties?.[name]
    if (now === undefined) found.push(`${here(into(place, name))}: removed`)
    else found.push(...schemaNarrowings(schema, now, into(place, name), comparison, open))
  }
  for (const name of demanded)
    found.push(`${here(into(place, name))}: ${isRequest ? 'newly required' : 'no longer always there'}`)
  const [others, othersNow] = [before.additionalProperties ?? true, after.additionalProperties ?? true]
  if (isRequest && others !== false && othersNow === false)
    found.push(`${here(place)}: no longer takes other members`)
  if (typeof others === 'object' && typeof othersNow === 'object')
    found.push(...schemaNarrowings(others, othersNow, into(place, '*'), comparison, open))
  return found
}

/** Each form that callers may send must still be accepted; each that they may get must be one they know. */
function unionNarrowings(
  before: JsonSchema,
  after: JsonSchema,
  place: Place,
  comparison: Comparison,
  open: readonly string[],
): string[] {
  const isRequest = comparison.direction === 'request'
  const olds = formsOf(before, comparison.before)
  const news = formsOf(after, comparison.after)
  const fits = (old: JsonSchema, now: JsonSchema): boolean =>
    schemaNarrowings(old, now, place, comparison, open).length === 0
  return isRequest
    ? olds
        .filter((old) => !news.some((now) => fits(old, now)))
        .map((old) => `${here(place)}: no longer takes ${nounOf(old)}`)
    : news
        .filter((now) => !olds.some((old) => fits(old, now)))
        .map((now) => `${here(place)}: may now be ${nounOf(now)}`)
}

function formsOf({ anyOf, ...schema }: JsonSchema, components: Components): JsonSchema[] {
  if (anyOf !== undefined)
    return anyOf.flatMap((form) => formsOf(resolveSchema(components, form), components))
  return Array.isArray(schema.type) ? schema.type.map((type: string) => ({ ...schema, type })) : [schema]
}

function nounOf({ type = 'any value', format, enum: values }: JsonSchema): string {
  return [
    String(type),
    ...(format === undefined ? [] : [format]),
    ...(values ? [JSON.stringify(values)] : []),
  ].join(' ')
}
