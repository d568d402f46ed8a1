import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { measureInProcess } from './in-process.ts'
import { measureTags, type Spread, type TagTimes } from './tag-measures.ts'

const help = `Usage: npm run bench:tags -- [options]

Fills a database of its own with tags and with tasks that bear one of them, and measures in this process, without
a port: searching tags by how they begin, and renaming, merging and deleting the tag that all the tasks bear.

  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --tags N                   How many tags. Default: 50,000.
  --assignments N            How many tasks bear the one tag. Default: 1,000,000.
  --searches N               How many searches are measured. Default: 2,000.
  --help                     Shows this help.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    tags: { type: 'string', default: '50000' },
    assignments: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '2000' },
    help: { type: 'boolean' },
  },
})

const run = (engine: Engine): Promise<TagTimes> =>
  measureInProcess(engine, 'tags', (site) =>
    measureTags(site, {
      tags: Number(values.tags),
      assignments: Number(values.assignments),
      searches: Number(values.searches),
    }),
  )

function report(engine: Engine, times: TagTimes): string {
  const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`
  const both = ({ p50, p99, cpu99 }: Spread): string =>
    `p50 ${ms(p50)}, p99 ${ms(p99)} (CPU of the process: p99 ${ms(cpu99)})`
  return [
    `${engine}, ${values.tags} tags, ${values.assignments} tasks with one of them:`,
    `  startsWith                       ${both(times.search)}`,
    `  startsWith, external person      ${both(times.externalSearch)}`,
    `  renaming that one                ${both(times.rename)}`,
    `  merging it into another          ${ms(times.merge)}`,
    `  tasks by tag while it is merged  ${both(times.filterWhileMerging)}`,
    `  clearing in the background       ${(times.clearing / 1000).toFixed(1)} s, holding the process at most ${ms(times.heldMost)}`,
    `  deleting the other one           ${ms(times.delete)}`,
    '',
  ].join('\n')
}

const engines: Engine[] = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as Engine]
if (values.help === true) process.stdout.write(`${help}\n`)
else for (const engine of engines) process.stdout.write(report(engine, await run(engine)))
