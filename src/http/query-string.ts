import { problem } from '../base/errors.ts'

export type QueryParameters = Readonly<Record<string, readonly string[]>>

/** The path of a request as it was sent, without the query. */
export const pathOf = ({ url = '' }: { url?: string | undefined }): string => {
  const start = url.indexOf('?')
  return start === -1 ? url : url.slice(0, start)
}

/** The parameters of an address, each with all its values. Invalid encoding is refused, not guessed. */
export function parseQueryString(url: string): QueryParameters {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const found: Record<string, string[]> = Object.create(null)
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1))
    const values = found[name]
    if (values === undefined) found[name] = [value]
    else values.push(value)
  }
  return found
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw problem(
      'invalid_request',
      `The query contains "${text.slice(0, 60)}", which is not percent-encoded UTF-8.`,
    )
  }
}
