import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/base/config.ts'
import type { Engine } from '../src/db/database.ts'
import { openBlobs } from '../src/file-store/open.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { seedCompany, withDatabase } from '../test/support/seed.ts'
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

async function run(engine: Engine): Promise<TagTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-tags-'))
  // As root, the server runs as another user.
  chmodSync(folder, 0o755)
  const server = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
  try {
    if (server !== undefined) await makeDatabase(server.url, 'tags')
    const settings = {
      ATRIUM_DATA: folder,
      ATRIUM_LOG_LEVEL: 'fatal',
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
      ATRIUM_DATABASE_URL:
        server === undefined ? `sqlite:${join(folder, 'atrium.db')}` : `${server.url}/tags`,
    }
    return await withDatabase(settings, async (db) => {
      const { companyNo, adminId } = await seedCompany(db)
      const config = readConfig(settings)
      const blobs = await openBlobs(config.blobs, (error) => {
        throw error
      })
      const app = buildApp({ config, db, blobs, secret: Buffer.alloc(32) })
      await app.server.ready()
      try {
        return await measureTags(
          { db, app, companyNo, adminId },
          {
            tags: Number(values.tags),
            assignments: Number(values.assignments),
            searches: Number(values.searches),
          },
        )
      } finally {
        await app.server.close()
      }
    })
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

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
