import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, projectFiles, read, sources } from './project.ts'

const longest = 300

/** "Past 300 it is two things", unless it is one for the reason given here. */
const longFiles: Readonly<Record<string, string>> = {}

test(`source files have at most ${longest} lines`, () => {
  const long = sources.filter((path) => linesOf(path) > longest)
  expect(long.filter((path) => !Object.hasOwn(longFiles, path))).toEqual([])
  // An exception that is no longer needed is removed.
  expect(Object.keys(longFiles).filter((path) => !long.includes(path))).toEqual([])
})

test('http and db have at most 35 files each, not counting subfolders', () => {
  for (const folder of ['src/http', 'src/db'])
    expect(sources.filter((path) => dirname(path) === folder).length, folder).toBeLessThanOrEqual(35)
})

const code = projectFiles.filter((path) => /^(src|test|scripts|bin|bench)\//.test(path))

test('file and folder names are kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.[a-z]+$/
  const folder = /^[a-z0-9]+(-[a-z0-9]+)*$/
  const odd = code.filter((path) => {
    const folders = path.split('/').slice(0, -1)
    return !kebab.test(basename(path)) || !folders.every((name) => folder.test(name))
  })
  expect(odd).toEqual([])
})

const vague = /(^|[a-z-])(utils?|helpers?|managers?|services?)$/i

test('nothing is named utils, helpers, Manager or Service', () => {
  expect(code.filter((path) => vague.test(basename(path).split('.')[0] ?? ''))).toEqual([])
  const declared = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?(?:abstract )?(?:class|interface|type|function) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => /(Utils?|Helpers?|Manager|Service)$/.test(name))
      .map((name) => `${path}: ${name}`),
  )
  expect(declared).toEqual([])
})

test('no default exports and no barrels', () => {
  const defaults = sources.filter((path) => /^export default\b/m.test(read(path)))
  const barrels = sources.filter((path) =>
    /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})[^;\n]*\bfrom\b/m.test(read(path)),
  )
  expect(defaults).toEqual([])
  expect(barrels).toEqual([])
})

/** Calls that files make when they are imported; each only creates a value from its arguments. */
const makers = new Set([
  ...['resource', 'listOf', 'choice', 'inHeader', 'assertionChecks.filter', 'problemCodes.toSorted'],
  ...[
    'Map',
    'WeakMap',
    'AsyncLocalStorage',
    'Scheduler',
    'RefusalDelay',
    'Set',
    'Object.assign',
    'URL',
    'RegExp',
    'Buffer.alloc',
    'Date.parse',
    'Object.keys',
  ],
  ...['createPublicKey', 'promisify', 'fileURLToPath', 'join', 'secretText', 'readOnly'],
  ...[
    'kind',
    'tableKind',
    'sql.join',
    'computed',
    'column',
    'text',
    'json',
    'optional',
    'oneOf',
    'placeFields',
    'taskList',
    'Object.values',
  ],
])

/** What runs when a file is imported: statements at the left margin, and calls in initial values. */
function actsOf(text: string): string[] {
  // Template literals may begin their lines as they like.
  const code = text.replaceAll(/`(?:\\[\s\S]|[^`\\])*`/g, '``').replaceAll(/^\/\*[\s\S]*?\*\//gm, '')
  const declared =
    /^(?:import|export|const|let|function|class|abstract class|interface|type|declare|async function)\b|^[})\]>]|^\/\//
  const statements = code.split('\n').filter((line) => /^\S/.test(line) && !declared.test(line))
  const values = code.matchAll(
    /^(?:export )?(?:const|let) \w+(?:: [^=\n]*)? =\s+((?:await )?)(?:new )?([\w.]+)(?:<[^()\n]*>)?\([^\n]*/gm,
  )
  const calls = [...values].filter(
    ([, waits, name = '']) => waits !== '' || (name !== 'async' && !makers.has(name)),
  )
  return [...statements, ...calls.map(([line]) => line)]
}

test('importing a file has no side effects', () => {
  // Imports the migrations, which have no side effects.
  const loader = 'src/db/migrate.ts: export const migrations: readonly Migration[] = await Promise.all('
  const acts = sources.flatMap((path) => actsOf(read(path)).map((act) => `${path}: ${act}`))
  expect(acts).toEqual([loader])
})

test('a file with side effects would be found', () => {
  const acts = [
    'process.exitCode = 1',
    'main()',
    'await main()',
    'for (const a of [1]) console.log(a)',
    "const text = readFileSync('x')",
    "export const got: string = await fetch('x')",
    'const timer = new Timer(1)',
  ]
  const harmless = [
    "import { a } from './a.ts'",
    '/**\n * Words.\n */\nexport function b(): void {\n  a()\n}',
    'const c = async (): Promise<void> => a()',
    'const d: Readonly<Record<string, (e: string) => string>> = {\n  f: (e) => g(e),\n}',
    'const h = new Map<string, () => void>()',
    'const i = `\nUsage: i\n`',
  ]
  expect(actsOf([...acts, ...harmless].join('\n')).toSorted()).toEqual(acts.toSorted())
})

test('no test is skipped or singled out, and no type is silenced', () => {
  const silenced = code
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/\b(?:it|test|describe)\.(?:skip|only|todo)\(|@ts-(?:ignore|nocheck)/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    )
  expect(silenced).toEqual([])
})

test('no table has triggers or cascades: a statement has no hidden effects', () => {
  const migrations = sources.filter((path) => path.startsWith('src/db/migrations/'))
  expect(migrations.length).toBeGreaterThan(5)
  const excepted = [
    // During its upgrade, processes of the earlier version still write changes that nobody would number.
    'src/db/migrations/0015-feed.ts',
    // SQLite's full-text index is a virtual table, which triggers keep in step with the table of its words.
    'src/db/migrations/0020-search.ts',
  ]
  const words = /\b(TRIGGER|CASCADE|VIRTUAL TABLE|CREATE VIEW)\b/i
  expect(migrations.filter((path) => !excepted.includes(path) && words.test(read(path)))).toEqual([])
})
