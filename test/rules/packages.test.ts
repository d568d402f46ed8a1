import { expect, test } from 'vitest'
import { type LockedPackage, type Lockfile, shrinkwrap } from '../../scripts/package-manifest.ts'
import { importsOf, projectFiles, read, root, sources } from './project.ts'

const lockfiles = projectFiles.filter((path) => /(^|\/)package-lock\.json$/.test(path))
const lockOf = (path: string): Lockfile => JSON.parse(read(path)) as Lockfile

/** All packages of a lockfile, by path; the first entry is the project itself. */
function lockedIn(lock: Lockfile): [path: string, LockedPackage][] {
  return Object.entries(lock.packages).filter(([path]) => path !== '')
}

const shipped = lockedIn(shrinkwrap(lockOf('package-lock.json'), root))

/** A package may be installed under the name of another. */
function nameOf(path: string, { name }: LockedPackage): string {
  return String(name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
}

test('every lockfile has a hash for every package, and no address of a registry', () => {
  const folders = ['', 'test/outside/', 'test/tools/']
  expect(lockfiles.toSorted()).toEqual(folders.map((folder) => `${folder}package-lock.json`))
  for (const path of lockfiles) {
    const packages = lockedIn(lockOf(path))
    expect(packages.length).toBeGreaterThan(0)
    const unverified = packages.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
    expect(
      unverified.map(([name]) => name),
      path,
    ).toEqual([])
    expect(
      packages.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name),
      path,
    ).toEqual([])
  }
})

/** Packages that report on those who install or run them. */
const telemetry =
  /^(@scarf\/|@segment\/|@sentry\/|@amplitude\/|@datadog\/|posthog|mixpanel|analytics-node|applicationinsights|insight$|universal-analytics|newrelic)/

test('no package that we ship runs a script when it is installed', () => {
  expect(shipped.length).toBeGreaterThan(50)
  const withScript = shipped.filter(([, locked]) => locked.hasInstallScript === true)
  expect(withScript.map(([path]) => path)).toEqual([])
})

test('no package reports on those who install or run it', () => {
  expect('@scarf/scarf').toMatch(telemetry)
  const reporting = lockedIn(lockOf('package-lock.json')).filter(([path, locked]) =>
    telemetry.test(nameOf(path, locked)),
  )
  expect(reporting.map(([path]) => path)).toEqual([])
})

test('a package compiles nothing: one that includes its binaries is marked in the shrinkwrap', () => {
  const sqlite = shipped.find(([path]) => path === 'node_modules/better-sqlite3')
  expect(sqlite?.[1]).toHaveProperty('gypfile', false)
})

/** Packages that sources name although the package has no need of them, with the reason. */
const onlyInCheckout = new Map([['swagger-ui-dist', 'scripts/build.ts copies its files into the package']])

test('the package depends on exactly what its sources load', () => {
  const loaded = sources
    .map(read)
    .flatMap((text) => [
      ...importsOf(text).map(({ specifier }) => specifier),
      ...[...text.matchAll(/\b(?:import|resolve)\('([^']+)'\)/g)].flatMap(([, specifier = '']) => specifier),
    ])
    .filter((specifier) => !specifier.startsWith('.'))
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >
  const wanted = [...new Set(loaded)].filter((name) => !onlyInCheckout.has(name)).toSorted()
  expect(Object.keys(dependencies ?? {}).toSorted()).toEqual(wanted)
  for (const name of onlyInCheckout.keys()) expect(devDependencies).toHaveProperty([name])
})

test('the container file installs what the lockfiles name, with their hashes', () => {
  const commands = [...read('deploy/Containerfile').matchAll(/\bnpm (?!run\b)[^&\n]*/g)].map(([line]) =>
    line.trim(),
  )
  expect(commands).toEqual(['npm ci', 'npm ci --ignore-scripts'])
})
