import { createHash, type Hash } from 'node:crypto'
import { invalid, problem } from '../../base/errors.ts'
import type { HeaderSpec } from '../../http/operation.ts'
import { readGivenName } from '../../schema/fields/file-name.ts'
import { mediaTypeOf } from './media-types.ts'

const tusVersion = '1.0.0'
const checksums = ['sha1', 'sha256', 'md5']

/** The response headers of OPTIONS, which describe the protocol. */
export function tusOptions(mostBytes: number): Record<string, string> {
  return {
    'tus-version': tusVersion,
    'tus-extension': 'creation,termination,checksum,expiration',
    'tus-max-size': String(mostBytes),
    'tus-checksum-algorithm': checksums.join(','),
  }
}

export const tusHeader = {
  'Tus-Resumable': {
    sentence: 'The version of the protocol: `1.0.0`.',
    required: true,
    example: tusVersion,
  },
} satisfies Record<string, HeaderSpec>

export const offsetHeader = {
  'Upload-Offset': {
    sentence: 'How many bytes have arrived.',
    schema: { type: 'integer', minimum: 0 },
    required: true,
  },
} satisfies Record<string, HeaderSpec>

export const expiryHeader = {
  'Upload-Expires': { sentence: 'When the upload is dropped.', required: true },
} satisfies Record<string, HeaderSpec>

type Read = (name: string) => string | undefined

/** "If the version specified by the Client is not supported by the Server, it MUST respond with 412." */
export function demandTus(header: Read): void {
  if (header('tus-resumable') === tusVersion) return
  throw problem('precondition_failed', `The header Tus-Resumable must name the version ${tusVersion}.`, {
    headers: { 'tus-version': tusVersion },
  })
}

export function readCount(header: Read, name: string): number {
  const value = header(name.toLowerCase()) ?? ''
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw invalid([{ parameter: name, detail: `The header ${name} must be a whole number of bytes.` }])
}

/** `Upload-Metadata`: comma-separated keys, each with a base64 value. */
export function readMetadata(header: Read): { fileName: string; mimeType: string } {
  const found = new Map<string, string>()
  for (const pair of (header('upload-metadata') ?? '').split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ')
    if (key === '' && pair.trim() === '') continue
    if (key === '' || rest.length > 0 || found.has(key) || !isBase64(value)) throw metadata('cannot be read.')
    found.set(key, decode(value))
  }
  const fileName = found.get('filename') ?? found.get('name')
  if (fileName === undefined) throw metadata('must have a filename, in base64.')
  const name = readGivenName(fileName, 'Upload-Metadata')
  return { fileName: name, mimeType: mediaTypeOf(found.get('filetype') ?? found.get('type'), name) }
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text)

function decode(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'base64'))
  } catch {
    throw metadata('contains a value that is not UTF-8 in base64.')
  }
}

const metadata = (detail: string): Error =>
  invalid([{ parameter: 'Upload-Metadata', detail: `The header Upload-Metadata ${detail}` }])

export interface Checksum {
  hash: Hash
  expected: Buffer
}

/** `Upload-Checksum`: an algorithm and a base64 hash. */
export function readChecksum(header: Read): Checksum | undefined {
  const value = header('upload-checksum')
  if (value === undefined) return undefined
  const [, algorithm = '', encoded = ''] = /^(\w+) ([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? []
  const expected = Buffer.from(encoded, 'base64')
  const sound = checksums.includes(algorithm) && expected.length === createHash(algorithm).digest().length
  // "400 Bad Request if the checksum algorithm is not supported by the server."
  if (!sound)
    throw invalid([
      {
        parameter: 'Upload-Checksum',
        detail: `The header Upload-Checksum must be one of ${checksums.join(', ')}, a space, and the hash in base64.`,
      },
    ])
  return { hash: createHash(algorithm), expected }
}
