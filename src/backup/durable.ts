import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, isDiskFull, problem } from '../base/errors.ts'
import { isOutOfRoom } from '../db/postgres/failures.ts'

/** Writes a new file that only its owner may read; it is durable when this resolves. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes creating, renaming and removing files in a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** Includes the code with which SQLite reports it outside the service, such as in a migration. */
export const isOutOfSpace = (error: unknown): boolean =>
  isDiskFull(error) || isOutOfRoom(error) || codeOf(error) === 'SQLITE_FULL'

/** Adds to a full-disk error which disk is full and what to do. */
export function explainDiskFull(error: unknown, where: string, rest: string): unknown {
  return isOutOfSpace(error) ? problem('disk_full', `No space left in ${where}. ${rest}`) : error
}
