import { expect, test } from 'vitest'
import { read, sources } from './project.ts'

/** Where `Sql` values are created from text: the tag itself, and the engines that run them. */
const mayBuild = /^src\/db\/(sql|database|sqlite\/.*|postgres\/.*)\.ts$/

/** Placeholders counted by hand, and SQL paired with its values by hand. */
const byHand = [
  /\(\) => ['"`]\(?\?/g,
  /\.fill\(['"`]\?/g,
  /\{\s*sql: ['"`]/g,
  /\{[^{}]*\bsql\b[^{}]*,\s*values(?:,|:| \})/g,
  /\bsql: [^;]{0,300}?,\s*values: /g,
]

function found(text: string): string[] {
  return byHand.flatMap((pattern) => [...text.matchAll(pattern)].map(([each]) => each))
}

test('assembled SQL comes from the sql tag', () => {
  const built = sources
    .filter((path) => !mayBuild.test(path))
    .flatMap((path) => found(read(path)).map((each) => `${path}: ${each}`))
  expect(built).toEqual([])
})

test('SQL built by hand would be found', () => {
  for (const text of [
    `const marks = ids.map(() => '?').join(', ')`,
    `rows.map(() => '(?, ?)')`,
    `Array(3).fill('?')`,
    'rows(reader, { sql: `SELECT 1`, values: [] })',
    'rows(reader, { sql, values: [id] })',
    'const { sql, values } = nextBatch(range)',
  ])
    expect(found(text), text).not.toEqual([])
  for (const text of ['rows(reader, sql`SELECT 1`)', 'sql.list(ids)', '{ sql: string; values: [] }'])
    expect(found(text), text).toEqual([])
})
