import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../base/config.ts'
import { makeFolders } from '../base/folders.ts'
import { markOf, readSecret } from '../base/secret.ts'
import { CopyRefused } from './damage.ts'
import { renameDurably, writeDurably } from './durable.ts'

type Place = Pick<Config, 'secret' | 'dataFolder'>

/** Identifies an installation without revealing its secret. */
export function installationOf(config: Place): string {
  return markOf(readSecret(config), 'backups', 'installation')
}

const fileOf = ({ dataFolder }: Place): string => join(dataFolder, 'secret')

/** The generated secret, which a backup includes. A secret from the settings is kept by the operator. */
export async function readGenerated(config: Place): Promise<Buffer | undefined> {
  return config.secret === '' ? readFile(fileOf(config)) : undefined
}

/** Without its secret, parts of a backup become unreadable; that must not happen by accident. */
export function demandSameSecret(config: Place, installation: string, isInBackup: boolean): void {
  const isHere = config.secret !== '' || existsSync(fileOf(config))
  const consequence =
    'Without it, people must set up their one-time codes again, and an administrator must enter the client secret of single sign-on again. To continue anyway, use --other-secret.'
  if (!isHere && !isInBackup)
    throw new CopyRefused(
      `The secret is not in the backup. Set ATRIUM_SECRET to its former value. ${consequence}`,
    )
  if (isHere && installationOf(config) !== installation)
    throw new CopyRefused(
      `The secret here (${config.secret === '' ? fileOf(config) : 'ATRIUM_SECRET'}) differs from the secret of the backup. Remove it, or set the secret of the backup. ${consequence}`,
    )
}

/** Writes the secret file atomically, unless there is one. */
export async function placeSecret(config: Place, secret: Uint8Array | undefined): Promise<void> {
  if (secret === undefined || config.secret !== '' || existsSync(fileOf(config))) return
  makeFolders(config.dataFolder)
  // Replaces what a killed process left behind.
  const begun = `${fileOf(config)}.unfinished`
  await rm(begun, { force: true })
  await writeDurably(begun, secret)
  await renameDurably(begun, fileOf(config))
}
