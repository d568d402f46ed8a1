import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Writes what is missing in test/schemas: a database for each migration except the newest (with --newest also
 * that one), for testing upgrades. The tests create the rows, so a test writes it: see `writeMissing` in
 * test/support/schemas.ts.
 */
const { status } = spawnSync('vitest', ['run', '--project', 'sqlite', 'test/once/schemas.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, ATRIUM_TEST_SCHEMAS: process.argv.includes('--newest') ? 'newest' : 'released' },
})
process.exitCode = status ?? 1
