import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** A disk of a size, in a new folder, where the machine lets us have one; elsewhere undefined. */
export function mountSmallDisk(folder: string, megabytes: number): { remove: () => void } | undefined {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  return { remove: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }) }
}
