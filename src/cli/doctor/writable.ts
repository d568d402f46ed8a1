import { mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolders, whyUnusable } from '../../base/folders.ts'

/** Why this user cannot write to a folder, which may not exist yet; undefined if it can. Leaves nothing behind. */
export function whyUnwritable(folder: string): string | undefined {
  try {
    const first = makeFolders(folder)
    rmdirSync(mkdtempSync(join(folder, 'doctor-')))
    if (first !== undefined)
      for (let made = folder; made.length >= first.length; made = dirname(made)) rmdirSync(made)
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return whyUnusable(Object.assign(error, { path: folder })) ?? error.message
  }
}
