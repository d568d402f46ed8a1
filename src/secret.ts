import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The installation's secret: as set, or generated once into the data folder, readable by its owner alone. */
export function readSecret({ secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>): Buffer {
  if (secret !== '') return Buffer.from(secret)
  const file = join(dataFolder, 'secret')
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) generate(file)
  const text = readFileSync(file, 'utf8').trim()
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
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(own)
  }
}
