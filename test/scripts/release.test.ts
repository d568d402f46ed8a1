import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { releaseFiles } from '../../scripts/release-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const versioned = ['package.json', 'package-lock.json', 'README.md', 'CHANGELOG.md']

/** A repository with the files that contain the version. */
function repository(): {
  folder: string
  git: (...words: string[]) => string
  release: (version: string) => string
} {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of versioned) cpSync(join(root, name), join(folder, name))
  mkdirSync(join(folder, 'scripts'))
  // Generating the documents is tested elsewhere.
  writeFileSync(join(folder, 'scripts', 'write-docs.ts'), '')
  const env = {
    PATH: process.env['PATH'] ?? '',
    ATRIUM_RELEASE_ROOT: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com' },
    ...{ GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' },
  }
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: folder, env, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--message', 'before')
  const release = (version: string): string =>
    execFileSync(process.execPath, [join(root, 'scripts', 'release.ts'), version], {
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  return { folder, git, release }
}

test('one command moves the version, the tag and the changelog together', () => {
  const { folder, git, release } = repository()
  release('7.8.9')
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  expect(JSON.parse(read('package.json')).version).toBe('7.8.9')
  const lock = JSON.parse(read('package-lock.json'))
  expect([lock.version, lock.packages[''].version]).toEqual(['7.8.9', '7.8.9'])
  expect(read('README.md')).toContain('The version is 7.8.9.')
  expect(read('CHANGELOG.md')).toMatch(/^## \[Unreleased\]\n\n## \[7\.8\.9\] - \d{4}-\d\d-\d\d\n\n### /m)
  expect(git('describe', '--exact-match')).toBe('v7.8.9')
  expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v7.8.9')).toMatch(/^Atrium 7\.8\.9\n\n### /)
  expect(git('status', '--porcelain')).toBe('')
  // The section above is empty now.
  expect(() => release('7.9.0')).toThrow('nothing under Unreleased')
})

test('a release that fails changes nothing', () => {
  const { folder, git, release } = repository()
  expect(() => release('0.0.1')).toThrow('not later than')
  expect(() => release('1.0')).toThrow('Usage')
  writeFileSync(join(folder, 'scripts', 'write-docs.ts'), 'process.exit(1)')
  expect(() => release('7.8.9')).toThrow('uncommitted changes')
  git('commit', '--quiet', '--all', '--message', 'documents that cannot be written')
  expect(() => release('7.8.9')).toThrow()
  expect([git('status', '--porcelain'), git('tag')]).toEqual(['', ''])
})

test('the version is the same everywhere', () => {
  // Throws where a file has another one.
  releaseFiles((name) => readFileSync(join(root, name), 'utf8'), '999.0.0', '2026-01-01')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  expect(/^## \[(\d[^\]]*)\]/m.exec(changelog)?.[1]).toBe(version)
  const description = readFileSync(join(root, 'docs', 'api', 'openapi.json'), 'utf8')
  expect(JSON.parse(description).info.version).toBe(version)
})
