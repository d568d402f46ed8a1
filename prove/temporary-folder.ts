import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unmountBelow } from '../test/support/small-disk.ts'
import { CannotGoOn } from './cannot-go-on.ts'

/** Bytes that are free when a run begins, and without which what fails may fail for want of them. */
const room = { begin: 500e6, goOn: 20e6 }

/** Lets all that a run makes, and the packages that it uses, be below one folder, of which nothing stays. */
export function takeTemporaryFolder(): void {
  const folder = makeFolder()
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // Last of all: a proof that was interrupted may make something until then.
  process.once('exit', () => removeFolder(folder))
}

function makeFolder(): string {
  try {
    demandRoom('begin', tmpdir())
    return mkdtempSync(join(tmpdir(), 'atrium-prove-'))
  } catch (error) {
    if (error instanceof CannotGoOn) throw error
    throw new CannotGoOn(
      `The temporary folder cannot be used (${error instanceof Error ? error.message : error})`,
    )
  }
}

/** With the disks that are mounted in it. */
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
    `There is too little room in the temporary folder, which should have ${room.begin / 1e6} MB (TMPDIR names another)`,
  )
