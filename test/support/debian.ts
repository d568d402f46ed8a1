import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { beforeEach } from 'vitest'

/** Installs Debian packages if possible; returns whether the file they provide exists. */
export function haveDebian(file: string, ...packages: readonly string[]): boolean {
  if (existsSync(file)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = (): void => {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
      env,
      stdio: 'ignore',
    })
  }
  try {
    install()
  } catch {
    try {
      // The package list may be missing or old.
      execFileSync('apt-get', ['update'], { env, stdio: 'ignore' })
      install()
    } catch {
      return false
    }
  }
  return existsSync(file)
}

/** Skips the tests of this file, or of this group, if a program is missing; returns whether it is there. */
export function skipWithout(what: string, isThere: boolean): boolean {
  beforeEach((context) => {
    if (!isThere) context.skip(`${what} is not installed and cannot be installed here`)
  })
  return isThere
}
