import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../base/errors.ts'
import { NotPlain, notPlain, plainFile } from '../base/plain-file.ts'
import type { TableShape } from '../db/catalogue.ts'
import type { Engine } from '../db/database.ts'
import { CopyRefused, Damaged } from './damage.ts'
import { syncFolder, writeDurably } from './durable.ts'
import type { RowFile } from './row-file.ts'

/** The newest backup format that this version knows. */
export const format = 1

/** What a backup contains, with the hash of each file. `docs/guides/backups.md` describes it. */
export interface BackupManifest {
  format: number
  /** The version of Atrium that created it. */
  program: string
  engine: Engine
  /** When it began. All rows are from one moment just after. */
  moment: string
  /** Identifies the installation by its secret. */
  installation: string
  /** Distinguishes installations that share a secret; missing in earlier versions. */
  id?: string
  migrations: string[]
  tables: (TableShape & RowFile)[]
  contents: RowFile & {
    totalBytes: number
    /** Content that was missing or damaged in the service itself. */
    lacking: string[]
  }
  /** Undefined if the secret is a setting, or was left out. */
  secret?: { file: string; sha256: string }
}

const name = 'manifest.json'
const sumName = 'manifest.sha256'

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** As `sha256sum` writes it, so that it can be checked by hand. */
const sumOf = (text: Uint8Array): string => `${sha256Of(text)}  ${name}\n`

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  await writeDurably(join(folder, name), text)
  await writeDurably(join(folder, sumName), sumOf(text))
  await syncFolder(folder)
}

/** Undefined if there is none. */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const read = async (file: string): Promise<Buffer | undefined> => {
    try {
      return await readFile(plainFile(folder, file))
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
      throw error instanceof NotPlain ? new Damaged(join(folder, file), notPlain) : error
    }
  }
  const [text, sum] = [await read(name), await read(sumName)]
  if (text === undefined && sum === undefined) return undefined
  if (sum === undefined) throw new Damaged(join(folder, sumName))
  if (text === undefined || !sum.equals(Buffer.from(sumOf(text)))) throw new Damaged(join(folder, name))
  const manifest = parse(text.toString())
  if (manifest === undefined) throw new Damaged(join(folder, name), 'is not the manifest of a backup')
  if (manifest.format > format)
    throw new CopyRefused(
      `The backup was created by a newer version of Atrium (${manifest.program}, format ${manifest.format}). Use that version.`,
    )
  return manifest
}

/** Undefined if it is not a manifest. A newer version may use another format. */
function parse(text: string): BackupManifest | undefined {
  try {
    const found = JSON.parse(text)
    const isOne =
      found.format > format ||
      (typeof found.format === 'number' &&
        typeof found.installation === 'string' &&
        Array.isArray(found.migrations) &&
        Array.isArray(found.tables) &&
        Array.isArray(found.contents.lacking))
    return isOne ? found : undefined
  } catch {
    return undefined
  }
}
