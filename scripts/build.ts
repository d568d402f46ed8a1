import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from '../src/cli/web-build.ts'
import { type Lockfile, type Manifest, packageManifest, shrinkwrap } from './package-manifest.ts'

/**
 * Builds the package that operators install: the sources compiled, because Node does not run TypeScript inside
 * node_modules, and the pages built. A checkout does not need it: it runs its sources directly.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const folder = join(dist, 'package')
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T
const writeJson = (name: string, value: object): void =>
  writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`)

/** Compose reads passwords from deploy/.env, and an editor may have copies of it. */
const isPublic = (path: string): boolean => !basename(path).startsWith('.')

rmSync(dist, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const name of ['bin', 'deploy', 'docs', 'README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md'])
  cpSync(join(root, name), join(folder, name), { recursive: true, filter: isPublic })

execFileSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
const description = join(folder, 'dist', 'description')
cpSync(join(root, 'src/description/explorer'), join(description, 'explorer'), { recursive: true })
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const script = 'swagger-ui-bundle.js'
for (const name of [script, 'swagger-ui.css', 'LICENSE', 'NOTICE', `${script}.LICENSE.txt`])
  cpSync(join(swaggerUi, name), join(description, 'swagger-ui', name))
await buildPages(join(folder, 'web', 'dist'), 'atrium')

const manifest = readJson<Manifest>(join(root, 'package.json'))
const lock = readJson<Lockfile>(join(root, 'package-lock.json'))
writeJson('package.json', packageManifest(manifest, lock))
writeJson('npm-shrinkwrap.json', shrinkwrap(lock, root))

execFileSync('npm', ['pack', folder, '--pack-destination', dist, '--silent'], { cwd: root })
process.stdout.write(`Built dist/${manifest.name}-${manifest.version}.tgz.\n`)
