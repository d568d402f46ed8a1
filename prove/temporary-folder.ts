import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unmountBelow } from '../test/support/small-disk.ts'
import { CannotGoOn } from './cannot-go-on.ts'

/** Free bytes needed to begin, and to go on: below that, failures may be caused by the full disk. */
const room = { begin: 500e6, goOn: 20e6 }

/** Puts everything a run creates below one folder, which is removed at the end. */
export function takeTemporaryFolder(): void {
  const folder = makeFolder()
  // If we are root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // Last of all: an interrupted proof may create files until then.
  process.once('exit', () => removeFolder(folder))
}

function makeFolder(): string {
  try {
    demandRoom('begin', tmpdir())
    return mkdtempSync(join(tmpdir(), 'atrium-prove-'))
  } catch (error) {
    if (error instanceof CannotGoOn) throw error
    throw new CannotGoOn(
      `Cannot use the temporary folder (${error instanceof Error ? error.message : error})`,
    )
  }
}

/** Includes disks that are mounted in it. */
export function removeFolder(folder: string): void {
  unmountBelow(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

export function demandRoom(to: keyof typeof room, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < room[to]) throw noRoom()
}

export const noRoom = (): CannotGoOn =>
  new CannotGoOn(
    `The temporary folder has too little space: it needs ${room.begin / 1e6} MB (set TMPDIR to use another)`,
  )
