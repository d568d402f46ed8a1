import { describeProblem, type ProblemCode, problemCodes } from '../../src/base/errors.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import { ResponseChecker } from '../../test/support/response-checker.ts'
import type { Answer, Sent } from './wire.ts'

/** Texts that no caller may see: database errors and stack traces. */
const inner =
  /SQLITE_|SqliteError|syntax error at|near "[^"]*": syntax|(UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint|violates .* constraint|relation "\w+"|no such (table|column)|invalid input syntax|invalid byte sequence|node_modules|\\n {4}at |\bfile:\/\/\S+\.[cm]?[jt]s\b|node:internal|TypeError|RangeError|ReferenceError/

/** RFC 6749, section 5.2, RFC 7009 and RFC 6750. */
const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'unsupported_token_type',
  'invalid_token',
  'temporarily_unavailable',
]

/** Checks the rules that every answer must follow, whatever the request. */
export class Judge {
  readonly #checker: ResponseChecker

  constructor(description: OpenApiDocument) {
    this.#checker = new ResponseChecker(description)
  }

  /** The faults of an answer. */
  faultsOf(sent: Pick<Sent, 'method' | 'target'>, answer: Answer): string[] {
    const { method, target } = sent
    const { status, headers, text } = answer
    const found: string[] = []
    if (status >= 500) found.push(`is ${status}`)
    if (status >= 400) {
      const leaked = inner.exec(text)
      if (leaked !== null) found.push(`reveals internals: ${leaked[0]}`)
      if (text.length > 100_000) found.push(`has ${text.length} characters`)
      if (method !== 'HEAD') found.push(...refusalFaults(target, answer))
    }
    // These are sent before a method is found, so no method describes them.
    if (![414, 431].includes(status))
      found.push(...this.#checker.check(method, target, status, headers, text))
    return found
  }
}

function refusalFaults(target: string, { status, headers, text }: Answer): string[] {
  const type = String(headers['content-type'] ?? '')
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text)
  } catch {
    return [`is ${status} as ${type}, not JSON: ${text.slice(0, 100)}`]
  }
  if (/^\/oauth2\//.test(target) && typeof body['error'] === 'string')
    return oauthErrors.includes(body['error']) ? [] : [`has the error ${body['error']}`]
  return [
    ...(type.startsWith('application/problem+json') ? [] : [`is ${status} as ${type}`]),
    ...problemFaults(body, status, headers),
  ]
}

/** Checks that a problem is in the catalogue, has the right form, and says what is wrong. */
export function problemFaults(
  { code, status: said, title, detail, message, requestId }: Record<string, unknown>,
  status: number,
  headers: Answer['headers'],
): string[] {
  const known = problemCodes.find((each) => each === code) as ProblemCode | undefined
  if (known === undefined) return [`has the code ${code}`]
  const expected = describeProblem(known)
  const found: string[] = []
  if (said !== status || expected.status !== status) found.push(`is ${status} and says ${said} for ${known}`)
  if (title !== expected.title) found.push(`has the title ${title}`)
  if (typeof detail !== 'string' || detail.length < 10 || detail !== message) found.push(`says "${detail}"`)
  if (requestId !== headers['x-request-id']) found.push(`names the request ${requestId}`)
  return found
}
