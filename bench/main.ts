import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { measureCheck } from './check-cost.ts'
import { compare } from './compare.ts'
import type { Size } from './dataset.ts'
import { type Prepared, prepare } from './engines.ts'
import { type Figures, readFigures, replaced, writeFigures } from './figures.ts'
import { measureLists } from './lists.ts'
import { measure } from './measure.ts'
import { measureProcesses } from './processes.ts'
import { caseHead, caseRow, compareHead, compareRow, listLines, processLine } from './tables.ts'

const help = `Usage: npm run bench -- [options]

Builds the data set if it is missing (kept in .bench), starts the real server as a separate process and
drives it from another. Each case is compared with the limit: the same server sending the same bytes as a fixed
string, without query or authentication, in short turns of the same run. On PostgreSQL, cases with 16 connections
are also compared with the bare driver that sends the same statements behind the same server.

  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --tasks N                  Size of the data set. Default: 1,000,000.
  --only TEXT                Only cases whose name contains TEXT; with --lists, only filters that do.
  --seconds N                How long each side of a case is measured. Default: 4.
  --lists                    Only every sort × every filter of tasks; prints the slowest ten with their plans.
  --compare REV              Only this checkout against another revision, in short turns.
  --metrics                  The server collects metrics, as it does with ATRIUM_METRICS_PORT.
  --processes                Only two server processes against one.
  --check-cost               Only the cost of the bearer check and the rate limits, in pairs of short turns.
  --folder DIR               Where the data set is kept. Default: .bench.
  --json FILE                Where the figures go as JSON, next to existing ones; .bench/figures.json.
  --publish                  Only copies that file to docs/performance/figures.json; "npm run docs" then creates
                             the table and the chart of it.
  --help                     Shows this help.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    tasks: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    folder: { type: 'string', default: '.bench' },
    json: { type: 'string', default: '.bench/figures.json' },
    lists: { type: 'boolean' },
    compare: { type: 'string' },
    metrics: { type: 'boolean' },
    processes: { type: 'boolean' },
    'check-cost': { type: 'boolean' },
    publish: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Runs the requested measurements on one engine and merges them into the file. */
async function run(prepared: Prepared, size: Size, figures: Figures): Promise<void> {
  const seconds = Number(values.seconds)
  const { only } = values
  if (values['check-cost'] === true) {
    const { checked, unchecked, cost } = await measureCheck(prepared)
    say(
      `${prepared.engine}: get one, ${checked.toFixed(0)}/s with the check and ${unchecked.toFixed(0)}/s without; it costs ${(cost * 100).toFixed(1)} %`,
    )
  } else if (values.lists === true) {
    const lists = await measureLists(prepared, only)
    for (const line of listLines(lists)) say(line)
    figures.lists = replaced(figures.lists, [lists], ({ engine }) => engine)
  } else if (values.processes === true) {
    const processes = await measureProcesses(prepared, seconds)
    say(processLine(processes))
    figures.processes = replaced(figures.processes, [processes], ({ engine }) => engine)
  } else if (values.compare !== undefined) {
    say(compareHead)
    const each = { revision: values.compare, size, seconds, only }
    const compared = await compare(prepared, { ...each, say: (one) => say(compareRow(one)) })
    const nameOf = (one: (typeof compared)[number]): string =>
      `${one.engine} ${one.revision} ${one.case} ${one.connections}`
    figures.compared = replaced(figures.compared, compared, nameOf)
  } else {
    say(caseHead)
    const cases = await measure(prepared, { seconds, only, say: (one) => say(caseRow(one)) })
    const nameOf = (one: (typeof cases)[number]): string => `${one.engine} ${one.case} ${one.connections}`
    figures.cases = replaced(figures.cases, cases, nameOf)
  }
}

async function main(): Promise<void> {
  // An older revision without metrics ignores this.
  if (values.metrics === true) process.env['BENCH_METRICS'] = 'yes'
  const tasks = Number(values.tasks)
  const size = {
    tasks,
    workspaces: Math.max(100, tasks / 100),
    users: Math.max(100, tasks / 100),
    large: tasks / 10,
  }
  const engines: Engine[] = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as Engine]
  const figures = readFigures(values.json, tasks)
  for (const engine of engines) {
    // SQLite allows one process only.
    if (values.processes === true && engine === 'sqlite') continue
    const prepared = await prepare(engine, size, resolve(values.folder))
    try {
      await run(prepared, size, figures)
    } finally {
      await prepared.stop()
    }
    writeFigures(values.json, figures)
  }
}

function publish(): void {
  const to = 'docs/performance/figures.json'
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(values.json, to)
  say(`Copied to ${to}; "npm run docs" makes the table and the chart from it.`)
}

if (values.help === true) say(help)
else if (values.publish === true) publish()
else await main()
