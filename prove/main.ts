import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres-server.ts'
import { carryOut, engines } from './carry-out.ts'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'
import { type Result, thisMachine, writeReport } from './report.ts'

const help = `Usage: npm run prove -- [options]

Runs the proofs against the real service, as processes of their own, and writes a report: a table here, docs/proof.json
and docs/proof.md. A proof that is run again takes the place of its former result there.

  --list                     Lists the proofs.
  --only NAME[,NAME]         Only these.
  --engine sqlite|postgres   One engine; otherwise both, one after the other.
  --long                     As thorough as can be, for hours; otherwise the short form that "npm test" runs.
  --help                     Shows this.

Exits with 1 when a proof fails, with 2 when it is called wrongly.`

class WrongUsage extends Error {}

function readWords() {
  try {
    return parseArgs({
      options: {
        list: { type: 'boolean' },
        only: { type: 'string' },
        engine: { type: 'string' },
        long: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

type Words = ReturnType<typeof readWords>

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function chosen({ only }: Words): Proof[] {
  const names = only?.split(',')
  const unknown = names?.find((name) => !proofs.some((proof) => proof.name === name))
  if (unknown !== undefined)
    throw new WrongUsage(
      `There is no proof "${unknown}"; there are ${proofs.map(({ name }) => name).join(', ')}.`,
    )
  return proofs.filter(({ name }) => names === undefined || names.includes(name))
}

const tell = (share: number, what: string): void =>
  void process.stderr.write(`\r${Math.floor(share * 100)} % ${what}   `)

/** Which revision this is; unknown outside of a checkout. */
function ownCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}

async function prove(values: Words): Promise<number> {
  const wanted = chosen(values)
  if (!['sqlite', 'postgres', undefined].includes(values.engine))
    throw new WrongUsage(`There is no engine "${values.engine}"; there are sqlite and postgres.`)
  const commit = ownCommit()
  const chosenEngines = engines.filter((each) => values.engine === undefined || values.engine === each)
  const results: Result[] = []
  for (const engine of chosenEngines) {
    const mine = wanted.filter((proof) => proof.engines.includes(engine))
    if (mine.length === 0) continue
    const server = engine === 'postgres' ? await startPostgres() : undefined
    try {
      for (const proof of mine) {
        say(`${proof.name} on ${engine}: ${proof.sentence}`)
        const began = performance.now()
        const long = values.long === true
        const outcome = await carryOut(proof, { engine, long, postgresUrl: server?.url, tell })
        process.stderr.write('\n')
        const seconds = Math.round((performance.now() - began) / 1000)
        const at = new Date().toISOString()
        results.push({
          ...outcome,
          proof: proof.name,
          engine,
          long,
          seconds,
          at,
          commit,
          machine: thisMachine(),
        })
        for (const fault of outcome.faults) say(`  ✗ ${fault}`)
      }
    } finally {
      await server?.stop()
    }
  }
  for (const line of writeReport(results)) say(line)
  return results.some(({ faults }) => faults.length > 0) ? 1 : 0
}

async function main(): Promise<number> {
  const values = readWords()
  if (values.help === true) say(help)
  else if (values.list === true)
    for (const { name, sentence } of proofs) say(`${name.padEnd(14)} ${sentence}`)
  else return prove(values)
  return 0
}

const code = await main().catch((error: unknown) => {
  if (!(error instanceof WrongUsage)) throw error
  process.stderr.write(`${error.message}\nnpm run prove -- --help tells more.\n`)
  return 2
})
// The embedded PostgreSQL ends the process by itself, with 0.
process.on('exit', () => {
  process.exitCode = code
})
