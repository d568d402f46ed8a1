import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import type { Seal } from '../base/secret.ts'

/** The keys of a webhook: `v1` signs with a shared secret, `v1a` with a private key (Standard Webhooks 1.0). */
interface SigningKeys {
  /** Base64, without the prefix `whsec_`. */
  secret: string
  /** PKCS8, in base64. */
  privateKey: string
  /** Replaced keys still sign until then. */
  until?: string
}

interface NewKeys {
  keys: SigningKeys
  /** Shown once. */
  secret: string
  publicKey: string
}

const secretBytes = 32
const rawKeyBytes = 32

export function makeKeys(): NewKeys {
  const secret = randomBytes(secretBytes).toString('base64')
  const pair = generateKeyPairSync('ed25519')
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return { keys: { secret, privateKey }, secret: `whsec_${secret}`, publicKey: publicKeyOf(pair.privateKey) }
}

function publicKeyOf(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  return `whpk_${spki.subarray(-rawKeyBytes).toString('base64')}`
}

/** The keys of a webhook, encrypted for it. */
export const sealKeys = (seal: Seal, webhookId: string, all: readonly SigningKeys[]): string =>
  seal.seal(JSON.stringify(all), webhookId)

/** Undefined if they were sealed with another secret. */
export function openKeys(seal: Seal, webhookId: string, sealed: string): SigningKeys[] | undefined {
  const opened = seal.open(sealed, webhookId)
  return opened === undefined ? undefined : (JSON.parse(opened) as SigningKeys[])
}

/** New keys that replace the current ones, which keep signing until `until`. Older ones end immediately. */
export function rotateKeys(
  current: readonly SigningKeys[],
  until: string,
): { all: SigningKeys[]; made: NewKeys } {
  const made = makeKeys()
  return { all: [made.keys, ...current.slice(0, 1).map((keys) => ({ ...keys, until }))], made }
}

/** Signs requests with all keys that are valid at that moment. */
export class Signer {
  readonly #keys: readonly { secret: KeyObject; privateKey: KeyObject; until: string | undefined }[]

  constructor(keys: readonly SigningKeys[]) {
    this.#keys = keys.map(({ secret, privateKey, until }) => ({
      secret: createSecretKey(secret, 'base64'),
      privateKey: createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' }),
      until,
    }))
  }

  /** The three headers of Standard Webhooks. `now`: milliseconds. */
  headers(id: string, body: string, now: number): Record<string, string> {
    const timestamp = Math.floor(now / 1_000)
    const signed = Buffer.from(`${id}.${timestamp}.${body}`)
    const moment = new Date(now).toISOString()
    const signatures = this.#keys
      .filter(({ until }) => until === undefined || until > moment)
      .flatMap(({ secret, privateKey }) => [
        `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
        `v1a,${sign(null, signed, privateKey).toString('base64')}`,
      ])
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures.join(' '),
    }
  }
}
