import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The installation's secret: as set, or generated once into the data folder, readable by its owner alone. */
export function readSecret({ secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>): Buffer {
  if (secret !== '') return Buffer.from(secret)
  const file = join(dataFolder, 'secret')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  try {
    // `wx` fails when another process was quicker; then its secret is ours.
    writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const text = readFileSync(file, 'utf8').trim()
  if (text.length < 32) throw new Error(`${file} must hold a secret of at least 32 characters.`)
  return Buffer.from(text)
}
