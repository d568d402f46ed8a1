import { expect, test } from 'vitest'
import { projectFiles, read } from './project.ts'

/** Reads a clock or waits for a time. `Date` with arguments and the timers of sockets and statements do neither. */
const uses =
  /\bDate\.now\b|\bnew Date\(\)|\.format(?:ToParts)?\(\)|\bperformance\.now\b|(?<![.\w])set(?:Timeout|Interval)\b|\b(?:window|globalThis|timers)\.set(?:Timeout|Interval)\b|\bscheduler\.wait\(|\bAbortSignal\.timeout\b|\bhrtime\b|[cC]puUsage\(|\bprocessorTime\(|\bwaitForTimeout\b|\buseFakeTimers\b/
/** The timers as promises under another name. */
const imported =
  /import (?:\{[^}]*\bset(?:Timeout|Interval)\b[^}]*\}|\* as \w+) from '(?:node:)?timers(?:\/promises)?'/

/** Sources that may read the machine's clock, and why. */
const sourcesWithTime: readonly [path: RegExp, reason: string][] = [
  [/^src\/base\/clock\.ts$/, 'the clock'],
  [/^src\/db\/postgres\//, 'waits for the server, a program with its own clock'],
  [/^src\/observe\//, 'measures what the machine does'],
  [/^src\/file-store\/confirm\.ts$/, 'compares with the times of the disk or the S3 server'],
]

/** Tests that may, and why. */
const testsWithTime: readonly [path: RegExp, reason: string][] = [
  [/^test\/support\/clock(-server|-client)?\.ts$/, 'the clock of the tests'],
  [/^test\/support\/process\.ts$/, 'polls other programs, and sends as slowly as a bad line'],
  [/^test\/support\/insist\.ts$/, 'waits as the service asks its callers to'],
  [/^test\/support\/distant\.ts$/, 'is a line to a distant place'],
  [/^test\/support\/debian-machine\.ts$/, 'ends a machine that does not shut down'],
  [/^test\/support\/chromium\.ts$/, 'compares the machine with the clock of the tests'],
  [/^test\/support\/site-in-production\.ts$/, 'for screenshots and benchmarks, which run at the real time'],
  [/^test\/blobs\/stores\.test\.ts$/, 'compares with the times of the disk or the S3 server'],
]

function usesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => (uses.test(line) ? [line.trim()] : []))
}

function found(paths: readonly string[], allowed: readonly [path: RegExp, reason: string][]): string[] {
  return paths
    .filter((path) => !allowed.some(([pattern]) => pattern.test(path)))
    .flatMap((path) => {
      const text = read(path)
      const lines = [...usesIn(text), ...(imported.exec(text) ?? [])]
      return lines.map((line) => `${path}: ${line}`)
    })
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path)

test('the service takes its time from the clock', () => {
  const sources = projectFiles.filter((path) => path.startsWith('src/') && isCode(path))
  expect(found(sources, sourcesWithTime)).toEqual([])
})

test('no test sleeps, reads the machine’s clock or measures a duration', () => {
  const tests = projectFiles.filter((path) => path.startsWith('test/') && isCode(path))
  expect(found(tests, [...testsWithTime, [/^test\/rules\/(time|settled)\.test\.ts$/, 'names them']])).toEqual(
    [],
  )
})

test('they would be found', () => {
  for (const line of [
    'const began = performance.now()',
    'expect(Date.now() - began).toBeLessThan(100)',
    'await new Promise((resolve) => setTimeout(resolve, 2))',
    'const at = new Date().toISOString()',
    'const pause = promisify(setTimeout)',
    'globalThis.setTimeout(run, 5)',
    "const { setTimeout: pause } = await import('node:timers/promises')",
    'vi.useFakeTimers()',
    'await page.waitForTimeout(100)',
  ])
    expect(usesIn(line)).toEqual([line])
  expect(imported.test("import { setTimeout as pause } from 'node:timers/promises'")).toBe(true)
  for (const line of ['new Date(0)', 'socket.setTimeout(0)', 'clock.setTimeout(run, 5)'])
    expect(usesIn(line)).toEqual([])
})
