import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseFiles } from './release-files.ts'

/**
 * `npm run release -- 0.2.0`: one commit and one tag in which the version of the package, of its lockfile, of the README
 * and of the changelog agree. Pushes nothing.
 */
const root = process.env['ATRIUM_RELEASE_ROOT'] ?? join(import.meta.dirname, '..')
const git = (...words: string[]): string => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()

function main([version = '', ...rest]: readonly string[]): string {
  if (!/^\d+\.\d+\.\d+$/.test(version) || rest.length > 0)
    throw new Error('Usage: npm run release -- VERSION, such as 0.2.0.')
  if (git('status', '--porcelain') !== '')
    throw new Error('The checkout has uncommitted changes. Commit them first.')
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`There is a tag v${version} already.`)
  const day = new Date().toISOString().slice(0, 10)
  const before = git('rev-parse', 'HEAD')
  const changed = releaseFiles((name) => readFileSync(join(root, name), 'utf8'), version, day)
  try {
    for (const [name, text] of Object.entries(changed.files)) writeFileSync(join(root, name), text)
    // The description contains the version.
    execFileSync(process.execPath, [join(root, 'scripts', 'write-docs.ts')], { cwd: root, stdio: 'ignore' })
    git('commit', '--quiet', '--all', '--message', `release: version ${version}`)
    git(
      'tag',
      '--annotate',
      `v${version}`,
      '--message',
      `Atrium ${version}\n\n${changed.notes}`,
      '--cleanup=verbatim',
    )
  } catch (error) {
    git('reset', '--quiet', '--hard', before)
    throw error
  }
  return `Committed and tagged v${version}. Check it with "git show v${version}", then: git push --follow-tags`
}

try {
  process.stdout.write(`${main(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
