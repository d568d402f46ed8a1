import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The bytes that a folder takes on the disk, as `du` counts them. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, { blocks }) => sum + blocks * 512, 0)
}
