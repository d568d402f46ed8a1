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
    'Without it, one-time codes have to be set up anew, and the secret of single sign-on given again; --other-secret goes on all the same.'
  if (!isHere && !isInBackup)
    throw new CopyRefused(`The secret is not in the backup. Set ATRIUM_SECRET as it was. ${consequence}`)
  if (isHere && installationOf(config) !== installation)
    throw new CopyRefused(
      `The secret here (${config.secret === '' ? fileOf(config) : 'ATRIUM_SECRET'}) is another one than that of the backup. Remove it, or set that of the backup. ${consequence}`,
    )
}

/** Writes the secret file atomically, unless there is one. */
export async function placeSecret(config: Place, secret: Uint8Array | undefined): Promise<void> {
  if (secret === undefined || config.secret !== '' || existsSync(fileOf(config))) return
  makeFolders(config.dataFolder)
  // Overwrites what a killed process left.
  const begun = `${fileOf(config)}.unfinished`
  await rm(begun, { force: true })
  await writeDurably(begun, secret)
  await renameDurably(begun, fileOf(config))
}
