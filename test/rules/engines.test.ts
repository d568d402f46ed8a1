import { expect, test } from 'vitest'
import config from '../../vitest.config.ts'
import { projectFiles, read } from './project.ts'

/** "A test runs on both engines if it can differ": SQL, query plans, locks and constraints can. */
const differing = [
  /^import (?!type )[^;']* from '[./]*\/src\/db\//m,
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/,
  /['"`(]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|EXPLAIN|ANALYZE|VACUUM|PRAGMA|LOCK|CREATE|ALTER|DROP) /,
]

const canDiffer = (text: string): boolean => differing.some((pattern) => pattern.test(text))

/** Some files start a database of each. */
const startsBoth = (text: string): boolean => text.includes(".each(['sqlite', 'postgres']")

/** Files that run on one engine only, and why. */
const onOneEngine: Readonly<Record<string, string>> = {
  'test/browser/setup-security.test.ts': 'removes rows, to show a page without them',
  'test/db/durability.test.ts': 'how SQLite writes its file',
  'test/db/group-commit.test.ts': 'SQLite commits in groups',
  'test/db/migrate.test.ts': 'SQLite’s file is copied before it is migrated',
  'test/db/page.test.ts': 'plans in turns, of which PostgreSQL chooses one: test/api/slow-pages.test.ts',
  'test/db/read-cache.test.ts': 'only SQLite has the version that the cache depends on',
  'test/db/records.test.ts': 'builds rows, and stores none',
  'test/db/retry-lock.test.ts': 'PostgreSQL’s lock, without a database',
  'test/db/short-walks.test.ts': 'which plans are dropped; test/api/plans.test.ts explains the statements',
  'test/db/sql.test.ts': 'builds statements, and sends none',
  'test/db/unusable-file.test.ts': 'SQLite’s file',
  'test/deploy/failover.test.ts': 'PostgreSQL’s hosts',
  'test/deploy/pgbouncer.test.ts': 'PostgreSQL’s pooler',
  'test/deploy/postgres-tls.test.ts': 'PostgreSQL’s connections',
  'test/deploy/replica.test.ts': 'PostgreSQL’s replication',
  'test/deploy/standby.test.ts': 'PostgreSQL’s hosts',
  'test/once/schemas.test.ts': 'looks at files',
  'test/process/copied-installations.test.ts': 'copies of both',
  'test/process/copies.test.ts': 'copies from each to the other',
  'test/process/copy-kills.test.ts': 'copies from SQLite to PostgreSQL',
  'test/process/demo.test.ts': 'counts what a command created: test/api/people/sample.test.ts',
  'test/process/doctor.test.ts': 'what a command prints',
  'test/process/npm.test.ts': 'whether SQLite can be loaded',
  'test/process/people.test.ts': 'what the first start prints',
  'test/process/pool.test.ts': 'PostgreSQL’s connections',
  'test/process/previews.test.ts': 'waits for a preview',
  'test/process/roles.test.ts': 'PostgreSQL’s roles',
  'test/process/serve.test.ts': 'a PostgreSQL that goes away',
  'test/process/several-processes.test.ts': 'processes that share a PostgreSQL',
  'test/process/streams.test.ts': 'writes changes for streams: test/api/changes.test.ts',
  'test/web/audit-sentences.test.ts': 'sentences for all types of changes',
}

test('what can differ between the engines is tested on both', () => {
  const files = projectFiles.filter(
    (path) => /^test\/.*\.test\.ts$/.test(path) && !/^test\/(api|contract|rules)\//.test(path),
  )
  const found = files.filter((path) => {
    const text = read(path)
    return canDiffer(text) && !startsBoth(text)
  })
  expect(found.filter((path) => !Object.hasOwn(onOneEngine, path))).toEqual([])
  expect(Object.keys(onOneEngine).filter((path) => !found.includes(path))).toEqual([])
})

test('a file that can differ would be found', () => {
  for (const text of [
    "import { rows } from '../../src/db/database.ts'",
    "import {\n  type Tables,\n  rows,\n} from '../../src/db/database.ts'",
    "await db.query.selectFrom('tasks').selectAll().execute()",
    'rows(db, sql`SELECT 1`)',
    "await client.query('LOCK TABLE tasks')",
    "client.query(\n  'EXPLAIN ' + text)",
  ])
    expect(canDiffer(text), text).toBe(true)
  for (const text of [
    "import type { Database } from '../../src/db/database.ts'",
    "import { rows } from '../support/rows.ts'",
    "expect(reply.body.message).toContain('Select a workspace')",
  ])
    expect(canDiffer(text), text).toBe(false)
  expect(startsBoth("describe.each(['sqlite', 'postgres'] as const)('on %s', () => {})")).toBe(true)
})

/** Files on both engines of which some tests run on SQLite only, and why. */
const partlyOnOneEngine: Readonly<Record<string, string>> = {
  'test/api/auth/rate-limits.test.ts':
    'on PostgreSQL, its clock lets more pass while only that of the tests stands still',
  'test/api/every-list.test.ts': 'bad parameters are refused before the database is asked',
  'test/api/shapes.test.ts': 'bad names are refused before the database is asked',
  'test/api/verbs.test.ts':
    'wrong methods, and requests without a token, are refused before the database is asked',
}

test('tests that run on one engine only have a reason', () => {
  const found = projectFiles.filter(
    (path) => /^test\/(api|contract)\/.*\.test\.ts$/.test(path) && read(path).includes('isFirstEngine()'),
  )
  expect(found.toSorted()).toEqual(Object.keys(partlyOnOneEngine))
})

/** The files that a project of vitest.config.ts includes, or excludes. */
function filesOf(project: string, which: 'include' | 'exclude' = 'include'): readonly string[] {
  for (const each of config.test?.projects ?? [])
    if (typeof each === 'object' && 'test' in each && each.test?.name === project)
      return each.test[which] ?? []
  throw new Error(`There is no project ${project}`)
}

test('npm run test:all has all files of which npm test runs a sample', () => {
  const full = projectFiles.filter(
    (path) =>
      /^test\/(api|contract)\/.*\.test\.ts$/.test(path) &&
      /^import \{.*\b(isFull|isSampled)\b.*\} from '.*\/support\/effort\.ts'/m.test(read(path)),
  )
  expect(full.filter((path) => !filesOf('sqlite-full').includes(path))).toEqual([])
})

test('npm test has some files of both engines on PostgreSQL, and npm run test:all the others', () => {
  expect(filesOf('postgres')).toEqual(['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'])
  expect(filesOf('postgres', 'exclude')).toEqual(filesOf('postgres-quick'))
  const named = filesOf('postgres-quick').filter((path) => !path.includes('*'))
  expect(named.filter((path) => !projectFiles.includes(path))).toEqual([])
})
