import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf } from './errors.ts'

/**
 * Creates a folder that only its owner can use, with its missing parents, and returns the first one created.
 * Node's recursive mkdir never returns on file systems without user-created folders, such as /proc.
 */
export function makeFolders(path: string): string | undefined {
  try {
    return makeFolder(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    // The parents exist now, so if this fails the folder itself is the problem.
    const first = makeFolders(dirname(path))
    const made = makeFolder(path)
    return first ?? made
  }
}

/** Returns the path if it created it; another process may create it at the same moment. */
function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return undefined
    throw error
  }
}

/** Resolves symbolic links as far as the path exists, so that each folder has one name. */
export function realPath(path: string): string {
  const full = resolve(path)
  try {
    return realpathSync(full)
  } catch {
    return dirname(full) === full ? full : join(realPath(dirname(full)), basename(full))
  }
}

const words: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only; under systemd, add the folder to ReadWritePaths',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'a folder is where a file should be',
  ENOENT: 'it does not exist',
}

/** Why a path cannot be used; undefined for other errors, such as a full or broken disk. */
export function whyUnusable(error: unknown): string | undefined {
  const reason = words[codeOf(error)]
  if (reason === undefined || !(error instanceof Error && 'path' in error)) return undefined
  return `Cannot use ${error.path}: ${reason} (${codeOf(error)}).`
}

/** A path that the installation needs for its own data cannot be used. */
export class CannotBeUsed extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'CannotBeUsed'
  }
}

/** Turns an error about such a path into `CannotBeUsed`. */
export function ofOwnPlace(error: unknown): unknown {
  const why = whyUnusable(error)
  return why === undefined ? error : new CannotBeUsed(why)
}

/** Runs `work` on such a path. */
export function inOwnPlace<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw ofOwnPlace(error)
  }
}
