import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closingSummary, type FileResult } from '../support/closing-summary.ts'
import { cleanUpProcesses, makeFolder, root, type Started, start, until } from '../support/process.ts'

cleanUpProcesses()

/** Starts the runner for a project of these files. Their test functions are global, because Vitest is not installed there. */
function runTests(files: Readonly<Record<string, string>>, ...words: string[]): Started & { folder: string } {
  const folder = makeFolder()
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    "export default { test: { name: 'tiny', globals: true, pool: 'forks', maxWorkers: 1 } }",
  )
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.mjs`), text)
  const script = join(root, 'scripts/run-tests.ts')
  return { folder, ...start(process.execPath, [script, '--root', folder, ...words]) }
}

const flaky = `
  import { existsSync, writeFileSync } from 'node:fs'
  test('one', () => undefined)
  test('two', () => {
    const ran = new URL('ran', import.meta.url)
    if (existsSync(ran)) return
    writeFileSync(ran, '')
    throw new TypeError('Not yet')
  })
  test('three', (context) => context.skip('there is no moon'))`
const passing = "test('good', () => undefined)"
const failing = "test('bad', () => expect(1).toBe(2))"

test.concurrent('a file that fails, and passes alone, is named as flaky with its trace', async () => {
  const { stdout, code } = await runTests({ flaky, passing }).ended
  const [, summary = ''] = stdout.split('The slowest files:\n')
  const lines = summary
    .replaceAll(/\d+\.\d s/g, '0.1 s')
    .replace(/at .*\//, 'at ')
    .split('\n')
  expect(lines.slice(0, 2).toSorted()).toEqual([
    '    0.1 s  tiny  flaky.test.mjs',
    '    0.1 s  tiny  passing.test.mjs',
  ])
  expect(lines.slice(2)).toEqual([
    'Flaky: flaky.test.mjs (tiny) failed, and passed when it ran alone. Enter it in test/flaky.md.',
    '  two',
    '  TypeError: Not yet',
    '    at flaky.test.mjs:8:11',
    'tiny: 3 passed, 0 failed',
    '3 passed, 0 failed',
    '',
  ])
  expect(stdout).toContain('skipped: three: there is no moon\n')
  expect(code).toBe(0)
})

/** A test that leaves a folder and a process, and says where they are. */
const leaves = (then: string): string => `
  import { spawn } from 'node:child_process'
  import { mkdtempSync, writeFileSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  test('leaves', async () => {
    const left = mkdtempSync(tmpdir() + '/atrium-left-')
    const child = spawn('sleep', ['12345'], { cwd: left, detached: true, stdio: 'ignore' })
    child.unref()
    writeFileSync(new URL('left.json', import.meta.url), JSON.stringify({ left, pid: child.pid }))
    ${then}
  })`

function expectNothing(folder: string): void {
  const { left, pid } = JSON.parse(readFileSync(join(folder, 'left.json'), 'utf8'))
  expect(existsSync(left)).toBe(false)
  // A process that has ended may keep its number for a while.
  const commandLine = `/proc/${pid}/cmdline`
  expect(existsSync(commandLine) ? readFileSync(commandLine, 'utf8') : '').toBe('')
}

test.concurrent('a run fails if a file fails twice, for an error without a file, and for what stays behind', async () => {
  const dies = "test('dies', () => process.kill(process.pid, 'SIGKILL'))"
  const rejects = "test('rejects', () => { Promise.reject(new Error('Forgotten')) })"
  const started = runTests({ flaky, failing, dies, rejects, leaves: leaves('') })
  const { stdout, code } = await started.ended
  expect(stdout.match(/^Flaky: .*/gm)).toEqual([expect.stringContaining('flaky.test.mjs')])
  expect(stdout).toContain('Unhandled error\nError: ')
  expect(stdout).toMatch(/\nLeft behind: \/.*\/atrium-left-\w+\nLeft behind: sleep 12345\n/)
  // The failing test, the rejection, the worker that died, and what stayed behind.
  expect(stdout).toMatch(/\n4 passed, 5 failed\n$/)
  expect(code).toBe(1)
  expectNothing(started.folder)
})

test.concurrent('an interrupted run leaves nothing', async () => {
  const started = runTests({ leaves: leaves('await new Promise(() => undefined)') })
  await until('the test runs', () => existsSync(join(started.folder, 'left.json')))
  started.signal('SIGINT')
  expect((await started.ended).code).toBe(130)
  expectNothing(started.folder)
})

test.concurrent('if many files fail, none of them is run again', async () => {
  const { stdout, code } = await runTests(
    Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, failing])),
  ).ended
  expect(stdout).toContain('6 files failed; none of them is run again.\n')
  expect(stdout).toMatch(/\n0 passed, 6 failed\n$/)
  expect(code).toBe(1)
})

test.concurrent('files and names of tests can be chosen; choosing none fails', async () => {
  const chosen = await runTests({ flaky, failing, passing }, 'flaky', '-t', 'one').ended
  expect(chosen.stdout).toMatch(/\n1 passed, 0 failed\n$/)
  expect(chosen.code).toBe(0)
  const none = await runTests({ passing }, 'absent').ended
  expect(none.stdout).toMatch(/\n0 passed, 1 failed\n$/)
  expect(none.code).toBe(1)
})

test('the summary lists the ten slowest files of all projects', () => {
  const file = (seconds: number): FileResult => ({
    project: seconds % 2 === 0 ? 'even' : 'odd',
    file: `${seconds}.test.ts`,
    seconds,
    passed: 2,
    failed: 0,
    skipped: [],
    traces: [],
  })
  const files = Array.from({ length: 12 }, (_, n) => file(n))
  const lines = closingSummary({ files, flaky: [], faults: [] }).split('\n')
  expect(lines.slice(1, 11).map((line) => line.trim())).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `${n}.0 s  ${n % 2 === 0 ? 'even' : 'odd'}  ${n}.test.ts`),
  )
  expect(lines.slice(11)).toEqual([
    'even: 12 passed, 0 failed',
    'odd: 12 passed, 0 failed',
    '24 passed, 0 failed',
    '',
  ])
})
