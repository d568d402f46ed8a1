import { createPublicKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { fingerprintOf } from '../schema/fields/credentials.ts'
import { userScope } from './access-token.ts'

export interface NewKeyPair {
  /** PKCS#8, as PEM. Returned once and never stored. */
  privateKey: string
  /** SPKI, as PEM. */
  publicKey: string
  fingerprint: string
}

const generate = promisify(generateKeyPair)

export async function newKeyPair(): Promise<NewKeyPair> {
  const { privateKey, publicKey } = await generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { privateKey, publicKey, fingerprint: fingerprintOf(createPublicKey(publicKey)) }
}

export interface Addresses {
  publicUrl: string
  authUrl: string
}

/** The file that a developer downloads: everything needed to get the first token. */
export interface Credential {
  client_id: string
  private_key: string
  key_id: string
  /** The `aud` of an assertion. */
  audience: string
  scope: string
  token_url: string
  api_url: string
}

export function buildCredential(
  { publicUrl, authUrl }: Addresses,
  clientId: string,
  keyId: string,
  { privateKey }: NewKeyPair,
): Credential {
  return {
    client_id: clientId,
    private_key: privateKey,
    key_id: keyId,
    audience: new URL(authUrl).hostname,
    scope: userScope,
    token_url: `${authUrl}/oauth2/token`,
    api_url: publicUrl,
  }
}
