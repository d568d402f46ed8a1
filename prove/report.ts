import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type { Engine } from '../src/db/database.ts'
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

const file = '.prove/report.json'

/** Puts the results among the former ones, writes both forms of the report, and tells the table. */
export function writeReport(results: readonly Result[]): string[] {
  const nameOf = ({ proof, engine, long }: Result): string => `${proof} ${engine} ${long}`
  const fresh = new Set(results.map(nameOf))
  const former: Result[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const all = [...former.filter((result) => !fresh.has(nameOf(result))), ...results].sort((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : 1,
  )
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
  writeFileSync('docs/proof.md', pageOf(all))
  return results.map(
    (result) =>
      `${verdict(result).padEnd(8)} ${result.proof.padEnd(14)} ${result.engine.padEnd(9)} ${String(result.seconds).padStart(5)} s  ${told(result)}`,
  )
}

function verdict({ faults, skipped }: Result): string {
  return skipped !== undefined ? 'skipped' : faults.length === 0 ? 'holds' : 'fails'
}

const told = ({ figures, skipped }: Result): string =>
  skipped ??
  Object.entries(figures)
    .map(([name, value]) => `${name}: ${typeof value === 'number' ? value.toLocaleString('en') : value}`)
    .join('; ')

/** This machine, in a few words. */
export function thisMachine(): string {
  const [processor] = cpus()
  return `${availableParallelism()} cores (${processor?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform}`
}

function pageOf(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { proof, engine, long, seconds, at, commit, faults } = result
    const form = long ? 'long' : 'short'
    const cells = [
      proof,
      engine,
      form,
      verdict(result),
      `${told(result)}${faults.map((fault) => `; ✗ ${fault}`).join('')}`,
    ]
    return `| ${[...cells, `${seconds} s`, at.slice(0, 10), commit].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  return [
    '# Proof',
    '',
    'Made by `npm run prove`, which anyone can run again; `--list` tells what each proof claims, `--long` is the thorough form.',
    '',
    ...[...new Set(results.map(({ machine }) => machine))].map((machine) => `Ran on ${machine}.`),
    '',
    '| Proof | Engine | Form | Verdict | Figures | Took | On | Commit |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '## What each claims',
    '',
    ...proofs.map(({ name, sentence }) => `- **${name}**: ${sentence}`),
    '',
  ].join('\n')
}
