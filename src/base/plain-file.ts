import { realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Why such a file is refused. */
export const notPlain = 'is a link, or not a regular file, and is not read'

/** A file of an archive or a backup is reached through a link, is outside its folder, or is a device or a pipe. */
export class NotPlain extends Error {
  constructor(path: string) {
    super(`${path} ${notPlain}.`)
    this.name = 'NotPlain'
  }
}

/** The path of a regular file in a folder that others may have filled. Never follows a link out of it, or within it. */
export function plainFile(folder: string, name: string): string {
  const root = realpathSync(folder)
  const path = join(root, name)
  const isInside = !relative(root, path).startsWith('..')
  if (!isInside || realpathSync(path) !== path || !statSync(path).isFile())
    throw new NotPlain(join(folder, name))
  return path
}
