import {
  type Components,
  type DescribedOperation,
  type Parameter,
  resolveComponent,
} from '../../../src/description/openapi/document.ts'
import { type BothComponents, schemaNarrowings } from './schemas.ts'

export function requestNarrowings(
  name: string,
  before: DescribedOperation,
  after: DescribedOperation,
  parts: BothComponents,
): string[] {
  return [...parameterNarrowings(name, before, after, parts), ...bodyNarrowings(name, before, after, parts)]
}

function parameterNarrowings(
  name: string,
  before: DescribedOperation,
  after: DescribedOperation,
  parts: BothComponents,
): string[] {
  const olds = parametersOf(before, parts.before)
  const news = parametersOf(after, parts.after)
  const changed = [...olds].flatMap(([key, old]) => {
    const now = news.get(key)
    return now === undefined
      ? [`${name} ${key}: removed`]
      : changedParameter(`${name} ${key}`, old, now, parts)
  })
  const demanded = [...news].filter(([key, now]) => now.required === true && olds.get(key)?.required !== true)
  return [...changed, ...demanded.map(([key]) => `${name} ${key}: newly required`)]
}

/** By location and name: `query limit`. */
function parametersOf(
  { parameters = [] }: DescribedOperation,
  components: Components,
): Map<string, Parameter> {
  const resolved = parameters.map((parameter) => resolveComponent(components, 'parameters', parameter))
  return new Map(resolved.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]))
}

function changedParameter(place: string, old: Parameter, now: Parameter, parts: BothComponents): string[] {
  const known = now['x-fields'] ?? []
  return [
    ...schemaNarrowings(
      old.schema,
      now.schema,
      { root: place, path: '' },
      { ...parts, direction: 'request' },
    ),
    ...(old['x-fields'] ?? [])
      .filter((field) => !known.includes(field))
      .map((field) => `${place} ${field}: removed`),
  ]
}

function bodyNarrowings(
  name: string,
  { requestBody: before }: DescribedOperation,
  { requestBody: after }: DescribedOperation,
  parts: BothComponents,
): string[] {
  const root = `${name} body`
  if (after === undefined) return before === undefined ? [] : [`${root}: removed`]
  const demanded = after.required && before?.required !== true ? [`${root}: newly required`] : []
  const changed = Object.entries(before?.content ?? {}).flatMap(([type, media]) => {
    const now = after.content[type]
    return now === undefined
      ? [`${root} content type ${type}: removed`]
      : schemaNarrowings(media.schema, now.schema, { root, path: '' }, { ...parts, direction: 'request' })
  })
  return [...demanded, ...changed]
}
