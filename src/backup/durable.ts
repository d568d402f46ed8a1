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

/** Makes durable what was created, renamed or removed in a folder. */
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

/** Also where SQLite reports it outside the service, such as in a migration. */
export const isWithoutRoom = (error: unknown): boolean =>
  isDiskFull(error) || isOutOfRoom(error) || codeOf(error) === 'SQLITE_FULL'

/** Adds to a full-disk error which disk is full and what to do. */
export function tellOfRoom(error: unknown, where: string, rest: string): unknown {
  return isWithoutRoom(error) ? problem('disk_full', `There is no room left in ${where}. ${rest}`) : error
}
