import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/db/database.ts'
import { CannotGoOn } from './cannot-go-on.ts'
import { found } from './found.ts'
import type { Outcome } from './proof.ts'
import { proofs } from './proofs.ts'

/** A proof on an engine, with when and of what. */
export interface Result extends Outcome {
  proof: string
  engine: Engine
  long: boolean
  seconds: number
  at: string
  commit: string
  /** Where it ran. */
  machine: string
}

const docs = join(import.meta.dirname, '..', 'docs')
const filesIn = (folder: string): [file: string, page: string] => [
  join(folder, 'proof.json'),
  join(folder, 'proof.md'),
]

/** That the report can be written is known before hours are spent on it. */
export function demandReport(folder = docs): void {
  for (const path of filesIn(folder))
    try {
      accessSync(existsSync(path) ? path : folder, constants.W_OK)
    } catch (error) {
      throw new CannotGoOn(`Nothing was run, for the report cannot be written (${messageOf(error)})`)
    }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Puts the results among the former ones, and writes both forms of the report. */
export function writeReport(results: readonly Result[], folder = docs): void {
  if (results.length === 0) return
  const [file, page] = filesIn(folder)
  const nameOf = ({ proof, engine, long }: Result): string => `${proof} ${engine} ${long}`
  const fresh = new Set(results.map(nameOf))
  try {
    const former: Result[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
    const all = [...former.filter((result) => !fresh.has(nameOf(result))), ...results].sort((a, b) =>
      nameOf(a) < nameOf(b) ? -1 : 1,
    )
    writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
    writeFileSync(page, pageOf(all))
  } catch (error) {
    throw new CannotGoOn(`The report could not be written (${messageOf(error)})`)
  }
}

/** What came of it, in a line. */
export const lineOf = (result: Result): string =>
  `${verdict(result).padEnd(8)} ${result.proof.padEnd(14)} ${result.engine.padEnd(9)} ${String(result.seconds).padStart(5)} s  ${told(result)}`

function verdict({ faults, skipped }: Result): string {
  return skipped !== undefined ? 'skipped' : faults.length === 0 ? 'holds' : 'fails'
}

const told = ({ figures, skipped }: Result): string =>
  skipped ??
  Object.entries(figures)
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join('; ')

const shown = (value: number | string | undefined): string =>
  typeof value === 'number' ? value.toLocaleString('en') : (value ?? '')

/** This machine, in a few words. */
export function thisMachine(): string {
  const [processor] = cpus()
  return `${availableParallelism()} cores (${processor?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`
}

function pageOf(results: readonly Result[]): string {
  return [
    '# Proof',
    '',
    'Made by `npm run prove`, which anyone can run again; `--long` is the thorough form, and the short one runs in `npm test`.',
    '',
    ...[...new Set(results.map(({ machine }) => machine))].map((machine) => `Ran on ${machine}.`),
    '',
    ...proofs.flatMap(({ name, sentence }) => {
      const runs = results.filter(({ proof }) => proof === name)
      return [`## ${name}`, '', sentence, '', ...(runs.length === 0 ? ['Not run yet.'] : tableOf(runs)), '']
    }),
    '## What they have found',
    '',
    'Each is mended, with a test of its own, or with the proof where nothing smaller shows it.',
    '',
    ...found.map(({ proof, what, test }) => `- ${proof}: ${what} (\`${test}\`)`),
    '',
  ].join('\n')
}

/** The runs of a proof beside each other, a figure to a line. */
function tableOf(runs: readonly Result[]): string[] {
  const names = [...new Set(runs.flatMap(({ figures }) => Object.keys(figures)))]
  const rows = [
    ['', ...runs.map(({ engine, long }) => `${engine}, ${long ? 'long' : 'short'}`)],
    ['Verdict', ...runs.map((run) => [verdict(run), ...run.faults, run.skipped].filter(Boolean).join(': '))],
    ...names.map((name) => [name, ...runs.map(({ figures }) => shown(figures[name]))]),
    ['Took', ...runs.map(({ seconds }) => `${seconds.toLocaleString('en')} s`)],
    ['On', ...runs.map(({ at }) => at.slice(0, 10))],
    ['Of', ...runs.map(({ commit }) => commit)],
  ].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  const widths = rows[0]?.map((_, n) => Math.max(3, ...rows.map((row) => row[n]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)]
}
