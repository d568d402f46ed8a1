import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** Where packages are installed before they are moved: on the same file system as the folders of the tests. */
const cache = join(import.meta.dirname, '../../node_modules/.cache/atrium')

/**
 * Installs the packages of a folder with its own package.json and lockfile, unless those of the present lockfile are
 * installed already. Two runs may do it at the same time: each installs elsewhere, and one of them moves its packages in.
 */
export function installPackagesOf(folder: string): void {
  const manifests = ['package.json', 'package-lock.json'] as const
  const lockfile = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const modules = join(folder, 'node_modules')
  const isInstalled = (): boolean => {
    const installed = join(modules, '.lockfile-sha256')
    return existsSync(installed) && readFileSync(installed, 'utf8') === lockfile
  }
  if (isInstalled()) return
  mkdirSync(cache, { recursive: true })
  const elsewhere = mkdtempSync(join(cache, 'packages-'))
  try {
    for (const name of manifests) copyFileSync(join(folder, name), join(elsewhere, name))
    const words = [
      'ci',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    execFileSync('npm', words, { cwd: elsewhere, stdio: 'inherit' })
    writeFileSync(join(elsewhere, 'node_modules', '.lockfile-sha256'), lockfile)
    if (isInstalled()) return
    rmSync(modules, { recursive: true, force: true })
    renameSync(join(elsewhere, 'node_modules'), modules)
  } catch (error) {
    if (!isInstalled()) throw error
  } finally {
    rmSync(elsewhere, { recursive: true, force: true })
  }
}
