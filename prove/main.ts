import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { errors, note, OutputFailed, say, writeNow } from '../src/base/output.ts'
import { loadEmbeddedPostgres, startPostgres, stopOwnPostgres } from '../test/support/postgres-server.ts'
import { CannotGoOn } from './cannot-go-on.ts'
import { carryOut } from './carry-out.ts'
import { killForGood } from './children.ts'
import { interruption } from './interruption.ts'
import { proofs } from './proofs.ts'
import { demandReport, lineOf, type Result, thisMachine, writeReport } from './report.ts'
import { noRoom, takeTemporaryFolder } from './temporary-folder.ts'
import { choose, help, type Run, readWords, type Words, WrongUsage } from './words.ts'

/** Milliseconds that started processes get to stop. */
const patience = 15_000

/** The current revision; unknown outside a checkout. */
function ownCommit(): string {
  try {
    const here = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], here).trim()
  } catch {
    return 'unknown'
  }
}

async function prove(values: Words): Promise<number> {
  const { runs, unfit } = choose(values)
  if (runs.some(({ engine }) => engine === 'postgres')) await loadEmbeddedPostgres()
  const interrupted = interruption()
  demandReport()
  takeTemporaryFolder()
  for (const sentence of unfit) note(sentence)
  const results: Result[] = []
  const broken = await runAll(runs, values.long === true, results, interrupted).catch(
    (error: unknown) => error,
  )
  await Promise.race([Promise.all([killForGood(), stopOwnPostgres()]), setTimeout(patience)])
  try {
    for (const result of results) say(lineOf(result))
  } finally {
    writeReport(results)
  }
  const [next, ...others] = runs.slice(results.length)
  if (next !== undefined && broken instanceof CannotGoOn) {
    const rest = others.length === 0 ? '' : `, and neither are the ${others.length} that follow`
    note(`${broken.message}: ${next.proof.name} on ${next.engine} is not proved${rest}.`)
    return broken.exitCode
  }
  if (broken !== undefined) throw broken
  return results.some(({ faults }) => faults.length > 0) ? 1 : 0
}

async function runAll(
  runs: readonly Run[],
  long: boolean,
  results: Result[],
  interrupted: Promise<never>,
): Promise<void> {
  const commit = ownCommit()
  const unlessInterrupted = <T>(work: Promise<T>): Promise<T> => Promise.race([work, interrupted])
  const isTerminal = isatty(errors)
  let isTold = true
  let toldTenth = -1
  interrupted.catch(() => {
    isTold = false
  })
  const onProgress = (share: number, what: string): void => {
    if (!isTold) return
    const line = `${Math.floor(share * 100)} % ${what}`
    if (isTerminal) return void writeNow(errors, `\r${line}   `)
    // A file gets a line for every tenth, not for every step.
    const tenth = Math.floor(share * 10)
    if (tenth !== toldTenth) note(line)
    toldTenth = tenth
  }
  let server: Awaited<ReturnType<typeof startPostgres>> | undefined
  for (const { proof, engine } of runs) {
    if (engine === 'postgres') server ??= await unlessInterrupted(startPostgres().catch(cannotStart))
    say(`${proof.name} on ${engine}: ${proof.sentence}`)
    const began = performance.now()
    toldTenth = -1
    const carriedOut = carryOut(proof, {
      engine,
      long,
      isTimed: true,
      postgresUrl: server?.url,
      onProgress,
    })
    const outcome = await unlessInterrupted(carriedOut).finally(() => {
      if (isTerminal) note('')
    })
    const seconds = Math.round((performance.now() - began) / 1000)
    const at = new Date().toISOString()
    results.push({ ...outcome, proof: proof.name, engine, long, seconds, at, commit, machine: thisMachine() })
    for (const fault of outcome.faults) say(`  ✗ ${fault}`)
  }
}

function cannotStart(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('No space left on device')) throw noRoom()
  const [reason = message] = /.*(?:FATAL|PANIC|error):.*/.exec(message) ?? []
  throw new CannotGoOn(`PostgreSQL did not start (${reason})`)
}

async function main(): Promise<number> {
  try {
    const values = readWords()
    if (values.help === true) say(help)
    else if (values.list === true)
      for (const { name, sentence } of proofs) say(`${name.padEnd(14)} ${sentence}`)
    else return await prove(values)
    return 0
  } catch (error) {
    if (error instanceof WrongUsage) note(`${error.message}\nRun "npm run prove -- --help" for details.`)
    else if (error instanceof CannotGoOn) note(`${error.message}.`)
    else if (error instanceof OutputFailed) note(error.message)
    else throw error
    return error instanceof OutputFailed ? 1 : 2
  }
}

// Embedded PostgreSQL would end the process with 0, and an interrupted proof would keep it running.
process.exit(await main())
