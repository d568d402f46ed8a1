import { join } from 'node:path'
import { installPackagesOf } from './install-packages.ts'

/** A package of its own, with its own lockfile, so that `npm ci` in the project does not install these tools. */
export const outside = join(import.meta.dirname, '../outside')

/** Installs the third-party tools. */
export function setup(): void {
  installPackagesOf(outside)
}

/** The path of a command that one of the tools brings. */
export function toolCommand(name: string): string {
  return join(outside, 'node_modules', '.bin', name)
}
