import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatted } from './docs/formatted.ts'
import { ownDescription } from './docs/own-description.ts'
import { testedPage } from './docs/tested-page.ts'

const root = join(import.meta.dirname, '..')
const verbs = ['get', 'post', 'put', 'delete', 'head', 'patch'] as const

/**
 * Runs the API tests on both engines, counts the test files that exercise each operation, and updates
 * test/api/round-trips/round-trips.txt.
 */
async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-tested-'))
  try {
    const { status } = spawnSync('vitest', ['run', '-u', '--project', 'sqlite', '--project', 'postgres'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ATRIUM_TEST_COVERED: folder, ATRIUM_TEST_FULL: '1' },
    })
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
    )
    const { paths } = await ownDescription()
    const operations = Object.entries(paths)
      .filter(([path]) => /^\/(v1|search)\//.test(path))
      .flatMap(([path, item]) =>
        verbs.filter((verb) => verb in item).map((verb) => `${verb.toUpperCase()} ${path}`),
      )
    const page = 'docs/tested-operations.md'
    writeFileSync(join(root, page), formatted(page, testedPage(operations, lines)))
    return status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = await main()
