import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of its own, with its own lockfile, so that `npm ci` in the project does not install these tools. */
export const outside = join(import.meta.dirname, '../outside')

const modules = join(outside, 'node_modules')

/** `npm ci` removes it with the folder, so an interrupted installation is repeated. */
const installedLockfile = join(modules, '.lockfile-sha256')

/** Installs the tools of others, unless those of the present lockfile are installed already. */
export function setup(): void {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(outside, 'package-lock.json')))
    .digest('hex')
  if (existsSync(installedLockfile) && readFileSync(installedLockfile, 'utf8') === lockfile) return
  const words = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', words, { cwd: outside, stdio: 'inherit' })
  writeFileSync(installedLockfile, lockfile)
}

/** The path of a command that one of the tools brings. */
export function toolCommand(name: string): string {
  return join(modules, '.bin', name)
}
