import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandName } from '../base/checkout.ts'
import { clock } from '../base/clock.ts'
import { compress, isCompressible } from '../http/compression.ts'
import { precompressed, typeOf, webFolder } from '../http/web-application.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'web')
const stampName = 'stamp.txt'

/** A hash of everything the pages are built from. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const names = ['src', 'public'].flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  for (const name of [...names, 'index.html', 'vite.config.ts', '../package-lock.json'].toSorted()) {
    const file = join(sources, name)
    if (statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function builtFrom(): string | undefined {
  const stamp = join(webFolder, stampName)
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

/** Whether the pages are there, and were built from these sources. */
export function pagesState(): 'current' | 'stale' | 'missing' {
  if (!existsSync(join(webFolder, 'index.html'))) return 'missing'
  return !hasSources() || builtFrom() === sourcesHash() ? 'current' : 'stale'
}

/** A package includes the built pages but not their sources. */
const hasSources = (): boolean => existsSync(join(sources, 'src'))

/**
 * Builds the web application when it is missing or stale. The API works without pages, so a failed build is reported and does not prevent the start.
 */
export async function buildWebApplication(
  note: (line: string) => void,
  command = commandName(),
): Promise<void> {
  if (!hasSources()) return
  const wanted = sourcesHash()
  if (builtFrom() === wanted) return
  const started = clock.ticks()
  note('Building the web application (once per change, about ten seconds) …')
  // Several processes may start together: each builds in a folder of its own, and the first to finish moves
  // it into place.
  const aside = join(sources, `dist-${process.pid}`)
  try {
    await buildPages(aside, command)
    writeFileSync(join(aside, stampName), wanted)
    const old = join(sources, `dist-${process.pid}-old`)
    if (existsSync(webFolder)) renameSync(webFolder, old)
    renameSync(aside, webFolder)
    rmSync(old, { recursive: true, force: true })
    note(`Built the web application (${((clock.ticks() - started) / 1000).toFixed(1)} s).`)
  } catch (error) {
    if (builtFrom() === wanted) return
    note(`Could not build the web application, so there are no pages: ${(error as Error).message}`)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Builds the pages into a folder, and compresses them. They show `command` where an operator has to run one. */
export async function buildPages(outDir: string, command: string): Promise<void> {
  await runVite(outDir, command)
  const assets = join(outDir, 'assets')
  for (const name of readdirSync(assets)) {
    const body = readFileSync(join(assets, name))
    if (!isCompressible(typeOf(name), body.length)) continue
    for (const [encoding, ending] of precompressed)
      writeFileSync(join(assets, name + ending), await compress(body, encoding, { cached: true }))
  }
}

function runVite(outDir: string, command: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const words = [
    'build',
    '--config',
    join(sources, 'vite.config.ts'),
    '--outDir',
    outDir,
    '--logLevel',
    'error',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, ...words, sources], {
      // With NODE_ENV=test, React would include its slow development tools.
      env: { ...process.env, NODE_ENV: 'production', VITE_COMMAND: command },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (bytes) => {
      said += bytes
    })
    child.stderr.on('data', (bytes) => {
      said += bytes
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(said.trim().slice(0, 2_000)))))
  })
}
