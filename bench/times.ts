import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { startServer } from './server-process.ts'
import { buildTimes } from './time-dataset.ts'
import { measureBulk, measureCsv, measureReads } from './time-measures.ts'

const help = `Usage: npm run bench:times -- [options]

Fills a database of its own with time entries, starts the real server as a separate process, and measures: a page,
a range of days, and the summary of a month of one workspace beside the limit (the same bytes as a fixed string);
a CSV with its memory and what others notice of it; bulk requests beside single ones.

  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --entries N                How many time entries. Default: 5,000,000.
  --lines N                  How many lines of CSV. Default: 1,000,000.
  --seconds N                How long each question is measured. Default: 4.
  --help                     Shows this help.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    entries: { type: 'string', default: '5000000' },
    lines: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
})

async function run(engine: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-times-'))
  // As root, the server runs as another user.
  chmodSync(folder, 0o755)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  const say = (line: string): void => void process.stdout.write(`${engine.padEnd(8)} ${line}\n`)
  try {
    if (server !== undefined) await makeDatabase(server.url, 'times')
    const databaseUrl = server === undefined ? `sqlite:${join(folder, 'atrium.db')}` : `${server.url}/times`
    const facts = await buildTimes(databaseUrl, Number(values.entries))
    const service = await startServer({ databaseUrl })
    try {
      await measureReads(service, facts, Number(values.seconds), say)
      await measureBulk(service, facts, say)
    } finally {
      await service.stop()
    }
    // A fresh server, so that the memory is that of the CSV.
    const fresh = await startServer({ databaseUrl })
    try {
      await measureCsv(fresh, facts, Number(values.lines), say)
    } finally {
      await fresh.stop()
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (values.help === true) process.stdout.write(`${help}\n`)
else
  for (const engine of values.engine === undefined
    ? (['sqlite', 'postgres'] as const)
    : [values.engine as Engine])
    await run(engine)
