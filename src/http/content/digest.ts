import { invalid, problem } from '../../base/errors.ts'

/**
 * RFC 9530: the sha-256 in `Content-Digest` and `Repr-Digest`, in hexadecimal; other algorithms are ignored.
 */
export function readDigest(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const named = ['Content-Digest', 'Repr-Digest'].flatMap((header) => {
    const value = headers[header.toLowerCase()]
    return value === undefined ? [] : sha256In(header, String(value))
  })
  const [first] = named
  if (named.some((digest) => digest !== first))
    throw problem('digest_mismatch', 'Content-Digest and Repr-Digest contradict each other.')
  return first
}

function sha256In(header: string, value: string): string[] {
  return value.split(',').flatMap((member) => {
    const [, name = '', encoded = ''] =
      /^\s*([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):\s*$/.exec(member) ?? []
    const bytes = Buffer.from(encoded, 'base64')
    if (name === '' || (name === 'sha-256' && bytes.length !== 32)) {
      const detail = `The header ${header} is not of the form sha-256=:base64:, with 32 bytes in it.`
      throw invalid([{ parameter: header, detail }])
    }
    return name === 'sha-256' ? [bytes.toString('hex')] : []
  })
}

export function presentDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`
}
