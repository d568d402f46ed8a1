import {
  type DescribedOperation,
  everyContent,
  type Response,
  resolveComponent,
} from '../../../src/description/openapi/document.ts'
import { type BothComponents, schemaNarrowings } from './schemas.ts'

export function responseNarrowings(
  name: string,
  before: DescribedOperation,
  after: DescribedOperation,
  parts: BothComponents,
): string[] {
  return Object.entries(before.responses).flatMap(([status, response]) => {
    const root = `${name} response ${status}`
    const now = after.responses[status]
    if (now === undefined) return [`${root}: removed`]
    const old = resolveComponent(parts.before, 'responses', response)
    return changedResponse(root, old, resolveComponent(parts.after, 'responses', now), parts)
  })
}

function changedResponse(root: string, old: Response, now: Response, parts: BothComponents): string[] {
  const codes = now['x-codes'] ?? []
  return [
    ...(old['x-codes'] ?? [])
      .filter((code) => !codes.includes(code))
      .map((code) => `${root} code ${code}: removed`),
    ...headerNarrowings(root, old, now, parts),
    ...contentNarrowings(root, old, now, parts),
  ]
}

function headerNarrowings(root: string, old: Response, now: Response, parts: BothComponents): string[] {
  return Object.entries(old.headers ?? {}).flatMap(([name, header]) => {
    const place = `${root} header ${name}`
    const current = now.headers?.[name]
    if (current === undefined) return [`${place}: removed`]
    const before = resolveComponent(parts.before, 'headers', header)
    const after = resolveComponent(parts.after, 'headers', current)
    return [
      ...(before.required && !after.required ? [`${place}: no longer always there`] : []),
      ...schemaNarrowings(
        before.schema,
        after.schema,
        { root: place, path: '' },
        { ...parts, direction: 'response' },
      ),
    ]
  })
}

function contentNarrowings(root: string, old: Response, now: Response, parts: BothComponents): string[] {
  const contents = everyContent(now)
  return Object.entries(everyContent(old)).flatMap(([type, media]) => {
    const current = contents[type]
    if (current === undefined) return [`${root} content type ${type}: removed`]
    const place = { root: type.endsWith('json') ? root : `${root} ${type}`, path: '' }
    return schemaNarrowings(media.schema, current.schema, place, { ...parts, direction: 'response' })
  })
}
