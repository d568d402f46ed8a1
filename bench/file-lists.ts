import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { files } from '../src/resources/files/file.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { buildFiles, statuses, tags } from './file-dataset.ts'
import { bothWays, type ListTime, timeLists } from './lists.ts'
import { startServer } from './server-process.ts'
import { median } from './turns.ts'

const help = `Usage: npm run bench:file-lists -- [options]

Fills a database of its own with files, starts the real server as a separate process, and asks for allFiles in every
order, both ways, with filters by tag, by status and by both: of the company, of the largest workspace, and as somebody
who is in three workspaces.

  --engine sqlite|postgres   One engine only. Default: both, one after the other.
  --files N                  How many files. Default: 1,000,000.
  --turns N                  How often each list is asked for; the quickest counts. Default: 3.
  --help                     Shows this help.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    files: { type: 'string', default: '1000000' },
    turns: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
})

/** A common value, a rare one, and an unused one; alone and combined. */
const byTag = ['tag 0', 'tag 5', `tag ${tags - 1}`, 'no such tag'].map((name) => `tags="${name}"`)
const byStatus = [...Object.values(statuses), 'Nonsense'].map((name) => `status="${name}"`)
const both = byTag.flatMap((tag) => byStatus.map((status) => `${tag} AND ${status}`))
const filters = ['', ...byTag, ...byStatus, ...both]

async function run(engine: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-file-lists-'))
  // As root, the server runs as another user.
  chmodSync(folder, 0o755)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  try {
    if (server !== undefined) await makeDatabase(server.url, 'files')
    const databaseUrl = server === undefined ? `sqlite:${join(folder, 'atrium.db')}` : `${server.url}/files`
    const { tokens, workspaceId } = await buildFiles(databaseUrl, Number(values.files))
    const service = await startServer({ databaseUrl })
    try {
      const all = '/v1/workspaces/allFiles'
      const lists = {
        engine,
        label: 'Lists of files',
        scopes: [
          ['admin', all, tokens.admin],
          ['workspace', `/v1/workspaces/${workspaceId}/allFiles`, tokens.admin],
          ['member', all, tokens.member],
        ],
        sorts: bothWays(files.sort),
        filters,
      } as const
      report(engine, await timeLists(service, lists, Number(values.turns)))
    } finally {
      await service.stop()
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function report(engine: Engine, times: readonly ListTime[]): void {
  const over = (most: number): number => times.filter(({ milliseconds }) => milliseconds > most).length
  const lines = times
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 12)
    .map(
      ({ scope, sort, filter, milliseconds, cpuMilliseconds }) =>
        `  ${milliseconds.toFixed(0).padStart(5)} ms, ${cpuMilliseconds.toFixed(0)} ms of a processor: ${scope} sort=${sort} ${filter}`,
    )
  process.stdout.write(
    [
      `${engine}, ${Number(values.files).toLocaleString('en')} files, ${times.length} lists, the quickest of ${values.turns} turns:`,
      `  middle ${median(times.map(({ milliseconds }) => milliseconds)).toFixed(1)} ms; ${over(50)} over 50 ms, ${over(500)} over 500 ms`,
      ...lines,
      '',
    ].join('\n'),
  )
}

const engines: Engine[] = values.engine === undefined ? ['sqlite', 'postgres'] : [values.engine as Engine]
if (values.help === true) process.stdout.write(`${help}\n`)
else for (const engine of engines) await run(engine)
