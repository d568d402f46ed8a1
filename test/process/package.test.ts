import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { time } from '../support/clock.ts'
import { FileCaller, sha256, someBytes } from '../support/file-requests.ts'
import { freePort } from '../support/postgres-server.ts'
import { answers, cleanUpProcesses, makeFolder, root, settingsIn, start, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'
import { excess, recordedSizes, sizesOnDisk, sum } from '../support/sizes.ts'

cleanUpProcesses()

/** The machine's own path, whose Node may be too old for Atrium. */
const PATH = String(process.env['PATH'])
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** The package, and the folder that it is installed in as the operating manual says. */
let archive = ''
let installed = ''

/** Where Compose looks for settings, and a copy that an editor leaves behind. */
const secretFiles = ['.env', 'deploy/.env', 'deploy/.env.swp']

/** Nothing to compile with; scripts would run if a package had one. */
const npm = (words: readonly string[]) =>
  start('npm', [...words, '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts=false'], {
    cwd: installed,
    env: {
      PATH,
      npm_config_nodedir: '/nowhere',
      CXX: '/bin/false',
      npm_config_loglevel: 'error',
      // A request that gets no answer is sent again after half a minute, not after five.
      npm_config_fetch_timeout: '30000',
      // A network may have a certificate authority of its own.
      NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] ?? '',
    },
  }).ended

beforeAll(async () => {
  const checkout = join(makeFolder(), 'checkout')
  const documents = ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'docs', 'deploy']
  const sources = ['bin', 'src', 'scripts', 'tsconfig.json', 'tsconfig.build.json']
  for (const name of [...documents, ...sources, 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  for (const name of ['src', 'public', 'index.html', 'vite.config.ts'])
    cpSync(join(root, 'web', name), join(checkout, 'web', name), { recursive: true })
  for (const name of secretFiles) writeFileSync(join(checkout, name), 'ATRIUM_SECRET=secret\n')
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build.ts'], {
    cwd: checkout,
    stdio: 'pipe',
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), PATH].join(delimiter) },
  })
  const built = join(checkout, 'dist')
  archive = join(built, readdirSync(built).find((name) => name.endsWith('.tgz')) ?? '')
  installed = makeFolder()
  execFileSync('tar', ['-xzf', archive, '-C', installed, '--strip-components=1'])
  const { code, stdout, stderr } = await npm(['ci'])
  expect(code, stderr + stdout).toBe(0)
})

const atrium = (): string => inPackage('bin/atrium.sh')
const inPackage = (name: string): string => join(installed, name)

test('the installed package takes at most 150 MB, not counting Node', () => {
  const parts = Object.fromEntries(
    Object.entries(sizesOnDisk(installed)).filter(([part]) => !part.startsWith('node_modules/node-linux-')),
  )
  const before = recordedSizes('package', parts)
  const what = 'The installed package'
  expect(excess({ what, unit: 'MB', size: sum(parts), limit: 150, parts, before })).toBe('')
  expect(sum(parts)).toBeGreaterThan(50)
})

test('it contains no settings of the checkout that it was built in', () => {
  const names = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).split('\n')
  expect(names).toContain('package/deploy/compose.yml')
  expect(names.filter((name) => basename(name).startsWith('.'))).toEqual([])
})

test('installing it compiles nothing', () => {
  expect(existsSync(inPackage('node_modules/better-sqlite3/binding.gyp'))).toBe(true)
  expect(existsSync(inPackage('node_modules/better-sqlite3/build'))).toBe(false)
})

test('it has the versions of the lockfile, and no package of a checkout', () => {
  type Locked = Record<string, { version: string; dev?: boolean }>
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Locked
  }
  const there = Object.keys(packages).filter((path) => path !== '' && existsSync(inPackage(path)))
  expect(there.length).toBeGreaterThan(50)
  for (const path of there) {
    const { version } = JSON.parse(readFileSync(join(inPackage(path), 'package.json'), 'utf8')) as Locked['']
    expect([path, version, packages[path]?.dev]).toEqual([path, packages[path]?.version, undefined])
  }
})

