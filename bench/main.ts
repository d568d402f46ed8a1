import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { measureCheck } from './check-cost.ts'
import { prepare } from './engines.ts'
import { explainList, timeLists } from './lists.ts'
import { type Measured, measure } from './measure.ts'

const help = `Usage: npm run bench -- [options]

Builds the data set where it is missing (kept in .bench), starts the real server as a process of its own and
drives it from another. Each case stands beside the limit: the same server sending the same bytes as a fixed
string, without query or authentication, measured in the same run.

  --engine sqlite|postgres   One engine; otherwise both, one after the other.
  --tasks N                  Size of the data set; 1,000,000 unless said otherwise.
  --only TEXT                Only cases whose name contains TEXT.
  --seconds N                How long each case is measured; 4 unless said otherwise.
  --lists                    Only every sort × every filter of tasks; prints the slowest ten with their plans.
  --check-cost               Only what the bearer check and the rate limits cost, in pairs of short turns.
  --json FILE                Where the figures go as JSON; .bench/figures.json unless said otherwise.
  --help                     Shows this.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    tasks: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    json: { type: 'string', default: '.bench/figures.json' },
    lists: { type: 'boolean' },
    'check-cost': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

function row({
  engine,
  case: name,
  connections,
  ours,
  limit,
  ratio,
  rssMegabytes,
  heldMostMilliseconds,
}: Measured): string {
  const cells = [
    engine.padEnd(8),
    name.padEnd(22),
    String(connections).padStart(5),
    ours.perSecond.toFixed(0).padStart(8),
    limit.perSecond.toFixed(0).padStart(8),
    ratio.toFixed(2).padStart(6),
    ours.cpuMicroseconds.toFixed(0).padStart(7),
    limit.cpuMicroseconds.toFixed(0).padStart(7),
    ours.p50.toFixed(2).padStart(8),
    ours.p99.toFixed(2).padStart(8),
    rssMegabytes.toFixed(0).padStart(6),
    heldMostMilliseconds.toFixed(1).padStart(7),
    ours.bad > 0 ? `  ${ours.bad} failed` : '',
  ]
  return cells.join(' ')
}

async function main(): Promise<void> {
  const tasks = Number(values.tasks)
  const size = {
    tasks,
    workspaces: Math.max(100, tasks / 100),
    users: Math.max(100, tasks / 100),
    large: tasks / 10,
  }
  const engines: Engine[] = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as Engine]
  const found: Measured[] = []
  for (const engine of engines) {
    const prepared = await prepare(engine, size)
    try {
      if (values.lists === true) {
        const times = await timeLists(prepared, (line) => process.stderr.write(`${line}\n`))
        for (const time of times.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 10)) {
          const { scope, sort, filter, milliseconds, heldMilliseconds } = time
          process.stdout.write(
            `${engine} ${scope} ${milliseconds.toFixed(1)} ms (held ${heldMilliseconds.toFixed(1)} ms) sort=${sort} filter=${filter}\n`,
          )
          for (const line of await explainList(prepared, time)) process.stdout.write(`    ${line}\n`)
        }
        continue
      }
      if (values['check-cost'] === true) {
        const { checked, unchecked, cost } = await measureCheck(prepared)
        process.stdout.write(
          `${engine}: get one, ${checked.toFixed(0)}/s with the check and ${unchecked.toFixed(0)}/s without; it costs ${(cost * 100).toFixed(1)} %\n`,
        )
        continue
      }
      process.stdout.write(
        'engine   case                   conns     ours    limit  ratio  cpu µs  (lim.)  p50 ms   p99 ms  rss MB held ms\n',
      )
      const say = (measured: Measured): void => {
        process.stdout.write(`${row(measured)}\n`)
      }
      found.push(...(await measure(prepared, { seconds: Number(values.seconds), only: values.only, say })))
    } finally {
      await prepared.stop()
    }
  }
  mkdirSync('.bench', { recursive: true })
  writeFileSync(values.json, `${JSON.stringify(found, null, 2)}\n`)
}

if (values.help === true) process.stdout.write(`${help}\n`)
else await main()
