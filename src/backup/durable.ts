import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, isDiskFull, problem } from '../base/errors.ts'
import { isOutOfRoom } from '../db/postgres/engine.ts'

/** Writes a new file that its owner alone may read; it is on the disk when this resolves. */
export async function writeDurably(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What was made, renamed or removed in a folder is so for good. */
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

/** Also where SQLite writes past what holds for the service, such as in a migration. */
export const isWithoutRoom = (error: unknown): boolean =>
  isDiskFull(error) || isOutOfRoom(error) || codeOf(error) === 'SQLITE_FULL'

/** A full disk is told with the place that is full, and with what became of the rest. */
export function tellOfRoom(error: unknown, where: string, rest: string): unknown {
  return isWithoutRoom(error) ? problem('disk_full', `There is no room left in ${where}. ${rest}`) : error
}
