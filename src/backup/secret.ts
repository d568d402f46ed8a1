import { readFile, rm } from 'node:fs/promises'
import { makeFolders } from '../base/folders.ts'
import { hasSecret, markOf, readSecret, type SecretPlace, secretFile } from '../base/secret.ts'
import { CopyRefused } from './damage.ts'
import { renameDurably, writeDurably } from './durable.ts'

/** Identifies an installation without revealing its secret. */
export function installationOf(config: SecretPlace): string {
  return markOf(readSecret(config), 'backups', 'installation')
}

/** The generated secret, which a backup includes. A secret from the settings is kept by the operator. */
export async function readGenerated(config: SecretPlace): Promise<Buffer | undefined> {
  return config.secret === '' ? readFile(secretFile(config)) : undefined
}

/** Without its secret, parts of a backup become unreadable; that must not happen by accident. */
export function demandSameSecret(config: SecretPlace, installation: string, isInBackup: boolean): void {
  const isHere = hasSecret(config)
  const consequence =
    'Without it, one-time codes have to be set up anew, and the secret of single sign-on given again; --other-secret goes on all the same.'
  if (!isHere && !isInBackup)
    throw new CopyRefused(`The secret is not in the backup. Set ATRIUM_SECRET as it was. ${consequence}`)
  if (isHere && installationOf(config) !== installation)
    throw new CopyRefused(
      `The secret here (${config.secret === '' ? secretFile(config) : 'ATRIUM_SECRET'}) is another one than that of the backup. Remove it, or set that of the backup. ${consequence}`,
    )
}

/** Writes the secret file atomically, unless there is one. */
export async function placeSecret(config: SecretPlace, secret: Uint8Array | undefined): Promise<void> {
  if (secret === undefined || hasSecret(config)) return
  makeFolders(config.dataFolder)
  // Overwrites what a killed process left.
  const begun = `${secretFile(config)}.unfinished`
  await rm(begun, { force: true })
  await writeDurably(begun, secret)
  await renameDurably(begun, secretFile(config))
}
