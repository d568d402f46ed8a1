import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Every file of the project that is committed or about to be, by its path from the root. */
export const projectFiles: readonly string[] = (knownToGit() ?? onDisk()).filter((path) => isFile(path))

function knownToGit(): string[] | undefined {
  try {
    const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
    const text = execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text.split('\n').filter((path) => path !== '')
  } catch {
    return undefined
  }
}

/** In a copy without history. */
function onDisk(): string[] {
  const ignored = new Set([
    '.git',
    ...read('.gitignore')
      .split('\n')
      .map((line) => line.replace(/\/$/, '')),
  ])
  const inside = readdirSync(root).filter((name) => !ignored.has(name))
  return inside.flatMap((name) =>
    isFile(name)
      ? [name]
      : readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) =>
          join(name, path).replaceAll('\\', '/'),
        ),
  )
}

/** Git may still list a deleted file. */
function isFile(path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export const sources: readonly string[] = projectFiles.filter((path) => /^src\/.*\.ts$/.test(path))

export interface Import {
  specifier: string
}

/** The imports of a source file, types included. */
export function importsOf(text: string): Import[] {
  const statements = text.matchAll(/^import\s+(?:[^'"`;]*?\s+from\s+)?'([^']+)'/gm)
  const exports = text.matchAll(/^export\s+[^'"`;()=]*?\s+from\s+'([^']+)'/gm)
  const calls = text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)
  return [...statements, ...exports, ...calls].map(([, specifier = '']) => ({ specifier }))
}

/** The paths of the project's own files that a source file imports. */
export function ownImports(path: string, imports: readonly Import[] = importsOf(read(path))): string[] {
  return imports.flatMap(({ specifier }) =>
    specifier.startsWith('.') ? [join(path, '..', specifier).replaceAll('\\', '/')] : [],
  )
}

/** Each import cycle, as a path from a file back to itself. */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  function visit(path: string, trail: readonly string[]): void {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const other of graph.get(path) ?? []) visit(other, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}

export function linesOf(path: string): number {
  return read(path).trimEnd().split('\n').length
}
