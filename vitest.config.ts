import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Bytes that must be free, in memory and among what may be kept there. */
const plenty = 6e9

/**
 * Where tests keep their databases: in memory where there is plenty of it, so that nobody waits for a disk. What a
 * disk has to do with it is proved elsewhere, on one.
 */
function quickFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > plenty ? memory : tmpdir()
}

const inMemory = { TMPDIR: quickFolder() }

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
          // Starting a process for each of many small files takes longer than they do.
          isolate: false,
          env: inMemory,
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
          env: inMemory,
          // Loading the service anew for each file would take a third of the time.
          isolate: false,
          globalSetup: ['./test/support/run-folder.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/api/**/*.test.ts', 'test/contract/**/*.test.ts'],
          provide: { engine: 'postgres' },
          env: inMemory,
          // Loading the service anew for each file would take a third of the time.
          isolate: false,
          globalSetup: ['./test/support/run-folder.ts', './test/support/postgres-server.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['test/rules/**/*.test.ts'],
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          // What they start and make is gone when a file is done (cleanUpProcesses).
          isolate: false,
          env: inMemory,
          testTimeout: 90_000,
          globalSetup: ['./test/support/run-folder.ts', './test/support/postgres-server.ts'],
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
          env: inMemory,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          globalSetup: ['./test/support/chromium.ts'],
        },
      },
    ],
  },
})
