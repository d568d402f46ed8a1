import { defineConfig } from 'vitest/config'

/** Every API test runs on both engines; the rest does not touch a database of either kind. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    pool: 'forks',
    // Tests of processes wait for them: with as many workers as cores a third of the time nobody works.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['query', 'http', 'db', 'auth', 'blobs', 'scripts'].map(
            (folder) => `test/${folder}/**/*.test.ts`,
          ),
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'],
          provide: { engine: 'sqlite' },
          // Loading the service anew for each file would take a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'],
          provide: { engine: 'postgres' },
          // Loading the service anew for each file would take a third of the time.
          isolate: false,
          globalSetup: ['./test/support/postgres-server.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'rules', include: ['test/rules/**/*.test.ts'], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 90_000,
          globalSetup: ['./test/support/postgres-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'proofs',
          include: ['test/proofs/**/*.test.ts'],
          // They take half a minute each; a machine that is busy with something else may take its time.
          testTimeout: 300_000,
          globalSetup: ['./test/support/postgres-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // Their modules keep nothing between files, and take two seconds to load.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          globalSetup: ['./test/support/chromium.ts'],
        },
      },
    ],
  },
})
