import { findRepeatedMember } from '../http/json.ts'
import { invalidGrant } from './oauth-fault.ts'

/** A decoded JWT; nothing in it is verified yet. */
export interface Assertion {
  kid: string | undefined
  claims: Readonly<Record<string, unknown>>
  /** The signed bytes. */
  signed: Buffer
  signature: Buffer
}

/**
 * "Three non-empty parts in canonical base64url, `alg` exactly RS256, no `crit`, `typ` absent or `JWT`;
 * `jwk`, `jku`, `x5u`, `x5c` are never read and nothing is ever fetched."
 */
export function readAssertion(text: string): Assertion {
  const parts = text.split('.')
  const [header, payload, signature] = parts.map(decodePart)
  if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined)
    throw invalidGrant(
      'The assertion must be a JWT: three parts in base64url without padding, joined by dots.',
    )
  const { alg, crit, typ, kid } = readObject(header, 'header')
  if (alg !== 'RS256') throw invalidGrant('The assertion must be signed with RS256.')
  if (crit !== undefined)
    throw invalidGrant('The assertion has critical extensions (crit), which are not supported.')
  if (typ !== undefined && typ !== 'JWT')
    throw invalidGrant('The typ of the assertion must be JWT, or absent.')
  return {
    kid: typeof kid === 'string' ? kid : undefined,
    claims: readObject(payload, 'payload'),
    signed: Buffer.from(text.slice(0, text.lastIndexOf('.')), 'ascii'),
    signature,
  }
}

/** A padded, spaced or re-encoded copy of the same bytes is refused. */
function decodePart(part: string): Buffer | undefined {
  const bytes = Buffer.from(part, 'base64url')
  return part !== '' && bytes.toString('base64url') === part ? bytes : undefined
}

function readObject(bytes: Buffer, name: string): Readonly<Record<string, unknown>> {
  const fault = invalidGrant(
    `The ${name} of the assertion must be a JSON object that names each member once.`,
  )
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw fault
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault
  if (findRepeatedMember(text) !== undefined) throw fault
  // Without a prototype, it has only the properties in the text.
  return Object.assign(Object.create(null) as Record<string, unknown>, value)
}
