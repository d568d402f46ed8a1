import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { codeOf } from './errors.ts'
import { inOwnPlace, makeFolders } from './folders.ts'

/** The installation's secret: as set, or generated once into the data folder, readable by its owner alone. */
export function readSecret({ secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>): Buffer {
  if (secret !== '') return Buffer.from(secret)
  const file = join(dataFolder, 'secret')
  const text = inOwnPlace(() => {
    makeFolders(dataFolder)
    if (!existsSync(file)) generate(file)
    return readFileSync(file, 'utf8').trim()
  })
  if (text.length < 32) throw new Error(`${file} must hold a secret of at least 32 characters.`)
  return Buffer.from(text)
}

/** Processes that start together end up with one secret: the first to link it, whole, into its place. */
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

/** A key for one purpose, made from the installation's secret. */
function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `atrium ${purpose}`, 32))
}

/** What is kept so that it can be read again, by what it is for. */
export const sealed = { oneTimeCodes: 'one-time codes', singleSignOn: 'single sign-on' } as const

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts texts for one purpose so that only this installation can read them, and notices when they were altered. */
export class Seal {
  readonly #key: Buffer

  constructor(secret: Uint8Array, purpose: string) {
    this.#key = deriveKey(secret, purpose)
  }

  /** `bound`: what the text belongs to; it opens there only. */
  seal(text: string, bound = ''): string {
    const nonce = randomBytes(nonceBytes)
    const sealing = createCipheriv(cipher, this.#key, nonce, { authTagLength: tagBytes })
    sealing.setAAD(Buffer.from(bound))
    const parts = [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]
    return Buffer.concat(parts).toString('base64url')
  }

  /** Undefined where it was not sealed by us, for this. */
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

/** A mark on a text that only this installation can make. */
export function markOf(secret: Uint8Array, purpose: string, text: string): string {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url')
}
