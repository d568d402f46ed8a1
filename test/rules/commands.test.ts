import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { resolveTool } from '../support/tools.ts'
import { projectFiles, read, root } from './project.ts'

const run = promisify(execFile)

/** The output of a command that fails; empty if it succeeds. */
async function complaints(command: string, words: readonly string[]): Promise<string> {
  try {
    await run(command, words, { cwd: root, maxBuffer: 16 * 1024 * 1024 })
    return ''
  } catch (error) {
    const { stdout = '', stderr = '', message = '' } = error as Partial<Record<string, string>>
    return `${stdout}${stderr}` || message
  }
}

test.each(['.', 'web'])('the types of %s are correct', async (project) => {
  // Unchanged files are not checked again.
  const cache = join(
    root,
    'node_modules/.cache/atrium',
    `types-${project === '.' ? 'root' : project}.tsbuildinfo`,
  )
  const words = ['-p', project, '--incremental', '--tsBuildInfoFile', cache]
  expect(await complaints(join(root, 'node_modules/.bin/tsc'), words)).toBe('')
})

test('the style is followed', async () => {
  const ofTool = (program: string, ...words: readonly string[]) =>
    complaints(process.execPath, [resolveTool(program), ...words])
  expect(await ofTool('@biomejs/biome/bin/biome', 'check', '.')).toBe('')
  expect(await ofTool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '**/*.md')).toBe('')
})

test('the two commands of the README exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const readme = read('README.md')
  expect(readme).toContain('npm ci && npm start')
  expect(readme).toContain('npm ci && npm test')
  expect(scripts).toMatchObject({
    start: expect.stringContaining('serve'),
    test: expect.stringContaining('run-tests.ts'),
  })
  const named = [...readme.matchAll(/npm run (?:--silent )?(\w[\w:-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('installing runs no scripts, and needs no compiler', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})

test('continuous integration runs the commands of the README', () => {
  expect(read('.ci/run')).toMatch(/^npm ci$/m)
  expect(read('.ci/run')).toMatch(/^npm test$/m)
  expect(read('.ci/run')).toMatch(/^npm run test:all$/m)
  expect(projectFiles).toContain('package-lock.json')
})

test('one of the three test commands runs each project, and a project includes each folder of tests', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const run = ['test', 'test:all', 'test:deploy'].flatMap((name) =>
    [...String(scripts[name]).matchAll(/--project (\S+)/g)].map(([, project = '']) => project),
  )
  const config = read('vitest.config.ts')
  const projects = [...config.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name)
  expect(run.toSorted()).toEqual(projects.toSorted())
  const folders = projectFiles.flatMap((path) => /^test\/([^/]+)\/.*\.test\.ts$/.exec(path)?.[1] ?? [])
  expect([...new Set(folders)].filter((name) => !new RegExp(`test/${name}/|'${name}'`).test(config))).toEqual(
    [],
  )
})
