import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from './errors.ts'

/**
 * Makes a folder for its owner alone, with those around it, and gives the first that was missing. Node's own way never ends
 * where a file system takes no folders, such as /proc.
 */
export function makeFolders(path: string): string | undefined {
  try {
    return makeFolder(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    // Where all around it is there, it is the folder itself that is not taken.
    const first = makeFolders(dirname(path))
    const made = makeFolder(path)
    return first ?? made
  }
}

/** Gives it where it was not there; another process may make it in the same moment. */
function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return undefined
    throw error
  }
}

/** Without symbolic links, as far as there is something: a place has one name, whichever way one comes to it. */
export function realPath(path: string): string {
  const full = resolve(path)
  try {
    return realpathSync(full)
  } catch {
    return dirname(full) === full ? full : join(realPath(dirname(full)), basename(full))
  }
}

const words: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'nothing can be written there',
  EEXIST: 'a file stands where a folder should be, or something is in the way',
  ENOTDIR: 'a file stands where a folder should be',
  EISDIR: 'a folder stands where a file should be',
  ENOENT: 'it is not there',
}

/** Why a place cannot be used; undefined where it is something else, such as a disk that is full or broken. */
export function whyUnusable(error: unknown): string | undefined {
  const told = words[codeOf(error)]
  if (told === undefined || !(error instanceof Error && 'path' in error)) return undefined
  return `${error.path} cannot be used: ${told} (${codeOf(error)}).`
}

/** Where the installation keeps its own cannot be used. */
export class CannotBeUsed extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'CannotBeUsed'
  }
}

/** The error as it is for a place of the installation's own. */
export function ofOwnPlace(error: unknown): unknown {
  const why = whyUnusable(error)
  return why === undefined ? error : new CannotBeUsed(why)
}

/** Runs `work` on a place of the installation's own. */
export function inOwnPlace<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw ofOwnPlace(error)
  }
}
