import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Writes what is missing in test/schemas: a database of each migration but the newest (with --newest, of that too), from
 * which upgrades are tested. The rows are made by the tests' own means, so the tests write it: see `writeMissing` in
 * test/support/schemas.ts.
 */
const { status } = spawnSync('vitest', ['run', '--project', 'sqlite', 'test/api/schemas.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, ATRIUM_TEST_SCHEMAS: process.argv.includes('--newest') ? 'newest' : 'released' },
})
process.exitCode = status ?? 1
