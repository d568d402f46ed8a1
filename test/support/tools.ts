import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installPackagesOf } from './install-packages.ts'

/**
 * Programs that only developers need, such as the linter and PostgreSQL. They have their own lockfile, so that `npm ci`
 * in the project does not install them.
 */
const tools = join(import.meta.dirname, '../tools')

/** Installs them once, before the tests: their time limits do not include a download. */
export function setup(): void {
  installPackagesOf(tools)
}

/** The file that a specifier means in the packages of the tools, which are installed if they are missing. */
export function resolveTool(specifier: string, from?: string): string {
  installPackagesOf(tools)
  const inTools = createRequire(join(tools, 'package.json'))
  return from === undefined
    ? inTools.resolve(specifier)
    : createRequire(inTools.resolve(from)).resolve(specifier)
}
