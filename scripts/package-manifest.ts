import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
  [member: string]: unknown
}

export interface LockedPackage {
  version?: string
  integrity?: string
  dev?: boolean
  hasInstallScript?: boolean
  [member: string]: unknown
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
  [member: string]: unknown
}

/** Members of package.json that only a checkout needs. */
const ofCheckout = new Set(['scripts', 'devDependencies', 'overrides', 'prettier'])

function withoutCheckout<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !ofCheckout.has(name))) as T
}

/**
 * The package.json of the package. npm ignores the shrinkwrap of a package that is not from a registry, so at least the
 * versions of direct dependencies are exact.
 */
export function packageManifest(manifest: Manifest, lock: Lockfile): Manifest {
  return { ...withoutCheckout(manifest), dependencies: exactVersions(manifest.dependencies, lock) }
}

function exactVersions(dependencies: Record<string, string>, { packages }: Lockfile): Record<string, string> {
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => [name, String(packages[`node_modules/${name}`]?.version)]),
  )
}

/** The npm-shrinkwrap.json of the package: our lockfile without the packages of a checkout. */
export function shrinkwrap(lock: Lockfile, root: string): Lockfile {
  const packages = Object.entries(lock.packages)
    .filter(([, locked]) => locked.dev !== true)
    .map(([path, locked]) => [
      path,
      path === ''
        ? packageManifest(locked as Manifest, lock)
        : { ...locked, ...compilesNothing(join(root, path)) },
    ])
  return { ...lock, packages: Object.fromEntries(packages) }
}

/**
 * npm compiles a package that has a binding.gyp, unless the package opts out because it includes its binaries. npm does
 * not record that in lockfiles, but respects it there.
 */
function compilesNothing(folder: string): { gypfile?: false } {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  const { gypfile } = JSON.parse(readFileSync(file, 'utf8')) as { gypfile?: boolean }
  return gypfile === false ? { gypfile } : {}
}
