import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { type Problem, problem } from '../errors.ts'

/** A place between rows: the sort key values of a row in order, its id, and whether the row itself is included. */
export interface Position {
  keys: readonly (string | number)[]
  id: string
  inclusive: boolean
}

// "`paginationhash` is opaque, authenticated, and carries its own version": version, nonce, ciphertext, tag.
const version = 1
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
// Well above what three sort keys of 1,024 bytes can need, so that nothing sealed here is ever too long.
const mostCharacters = 32_768
const versionByte = Buffer.alloc(1, version)

export function cursorKey(secret: Uint8Array): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'atrium paginationhash', 32)))
}

/** "A paginationhash binds company, endpoint, sort and filter (whatever the order of its terms), not the limit." */
export function binding(parts: { company: string; path: string; sort: string; filter: string }): string {
  return JSON.stringify([parts.company, parts.path, parts.sort, parts.filter])
}

export function sealPosition(key: KeyObject, binding: string, position: Position): string {
  const nonce = nextNonce()
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
  sealing.setAAD(associated(binding))
  const plain = JSON.stringify([position.keys, position.id, position.inclusive])
  const parts = [sealing.update(plain, 'utf8'), sealing.final(), sealing.getAuthTag()]
  return Buffer.concat([versionByte, nonce, ...parts]).toString('base64url')
}

let nonce = Buffer.alloc(nonceBytes)
let count = 0xffff_ffff

/**
 * Never used twice under one key (NIST SP 800-38D, section 8.2): 64 random bits that each process draws for itself,
 * again whenever the count of 32 bits that follows them is full.
 */
function nextNonce(): Buffer {
  if (count === 0xffff_ffff) {
    nonce = randomBytes(nonceBytes)
    count = 0
  } else count += 1
  nonce.writeUInt32BE(count, nonceBytes - 4)
  return nonce
}

export function openPosition(key: KeyObject, binding: string, text: string): Position {
  if (text.length > mostCharacters) throw refused()
  const bytes = Buffer.from(text, 'base64url')
  // Decoding skips what is not base64url; only the one canonical spelling of the bytes is taken.
  if (bytes.toString('base64url') !== text) throw refused()
  if (bytes.length < 1 + nonceBytes + tagBytes || bytes[0] !== version) throw refused()
  const position = readPosition(decrypt(key, binding, bytes))
  if (position === undefined) throw refused()
  return position
}

function decrypt(key: KeyObject, binding: string, bytes: Buffer): string {
  const opening = createDecipheriv(cipher, key, bytes.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  })
  opening.setAAD(associated(binding))
  opening.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const plain = [opening.update(bytes.subarray(1 + nonceBytes, -tagBytes)), opening.final()]
    return Buffer.concat(plain).toString('utf8')
  } catch {
    throw refused()
  }
}

function associated(binding: string): Buffer {
  return Buffer.from(`${String.fromCharCode(version)}${binding}`, 'utf8')
}

function readPosition(plain: string): Position | undefined {
  const value: unknown = JSON.parse(plain)
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
    'The paginationhash is damaged, or belongs to another list, sort or filter; take it unchanged from links.next or links.previous, or begin again with paging=first.'
  return problem('invalid_pagination_hash', detail, { faults: [{ parameter: 'paginationhash', detail }] })
}
