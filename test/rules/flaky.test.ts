import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { projectFiles, read, root } from './project.ts'

const mostEntries = 5
const mostDays = 30
const dayMilliseconds = 86_400_000

/** The cells of each row of the only table, without its head. */
function rowsOf(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  )
}

/** Not a number for anything but the date of a day. */
function dayOf(date: string): number {
  const day = Date.parse(date)
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(`${date}T`) ? day : Number.NaN
}

/** What is wrong with the page at the time of a commit; undefined if there is no history. */
function faultsOf(page: string, committed: number | undefined): string[] {
  const rows = rowsOf(page)
  const names = rows.map(([name = '']) => name.replaceAll('`', ''))
  const faults = rows.flatMap(([, date = '', suspicion = ''], n) => {
    const name = names[n] ?? ''
    const day = dayOf(date)
    const age = committed === undefined ? 0 : committed - day
    const isOld = age >= (mostDays + 1) * dayMilliseconds
    // Where the commit was made, it may already have been tomorrow.
    const isAhead = age < -dayMilliseconds
    return [
      projectFiles.includes(name) && name.endsWith('.test.ts') ? '' : `${name} is not a test file.`,
      names.indexOf(name) === n ? '' : `${name} is entered twice: fix or delete it.`,
      Number.isNaN(day) ? `${name}: ${date} is not a date like 2026-01-31.` : '',
      isAhead ? `${name}: ${date} is later than the commit.` : '',
      isOld ? `${name} was entered more than ${mostDays} days ago: fix or delete it.` : '',
      suspicion === '' ? `${name} has no suspicion.` : '',
    ]
  })
  if (rows.length > mostEntries) faults.push(`There are more than ${mostEntries} entries: fix some.`)
  return faults.filter((fault) => fault !== '')
}

/** When the commit under test was made. */
function commitTime(): number | undefined {
  try {
    const words = ['log', '-1', '--format=%cI']
    const printed = execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Date.parse(printed.trim())
  } catch {
    return undefined
  }
}

test('few test files are flaky, none for long, and each with a suspicion', () => {
  const committed = commitTime()
  expect(committed).not.toBeNaN()
  expect(faultsOf(read('test/flaky.md'), committed)).toEqual([])
})

describe('a page of flaky test files', () => {
  const committed = Date.parse('2026-03-31T23:00:00+02:00')
  const pageOf = (...rows: string[]): string =>
    ['# Flaky', '', '| File | Date | Suspicion |', '| --- | --- | --- |', ...rows].join('\n')
  const row = (name: string, date = '2026-03-01', suspicion = 'A race'): string =>
    `| \`test/rules/${name}.test.ts\` | ${date} | ${suspicion} |`

  test('may have five entries of the last 30 days', () => {
    const names = ['files', 'flaky', 'imports', 'words', 'sentences']
    expect(faultsOf(pageOf(...names.map((name) => row(name))), committed)).toEqual([])
    expect(faultsOf(pageOf(...names.map((name) => row(name)), row('records')), committed)).toEqual([
      'There are more than 5 entries: fix some.',
    ])
  })

  test.each([
    ['is not a test file.', [row('absent')]],
    ['is entered twice: fix or delete it.', [row('files'), row('files', '2026-03-02', 'A timer')]],
    ['is not a date like 2026-01-31.', [row('files', '2026-02-31')]],
    ['is not a date like 2026-01-31.', [row('files', 'yesterday')]],
    ['is later than the commit.', [row('files', '2026-04-03')]],
    ['was entered more than 30 days ago: fix or delete it.', [row('files', '2026-02-28')]],
    ['has no suspicion.', [row('files', '2026-03-01', ' ')]],
  ])('has a fault: one %s', (fault, rows) => {
    expect(faultsOf(pageOf(...rows), committed)).toEqual([expect.stringContaining(fault)])
  })

  test('has no age without a history', () => {
    expect(faultsOf(pageOf(row('files', '2020-01-01')), undefined)).toEqual([])
  })
})
