import { problem } from '../base/errors.ts'
import { plainTag } from './compression.ts'

/** Whether `Accept` allows a media type; without the header everything is allowed. */
export function accepts(header: string | undefined, type: string): boolean {
  return quality(header, type) > 0
}

/** The quality that `Accept` gives a media type, by its most specific entry; 0: not at all. */
export function quality(header: string | undefined, type: string): number {
  if (header === undefined || header.trim() === '') return 1
  const [group = ''] = type.split('/')
  let best = { rank: -1, q: 0 }
  for (const entry of header.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const rank = [`*/*`, `${group}/*`, type].indexOf(range)
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    if (rank > best.rank) best = { rank, q: Number.isFinite(q) ? q : 1 }
  }
  return best.q
}

/** Whether `Accept` names a media type itself, not only by a wildcard, and takes it. */
export function namesType(header: string | undefined, type: string): boolean {
  const names = (header ?? '').split(',').some((entry) => entry.split(';')[0]?.trim().toLowerCase() === type)
  return names && accepts(header, type)
}

/** "`Accept: text/plain` gives anyone the bare id." */
export function wantsBareId(header: string | undefined): boolean {
  return header !== undefined && quality(header, 'text/plain') > quality(header, 'application/json')
}

export function demandAcceptable(header: string | undefined, types: readonly string[]): void {
  if (types.length > 0 && !types.some((type) => accepts(header, type)))
    throw problem('not_acceptable', `This method returns ${types.join(' or ')}, which Accept does not allow.`)
}

/** RFC 7240: whether the caller prefers the record over an empty response. */
export function prefersRepresentation(header: string | string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .some((value) =>
      value.split(',').some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(preference)),
    )
}

/** "`If-Match` compares the version alone": whether a list of entity tags, or `*`, has one of this version. */
export function hasVersion(header: string, version: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().startsWith(`"${version}.`))
}

/** RFC 9110: whether a list of entity tags, or `*`, matches this one, in whatever encoding it was sent. */
export function namesTag(header: string, etag: string, { weak }: { weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const plain = plainTag(etag)
  return header.split(',').some((tag) => {
    const trimmed = plainTag(tag.trim())
    return trimmed === plain || (weak && trimmed === `W/${plain}`)
  })
}
