import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { type Problem, problem } from '../base/errors.ts'
import type { AsOf } from './relative.ts'

/**
 * A position between rows: the sort keys of a row in order, its id, and whether the row itself is included.
 */
export interface Position {
  keys: readonly (string | number)[]
  id: string
  inclusive: boolean
}

/** The positions before and after a page, if there is anything there. */
export interface Places {
  previous: Position | undefined
  next: Position | undefined
  /** How relative terms of the filter were resolved on the first page, if there are any. */
  asOf?: AsOf | undefined
}

// "`paginationhash` is opaque, authenticated, and carries its own version": version, nonce, ciphertext, tag.
const version = 2
/** Release 0.1.0 sealed one position, for either direction; "it does not expire". */
const firstVersion = 1
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
// More than two positions with three sort keys of 1,024 bytes each can need, so nothing sealed is too long.
const mostCharacters = 32_768
const versionByte = Buffer.alloc(1, version)

export function cursorKey(secret: Uint8Array): KeyObject {
  return derived(secret, 'atrium paginationhash')
}

function derived(secret: Uint8Array | KeyObject, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32)))
}

/** "A paginationhash binds company, endpoint, sort and filter (whatever the order of its terms), not the limit." */
export function binding(parts: { company: string; path: string; sort: string; filter: string }): string {
  return JSON.stringify([parts.company, parts.path, parts.sort, parts.filter])
}

/**
 * Seals both positions together, because encryption is the expensive part; `paging` says which one is meant. The same
 * positions always give the same text, so that a page that has not changed keeps its ETag.
 */
export function sealPlaces(key: KeyObject, binding: string, { previous, next, asOf }: Places): string {
  const resolved = asOf === undefined ? [] : [[asOf.today, asOf.timeZone]]
  const plain = JSON.stringify([written(previous), written(next), ...resolved])
  const bound = associated(version, binding)
  const nonce = nonceOf(key, bound, plain)
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  sealing.setAAD(bound)
  const parts = [sealing.update(plain, 'utf8'), sealing.final(), sealing.getAuthTag()]
  return Buffer.concat([versionByte, nonce, ...parts]).toString('base64url')
}

const written = (position: Position | undefined): unknown =>
  position === undefined ? null : [position.keys, position.id, position.inclusive]

const nonceKeys = new WeakMap<KeyObject, string>()

/**
 * A nonce must never be used for two different texts under one key (NIST SP 800-38D, section 8). It is a keyed hash of
 * the text and what it is bound to, so two texts share one no more often than with random nonces. The hash is
 * truncated, which rules out length extension, so a slower HMAC is not needed.
 */
function nonceOf(key: KeyObject, bound: Buffer, plain: string): Buffer {
  const nonceKey =
    nonceKeys.get(key) ?? derived(key, 'atrium paginationhash nonce').export().toString('base64')
  nonceKeys.set(key, nonceKey)
  // Both are JSON, so their boundary is unambiguous.
  return hash('sha256', `${nonceKey}${bound}${plain}`, 'buffer').subarray(0, nonceBytes)
}

export function openPlaces(key: KeyObject, binding: string, text: string): Places {
  if (text.length > mostCharacters) throw refused()
  const bytes = Buffer.from(text, 'base64url')
  // Decoding skips characters that are not base64url; only the canonical spelling is accepted.
  if (bytes.toString('base64url') !== text) throw refused()
  if (bytes.length < 1 + nonceBytes + tagBytes) throw refused()
  if (bytes[0] !== version && bytes[0] !== firstVersion) throw refused()
  const places = readPlaces(bytes[0], decrypt(key, associated(bytes[0], binding), bytes))
  if (places === undefined) throw refused()
  return places
}

function decrypt(key: KeyObject, bound: Buffer, bytes: Buffer): string {
  const opening = createDecipheriv(cipher, key, bytes.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  })
  opening.setAAD(bound)
  opening.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const plain = [opening.update(bytes.subarray(1 + nonceBytes, -tagBytes)), opening.final()]
    return Buffer.concat(plain).toString('utf8')
  } catch {
    throw refused()
  }
}

function associated(first: number, binding: string): Buffer {
  return Buffer.from(`${String.fromCharCode(first)}${binding}`, 'utf8')
}

function readPlaces(from: number, plain: string): Places | undefined {
  const value: unknown = JSON.parse(plain)
  if (!Array.isArray(value)) return undefined
  const [previous, next] = (from === firstVersion ? [value, value] : value.slice(0, 2)).map(readPosition)
  if (previous === undefined && next === undefined) return undefined
  return { previous, next, asOf: from === firstVersion ? undefined : readAsOf(value[2]) }
}

function readAsOf(value: unknown): AsOf | undefined {
  if (!Array.isArray(value)) return undefined
  const [today, timeZone]: unknown[] = value
  return typeof today === 'string' && typeof timeZone === 'string' ? { today, timeZone } : undefined
}

function readPosition(value: unknown): Position | undefined {
  if (!Array.isArray(value)) return undefined
  const [keys, id, inclusive]: unknown[] = value
  if (!isKeys(keys) || typeof id !== 'string' || typeof inclusive !== 'boolean') return undefined
  return { keys, id, inclusive }
}

function isKeys(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((key) => typeof key === 'string' || typeof key === 'number')
}

function refused(): Problem {
  const detail =
    'The paginationhash is damaged, or belongs to another list, sort or filter. Use it unchanged from links.next or links.previous, or start again with paging=first.'
  return problem('invalid_pagination_hash', detail, { faults: [{ parameter: 'paginationhash', detail }] })
}
