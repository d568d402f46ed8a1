import { expect, test } from 'vitest'
import { cyclesOf, importsOf, ownImports, read, sources } from './project.ts'

/**
 * "Each may import only what stands to its left." The steps of one line are independent of each other. Folders that do
 * not exist yet are already listed.
 */
const arrow = [
  ['base'],
  ['observe', 'outward'],
  ['query'],
  ['schema', 'fairness'],
  ['db'],
  ['lists', 'file-store', 'mail', 'feed'],
  ['backup', 'export'],
  ['http'],
  ['description'],
  ['auth'],
  ['sign-in'],
  ['jobs', 'webhooks'],
  ['resources'],
  ['company'],
  ['app'],
  ['serve'],
  ['supervise'],
  ['cli'],
]

/** `src/http/api.ts` → `http`; `src/base/config.ts` → `config`. */
function roomOf(path: string): string {
  return path.split('/')[1]?.replace(/\.ts$/, '') ?? ''
}

function stepOf(room: string): number {
  return arrow.findIndex((step) => step.includes(room))
}

function violations(path: string, imported: readonly string[]): string[] {
  const room = roomOf(path)
  return imported
    .filter((other) => roomOf(other) !== room && stepOf(roomOf(other)) >= stepOf(room))
    .map((other) => `${path} imports ${other}`)
}

test('every file has its place in the import arrow', () => {
  expect(sources.filter((path) => stepOf(roomOf(path)) === -1)).toEqual([])
})

test('ARCHITECTURE.md shows the same arrow', () => {
  const shown = arrow.map((step) => step.join(', ')).join(' → ')
  expect(read('ARCHITECTURE.md').replaceAll(/\s+/g, ' ')).toContain(`\`${shown}\``)
})

test('imports go one way', () => {
  expect(sources.flatMap((path) => violations(path, ownImports(path)))).toEqual([])
})

test('an import against the arrow would be found', () => {
  expect(
    violations('src/query/sort.ts', ['src/lists/page.ts', 'src/base/errors.ts', 'src/query/fields.ts']),
  ).toEqual(['src/query/sort.ts imports src/lists/page.ts'])
  expect(violations('src/lists/page.ts', ['src/file-store/disk.ts'])).toEqual([
    'src/lists/page.ts imports src/file-store/disk.ts',
  ])
  expect(importsOf("import {\n  a,\n  type B,\n} from '../auth/bearer.ts'\n")).toEqual([
    { specifier: '../auth/bearer.ts' },
  ])
  expect(importsOf("export { a } from './a.ts'\nconst b = await import('./b.ts')\n")).toHaveLength(2)
})

test('nothing in src imports anything outside of it', () => {
  const outside = sources.flatMap((path) =>
    ownImports(path)
      .filter((other) => !other.startsWith('src/'))
      .map((other) => `${path} imports ${other}`),
  )
  expect(outside).toEqual([])
})

test('the list language is pure: no packages', () => {
  const packages = sources
    .filter((path) => roomOf(path) === 'query')
    .flatMap((path) =>
      importsOf(read(path))
        .filter(({ specifier }) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
        .map(({ specifier }) => `${path} imports ${specifier}`),
    )
  expect(packages).toEqual([])
})

test('there are no import cycles, type imports included', () => {
  const graph = new Map(sources.map((path) => [path, ownImports(path)]))
  expect(cyclesOf(graph)).toEqual([])
  expect(
    cyclesOf(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b → c → b'])
})
