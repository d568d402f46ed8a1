import { invalid } from '../base/errors.ts'

const header = 'Content-Disposition'

/** RFC 6266: the file name that a sender gives to content. `filename*` takes precedence over `filename`. */
export function readFileName(value: string | undefined): string {
  if (value === undefined)
    throw fault('is required: attachment; filename="name", or filename*=UTF-8\'\'name.')
  const found = new Map<string, string>()
  const rest = value.replace(/^\s*[\w-]*\s*(?=;|$)/, '')
  for (const [, name = '', quoted, token] of rest.matchAll(parameter))
    if (!found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/gs, '$1') ?? token ?? '')
  if (rest.replaceAll(parameter, '').trim() !== '') throw fault('cannot be read.')
  const extended = found.get('filename*')
  if (extended !== undefined) return decodeExtended(extended)
  const plain = found.get('filename')
  if (plain === undefined) throw fault('names no file: filename or filename* is missing.')
  return decodeBytes(plain)
}

const parameter = /\s*;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s";]*))/gs

const fault = (detail: string): Error =>
  invalid([{ parameter: header, detail: `The header ${header} ${detail}` }])

/** RFC 8187: `UTF-8''na%C3%AFve.txt`. */
function decodeExtended(value: string): string {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[^']*'(.*)$/s.exec(value) ?? []
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(encoded)
    if (/^iso-8859-1$/i.test(charset)) return unescapeLatin(encoded)
  } catch {
    // Not percent-encoded UTF-8; reported below.
  }
  throw fault("has a filename* that is not of the form UTF-8''name, percent-encoded.")
}

const unescapeLatin = (text: string): string =>
  text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/** Headers arrive as Latin-1; most senders mean UTF-8. */
function decodeBytes(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** RFC 6266: always an attachment; with an ASCII name for clients that know no other. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_')
  if (plain === fileName) return `attachment; filename="${plain}"`
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