/** What only works in a checkout. */
const ofCheckout = /\bnpm (?:run|start|ci|test)\b/

test('its command serves with the Node that it brings, and its hints name the command', async () => {
  // The package has its own clock, which the tests cannot move.
  time.setToMachine()
  const folder = makeFolder()
  const port = await freePort()
  const env = { ...settingsIn(folder), ATRIUM_PORT: `${port}`, PATH }
  const help = await start(atrium(), ['help'], { env }).ended
  expect(help.stdout).toContain('Usage: atrium <command> [options]\n')
  const served = start(atrium(), ['serve'], { env, cwd: folder })
  await answers(served, `http://127.0.0.1:${port}/readyz`)
  // The process itself, so that signals reach it.
  if (process.platform === 'linux')
    expect(readlinkSync(`/proc/${served.pid}/exe`)).toContain(inPackage('node_modules/node-linux-'))
  await until('it names the first command', () => served.stderr().includes('atrium init --help'))
  for (const path of ['/', '/explorer', '/openapi.json', '/swagger.json', '/problems'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200)
  const swaggerUi = await fetch(`http://127.0.0.1:${port}/explorer/assets/swagger-ui-bundle.js`)
  expect((await swaggerUi.bytes()).length).toBeGreaterThan(1_000_000)

  // Large enough for a thread, which is also loaded from the package.
  const { token } = await withDatabase(settingsIn(folder), (db) => seedCompany(db))
  const caller = new FileCaller(`http://127.0.0.1:${port}`, token)
  const content = someBytes(300_000)
  const { id } = (await (await caller.upload('large', content)).json()) as { id: string }
  const file = await caller.claim(await caller.workspace(), id)
  const sent = await (await caller.fetch(`/v1/files/${file.body}/content`)).bytes()
  expect(sha256(sent)).toBe(sha256(content))
  served.signal('SIGTERM')
  const { code, stderr } = await served.ended
  expect(code).toBe(0)
  expect(help.stdout + stderr).not.toMatch(ofCheckout)
})

// Without a lockfile, npm asks the registry about every package and downloads versions that no cache has.
test('npm installs it as a command, too', { timeout: 600_000 }, async () => {
  const prefix = makeFolder()
  const { code, stdout, stderr } = await npm(['install', '--global', '--prefix', prefix, archive])
  expect(code, stderr + stdout).toBe(0)
  const help = await start(join(prefix, 'bin', 'atrium'), ['help'], { env: { PATH } }).ended
  expect([help.code, help.stderr]).toEqual([0, ''])
})

test('no program or page in it tells anyone to use a checkout', () => {
  // These know both words, and show those of a checkout in none but a checkout.
  const knowsBoth = new Set([
    'dist/base/checkout.js',
    'dist/cli/doctor/surroundings.js',
    'dist/http/web-application.js',
    'bin/require-node.mjs',
  ])
  const programs = ['bin', 'dist', 'web']
    .flatMap((folder) =>
      readdirSync(inPackage(folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.m?js$/.test(name) && !knowsBoth.has(name))
  expect(programs.length).toBeGreaterThan(300)
  const texts = programs.map(
    (name) => [name, withoutComments(readFileSync(inPackage(name), 'utf8'))] as const,
  )
  expect(texts.filter(([, text]) => ofCheckout.test(text)).map(([name]) => name)).toEqual([])
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

test('it passes on the licences of what it includes', () => {
  expect(readFileSync(inPackage('web/dist/licenses.md'), 'utf8')).toContain('react')
  expect(existsSync(inPackage('dist/description/swagger-ui/LICENSE'))).toBe(true)
  expect(readFileSync(inPackage('web/dist/tabler-icons-license.txt'), 'utf8')).toContain('MIT License')
})
