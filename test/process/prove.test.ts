import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { demandReport, type Result, writeReport } from '../../prove/report.ts'
import { demandRoom } from '../../prove/temporary-folder.ts'
import { choose } from '../../prove/words.ts'
import {
  cleanUpProcesses,
  compiledBefore,
  makeFolder,
  root,
  type Started,
  start,
  until,
} from '../support/process.ts'

cleanUpProcesses()

const main = join(root, 'prove', 'main.ts')

/** The command, with a folder for its files. */
function prove(...words: string[]): Started & { folder: string } {
  const folder = makeFolder()
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  const env = { ...compiledBefore, TMPDIR: folder }
  return { ...start(process.execPath, [main, ...words], { env }), folder }
}

describe('an interrupted proof is not proved, and leaves nothing behind', () => {
  const made = ({ folder }: { folder: string }): string =>
    readdirSync(folder)
      .flatMap((each) => readdirSync(join(folder, each)))
      .join()

  test.for([
    { words: ['disk-full', 'sqlite'], at: /filling a disk/, signal: 'SIGINT', code: 130 },
    // While its server starts. On a busy machine the test may miss that moment.
    { words: ['kill', 'postgres'], at: /pg-password|kill on postgres/, signal: 'SIGTERM', code: 143 },
  ] as const)('$words by $signal', async ({ words: [name, engine], at, signal, code }) => {
    const report = join(root, 'docs', 'proof.json')
    const before = statSync(report).mtimeMs
    const run = prove('--only', name, '--engine', engine)
    await until(`it is at ${at}`, () => at.test(run.stdout() + run.stderr() + made(run)))
    run.signal(signal)
    const ended = await run.ended
    expect(ended.stderr).toMatch(`Interrupted by ${signal}: ${name} on ${engine} is not proved.\n`)
    expect(ended.stdout).not.toContain('✗')
    expect(ended.code).toBe(code)
    expect(readdirSync(run.folder)).toEqual([])
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(run.folder)
    expect(statSync(report).mtimeMs).toBe(before)
  })
})

test('a proof that does not apply to the engine is reported, and does not count as proved', async () => {
  expect(() => choose({ only: ['fsync'], engine: ['postgres'] })).toThrow(
    'fsync only applies to sqlite, so it is not run.',
  )
  const { runs, unfit } = choose({ only: ['postgres-lost', 'kill,fsync'], engine: ['sqlite'] })
  expect(runs.map(({ proof, engine }) => [proof.name, engine])).toEqual([
    ['kill', 'sqlite'],
    ['fsync', 'sqlite'],
  ])
  expect(unfit).toEqual(['postgres-lost only applies to postgres, so it is not run.'])
  const wrong = await prove('--only', 'postgres-lost', '--engine', 'sqlite').ended
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
})

test('an unwritable report is reported before anything runs', () => {
  expect(() => demandReport(join(makeFolder(), 'none'))).toThrow(
    'Nothing was run, because the report cannot be written (ENOENT',
  )
})

test('a temporary folder without space is reported before anything runs', () => {
  // It never has any.
  expect(() => demandRoom('begin', '/proc')).toThrow('The temporary folder has too little space')
})

test('a result replaces its previous one, and the others stay', () => {
  const folder = makeFolder()
  demandReport(folder)
  const result: Result = {
    proof: 'kill',
    engine: 'sqlite',
    long: false,
    seconds: 1,
    at: '2026-01-31T00:00:00.000Z',
    commit: 'abc',
    machine: 'one',
    figures: { kills: 1 },
    faults: [],
  }
  writeReport([result, { ...result, proof: 'fsync' }], folder)
  writeReport([{ ...result, figures: { kills: 2 } }], folder)
  writeReport([], folder)
  const kept: Result[] = JSON.parse(readFileSync(join(folder, 'proof.json'), 'utf8'))
  expect(kept.map(({ proof, figures }) => [proof, figures['kills']])).toEqual([
    ['fsync', 1],
    ['kill', 2],
  ])
  expect(readFileSync(join(folder, 'proof.md'), 'utf8')).toContain('| kills   | 2             |')
})

test('a reader that stops reading the list does not make it fail', async () => {
  const list = `set -o pipefail; "$0" "${main}" --list | true`
  const { code, stderr } = await start('bash', ['-c', list, process.execPath], { env: compiledBefore }).ended
  expect([code, stderr]).toEqual([0, ''])
})
