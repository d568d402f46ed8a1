import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { measureInProcess } from './in-process.ts'
import { postgresCpu } from './postgres-cpu.ts'
import { type CreateCost, measureCreates, measureSearches, type SearchTimes } from './search-measures.ts'

const help = `Usage: npm run bench:search -- [options]

Measures in this process, without a port: the processor time of creating a task with and without the search, that of
putting it into the index afterwards, and the time of searches as an administrator and as a member of three workspaces.

  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --creates N                Tasks created with and without the search. Default: 20,000.
  --tasks N                  Tasks to search. Default: 1,000,000; 0 leaves the searches out.
  --searches N               How many of each search are measured. Default: 100.
  --help                     Shows this help.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    creates: { type: 'string', default: '20000' },
    tasks: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '100' },
    help: { type: 'boolean' },
  },
})

function run(engine: Engine): Promise<{ cost: CreateCost; times: SearchTimes }> {
  return measureInProcess(engine, 'search', async (site, databaseUrl) => {
    const serverCpu = engine === 'postgres' ? await postgresCpu(databaseUrl) : () => 0
    const measured = { ...site, serverCpu }
    const cost = await measureCreates(measured, Number(values.creates))
    const times = await measureSearches(measured, Number(values.tasks), Number(values.searches))
    return { cost, times }
  })
}

function report(engine: Engine, { cost, times }: { cost: CreateCost; times: SearchTimes }): string {
  const us = (microseconds: number): string => `${microseconds.toFixed(1)} µs`
  const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`
  return [
    `${engine}, processor time of a create:`,
    `  without the search   ${us(cost.without)}`,
    `  with it              ${us(cost.with)} (${((cost.with / cost.without - 1) * 100).toFixed(1)} % more)`,
    `  indexed afterwards   ${us(cost.indexing)}`,
    ...Object.entries(times).map(
      ([name, { p50, p95, found }]) =>
        `  ${name.padEnd(44)} p50 ${ms(p50)}, p95 ${ms(p95)}, ${found} records`,
    ),
    '',
  ].join('\n')
}

const engines: Engine[] = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as Engine]
if (values.help === true) process.stdout.write(`${help}\n`)
else for (const engine of engines) process.stdout.write(report(engine, await run(engine)))
