import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import type { Field } from './fields.ts'
import { checked, notes, rawText } from './text.ts'

/** The cost of a password hash: argon2id with the parameters that OWASP recommends. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashShape = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/]{11,86}\$[\w+/]{43,86}$/

/** Whether a text is an argon2 hash that costs no more than ours to verify. */
export function isPasswordHash(text: string): boolean {
  const [, memory, time, parallelism] = hashShape.exec(text) ?? []
  return (
    memory !== undefined &&
    Number(memory) <= passwordCost.memoryCost &&
    Number(time) <= passwordCost.timeCost &&
    Number(parallelism) <= passwordCost.parallelism
  )
}

export const passwordHash = (sentence: string): Field<string | null, 'write', 'plain'> =>
  checked(
    notes(sentence, { max: 512 }),
    isPasswordHash,
    `an argon2id hash of at most m=${passwordCost.memoryCost}, t=${passwordCost.timeCost} and p=${passwordCost.parallelism}`,
  )

/** "RSA ≥ 2048", and not so large that verifying a signature is slow. Undefined for anything else. */
export function parsePublicKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem)
    const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
    const isStrong =
      key.asymmetricKeyType === 'rsa' &&
      modulusLength >= 2_048 &&
      modulusLength <= 8_192 &&
      publicExponent >= 65_537n &&
      publicExponent < 2n ** 32n &&
      publicExponent % 2n === 1n
    return isStrong ? key : undefined
  } catch {
    return undefined
  }
}

/** Lets people tell keys apart. */
export function fingerprintOf(key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' })
  return `SHA256:${createHash('sha256').update(der).digest('base64url')}`
}

/** SPKI, as PEM, exactly as the service writes it. */
export const publicKey = (sentence: string): Field<string, 'read', 'plain'> =>
  checked(
    rawText(sentence, { max: 8_192 }),
    (text) => parsePublicKey(text)?.export({ type: 'spki', format: 'pem' }) === text,
    'an RSA key of 2048 to 8192 bits with an odd exponent of at least 65537, as PEM (SPKI)',
  )
