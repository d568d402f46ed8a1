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
    'Without it, people must set up their one-time codes again, and an administrator must enter the client secret of single sign-on again. To continue anyway, use --other-secret.'
  if (!isHere && !isInBackup)
    throw new CopyRefused(
      `The secret is not in the backup. Set ATRIUM_SECRET to its former value. ${consequence}`,
    )
  if (isHere && installationOf(config) !== installation)
    throw new CopyRefused(
      `The secret here (${config.secret === '' ? secretFile(config) : 'ATRIUM_SECRET'}) differs from the secret of the backup. Remove it, or set the secret of the backup. ${consequence}`,
    )
}

/** Writes the secret file atomically, unless there is one. */
export async function placeSecret(config: SecretPlace, secret: Uint8Array | undefined): Promise<void> {
  if (secret === undefined || hasSecret(config)) return
  makeFolders(config.dataFolder)
  // Replaces what a killed process left behind.
  const begun = `${secretFile(config)}.unfinished`
  await rm(begun, { force: true })
  await writeDurably(begun, secret)
  await renameDurably(begun, secretFile(config))
}
