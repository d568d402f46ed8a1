import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { quickFolder } from './test/support/left-behind.ts'

/** For the workers, which would otherwise write dates in the language of the machine. */
process.env['LC_ALL'] = 'C.UTF-8'

/** scripts/run-tests.ts has a folder for each run. */
const inMemory = { TMPDIR: process.env['ATRIUM_TEST_FOLDER'] ?? quickFolder() }

/** See `isFull` in test/support/effort.ts. */
const full = { ...inMemory, ATRIUM_TEST_FULL: '1' }

const postgres = './test/support/postgres-server.ts'
const tools = './test/support/tools.ts'
const runFolder = './test/support/run-folder.ts'
const webApplication = './test/support/web-application.ts'

/** A project whose files share processes: loading the service for each file would take a third of the time. */
const shared = {
  isolate: false,
  env: inMemory,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: './test/support/fresh-clock.ts',
}

/** What reaches the database: tested on both engines. */
const api = ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts']
/** Behavior that does not depend on the engine. */
const once = ['test/once/**/*.test.ts']

/** `npm test` runs these on PostgreSQL: the contract, transactions, locks, constraints and order. */
const quickOnPostgres = [
  'test/contract/**/*.test.ts',
  ...[
    'transactions',
    'concurrency',
    'file-locks',
    'foreign-keys',
    'feed-numbers',
    'order',
    'same-page-again',
  ].map((name) => `test/api/${name}.test.ts`),
]

/** Files that test a sample in `npm test`, and everything in `npm run test:all`. */
const sampled = ['every-list', 'permissions/matrix', 'upgrades', 'auth/fuzz'].map(
  (name) => `test/api/${name}.test.ts`,
)

/**
 * Starts with the files that take minutes although they are small: Vitest starts with the largest, and the last one would
 * keep one core busy alone. The files of a project stay together, because a worker ends when the next file is another
 * project's.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/proofs\/|\/(matrix|commands|journeys|regular-expressions|generators|uploads|keyboard)\.test\.ts$/.test(
        moduleId,
      )
    const sorted = await super.sort(files)
    const projects = Map.groupBy(
      sorted.filter((file) => !isLong(file)),
      ({ project }) => project,
    )
    return [...sorted.filter(isLong), ...[...projects.values()].flat()]
  }
}

/** Long files that only `npm run test:all` runs. */
const long = { api: ['test/api/plans.test.ts'], pure: ['test/db/page.test.ts'] }

const browser = {
  ...shared,
  globalSetup: [webApplication, runFolder, './test/support/chromium.ts'],
}

/** What everybody does every day. */
const journeys = ['test/browser/journeys.test.ts']

/** The scripts in package.json say which command runs which project. */
export default defineConfig({
  test: {
    reporters: ['default'],
    pool: 'forks',
    // Many tests wait for processes, browsers and timers: with two workers, two cores idle a third of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Only ends tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'rules',
          include: ['test/rules/**/*.test.ts'],
          globalSetup: [tools],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'pure',
          include: ['query', 'http', 'db', 'auth', 'outward', 'blobs', 'jobs', 'scripts', 'web'].map(
            (folder) => `test/${folder}/**/*.test.ts`,
          ),
          exclude: long.pure,
          globalSetup: [tools],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'sqlite',
          include: [...api, ...once],
          exclude: long.api,
          provide: { engine: 'sqlite' },
          globalSetup: [runFolder],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'postgres-quick',
          include: quickOnPostgres,
          provide: { engine: 'postgres' },
          globalSetup: [runFolder, postgres],
        },
      },
      { extends: true, test: { ...browser, name: 'browser', include: journeys } },
      {
        extends: true,
        test: { ...shared, name: 'pure-full', include: long.pure },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'sqlite-full',
          env: full,
          include: [...sampled, ...long.api],
          provide: { engine: 'sqlite' },
          globalSetup: [runFolder],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'postgres',
          env: full,
          include: api,
          exclude: quickOnPostgres,
          provide: { engine: 'postgres' },
          globalSetup: [runFolder, postgres],
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'browser-full',
          include: ['test/browser/**/*.test.ts'],
          exclude: journeys,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          globalSetup: [webApplication, runFolder, postgres],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'outside',
          include: ['test/outside/*.test.ts'],
          provide: { engine: 'sqlite' },
          globalSetup: ['./test/support/outside-tools.ts', runFolder],
        },
      },
      {
        extends: true,
        test: {
          name: 'proofs',
          include: ['test/proofs/**/*.test.ts'],
          // They use the disk, not memory.
          globalSetup: [webApplication, postgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'deploy',
          // One at a time: they install packages, and share a Debian of their own.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['test/deploy/**/*.test.ts'],
          globalSetup: [webApplication, postgres],
        },
      },
    ],
  },
})
