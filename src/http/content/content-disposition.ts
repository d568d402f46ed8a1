import { invalid } from '../../base/errors.ts'

const header = 'Content-Disposition'

/** RFC 6266 and RFC 2183. In an unquoted file name, only one of these after a semicolon is a new parameter. */
const known = ['filename*', 'filename', 'name', 'size', 'creation-date', 'modification-date', 'read-date']

/**
 * The file name that a sender gives to content: `filename*` if it can be read, else `filename`. RFC 6266 requires quotation
 * marks around names with spaces, semicolons or quotation marks. Many clients send such names as they are, and a refused
 * upload is a lost file, so everything up to the next known parameter counts as the name.
 */
export function readFileName(value: string | undefined): string {
  if (value === undefined)
    throw fault('is required: attachment; filename="name", or filename*=UTF-8\'\'name.')
  const { extended, plain } = readParameters(value)
  const decoded = extended === undefined ? undefined : decodeExtended(extended)
  if (decoded !== undefined) return decoded
  if (plain !== undefined) return withoutPath(decodeBytes(plain))
  throw extended === undefined
    ? fault('names no file: filename or filename* is missing.')
    : fault("has a filename* that is not of the form UTF-8''name, percent-encoded.")
}

interface FileNames {
  extended?: string
  plain?: string
}

/** Reads the header from left to right. If a parameter is repeated, the first one counts. */
function readParameters(header: string): FileNames {
  const found: FileNames = {}
  // With a semicolon in front, the type is just a part without a value.
  const text = `;${header}`
  for (let at = 0; at < text.length; ) {
    const { name, valueAt } = parameterAt(text, at)
    const { value, end } =
      quotedAt(text, valueAt) ?? (name === 'filename' ? looseAt(text, valueAt) : partAt(text, valueAt))
    if (name === 'filename*') found.extended ??= value
    if (name === 'filename') found.plain ??= value
    at = end
  }
  return found
}

/** The name of the parameter that follows a semicolon, in lower case, and where its value begins. */
function parameterAt(text: string, semicolon: number): { name?: string; valueAt: number } {
  const start = skipBlanks(text, semicolon + 1)
  let end = start
  while (token.test(text[end] ?? '')) end++
  const equals = skipBlanks(text, end)
  if (end === start || text[equals] !== '=') return { valueAt: end }
  return { name: text.slice(start, end).toLowerCase(), valueAt: skipBlanks(text, equals + 1) }
}

interface Value {
  value: string
  /** Where the next semicolon is, or the end of the text. */
  end: number
}

/** A quoted string that another parameter or the end follows; anything else is a name with quotation marks in it. */
function quotedAt(text: string, start: number): Value | undefined {
  if (text[start] !== '"') return undefined
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') {
      const end = skipBlanks(text, at + 1)
      return end === text.length || startsPart(text, end) ? { value, end } : undefined
    }
    // A backslash before anything else is the separator of a Windows path.
    if (letter === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at++
    value += text[at]
  }
  return undefined
}

const startsPart = (text: string, at: number): boolean =>
  text[at] === ';' && (skipBlanks(text, at + 1) === text.length || parameterAt(text, at).name !== undefined)

/** Everything up to the next known parameter, without surrounding quotation marks. */
function looseAt(text: string, start: number): Value {
  let end = text.indexOf(';', start)
  while (end !== -1 && !known.includes(parameterAt(text, end).name ?? '')) end = text.indexOf(';', end + 1)
  if (end === -1) end = text.length
  let value = text.slice(start, end).trim()
  // The header may end with a semicolon.
  while (value.endsWith(';')) value = value.slice(0, -1).trimEnd()
  const from = value.startsWith('"') ? 1 : 0
  return { value: value.slice(from, value.endsWith('"') ? Math.max(from, value.length - 1) : undefined), end }
}

/** Everything up to the next semicolon. */
function partAt(text: string, start: number): Value {
  const next = text.indexOf(';', start)
  const end = next === -1 ? text.length : next
  return { value: text.slice(start, end).trim(), end }
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (text[at] === ' ' || text[at] === '\t') at++
  return at
}

/** RFC 9110, section 5.6.2. */
const token = /[\w!#$%&'*+.^`|~-]/

const fault = (detail: string): Error =>
  invalid([{ parameter: header, detail: `The header ${header} ${detail}` }])

/** RFC 8187: `UTF-8''na%C3%AFve.txt`. */
function decodeExtended(value: string): string | undefined {
  const [charset = '', , ...rest] = value.split("'")
  if (rest.length === 0) return undefined
  // Many senders leave apostrophes as they are, as encodeURIComponent does.
  const encoded = rest.join("'")
  try {
    if (charset.toLowerCase() === 'utf-8') return decodeURIComponent(encoded)
    if (charset.toLowerCase() === 'iso-8859-1') return unescapeLatin(encoded)
  } catch {
    // Not percent-encoded UTF-8.
  }
  return undefined
}

const unescapeLatin = (text: string): string =>
  text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/** Headers arrive as Latin-1, but most senders use UTF-8. */
function decodeBytes(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

const withoutPath = (name: string): string => name.replaceAll(/[/\\]/g, '_')

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
