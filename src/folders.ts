import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
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
