import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandName } from './checkout.ts'
import type { Config } from './config.ts'
import { codeOf } from './errors.ts'
import { inOwnPlace, makeFolders } from './folders.ts'

export type SecretPlace = Pick<Config, 'secret' | 'dataFolder'>

/** The file of a generated secret. */
export const secretFile = ({ dataFolder }: SecretPlace): string => join(dataFolder, 'secret')

export const hasSecret = (place: SecretPlace): boolean => place.secret !== '' || existsSync(secretFile(place))

/** The secret is missing, damaged, or not the one the data was encrypted with. */
export class SecretRefused extends Error {
  constructor(what: string) {
    super(
      `${what} Set ATRIUM_SECRET to the secret of this installation, or put it back as the file "secret" in the data folder: other hosts and backups of this installation have it. Without it, one-time codes stop working (recovery codes still do), the secret of single sign-on has to be entered again, and mail that waits to be sent is lost. If it is lost for good, stop the service everywhere and run: ${commandName()} secret replace`,
    )
    this.name = 'SecretRefused'
  }
}

/**
 * The installation's secret: as configured, or generated once into the data folder, readable only by its owner. Where
 * there may be data, use `demandOwnSecret`.
 */
export function readSecret(place: SecretPlace): Buffer {
  const { secret, dataFolder } = place
  if (secret !== '') return Buffer.from(secret)
  const file = secretFile(place)
  const text = inOwnPlace(() => {
    makeFolders(dataFolder)
    if (!existsSync(file)) generate(file)
    if (statSync(file).isDirectory()) throw new SecretRefused(`${file} is a folder, not a file.`)
    return readFileSync(file, 'utf8').trim()
  })
  if (text.length < 32) throw new SecretRefused(`${file} is damaged: it must contain at least 32 characters.`)
  return Buffer.from(text)
}

/** Processes that start together agree on one secret: the first one to link its complete file wins. */
function generate(file: string): void {
  const own = `${file}.${randomBytes(8).toString('hex')}`
  writeFileSync(own, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(own)
  }
}

/** Derives a key for one purpose from the installation's secret. */
function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `atrium ${purpose}`, 32))
}

/** The purposes of data that is stored encrypted. */
export const sealed = {
  oneTimeCodes: 'one-time codes',
  singleSignOn: 'single sign-on',
  webhooks: 'webhooks',
} as const

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts texts for one purpose. Only this installation can decrypt them, and it detects changes. */
export class Seal {
  readonly #key: Buffer

  constructor(secret: Uint8Array, purpose: string) {
    this.#key = deriveKey(secret, purpose)
  }

  /** `bound`: the record the text belongs to; it cannot be opened for another. */
  seal(text: string, bound = ''): string {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, this.#key, nonce, { authTagLength: tagBytes })
    sealing.setAAD(Buffer.from(bound))
    const parts = [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]
    return Buffer.concat(parts).toString('base64url')
  }

  /** Undefined if it was not sealed by this installation for this purpose. */
  open(sealed: string, bound = ''): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < nonceBytes + tagBytes) return undefined
    try {
      const opening = createDecipheriv(cipher, this.#key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      opening.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-tagBytes))
      return opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8')
    } catch {
      return undefined
    }
  }
}

/** Lets an operator recognize the service of an installation, without revealing its secret. */
export const fingerprintOf = (secret: Uint8Array): string =>
  markOf(secret, 'installation', 'service').slice(0, 16)

/** A signature that only this installation can create. */
export function markOf(secret: Uint8Array, purpose: string, text: string): string {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url')
}
