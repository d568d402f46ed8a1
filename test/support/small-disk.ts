import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'

/** Mounts a small file system on a new folder; `undefined` if this user may not mount one. */
export function mountSmallDisk(folder: string, megabytes: number): { remove: () => void } | undefined {
  mkdirSync(folder)
  const size = `size=${Math.round(megabytes * 1024)}k`
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return undefined
  }
  return { remove: () => unmount(folder) }
}

const unmount = (folder: string): void => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })

/** Unmounts all disks in a folder. */
export function unmountBelow(folder: string): void {
  const table = '/proc/self/mounts'
  if (!existsSync(folder) || !existsSync(table)) return
  const start = `${realpathSync(folder)}/`
  const places = readFileSync(table, 'utf8')
    .split('\n')
    .map((line) =>
      (line.split(' ')[1] ?? '').replaceAll(/\\(\d{3})/g, (_, octal) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
    )
  for (const place of places.filter((each) => each.startsWith(start))) unmount(place)
}
