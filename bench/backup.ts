import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { issueToken } from '../src/auth/access-token.ts'
import { leftOut, readBatches } from '../src/backup/rows.ts'
import { readConfig } from '../src/base/config.ts'
import { readShapes } from '../src/db/catalogue.ts'
import type { Engine } from '../src/db/database.ts'
import { openPatiently } from '../src/db/open.ts'
import { insertRows } from '../src/db/records.ts'
import { newBlobKey } from '../src/file-store/keys.ts'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { atrium, serveReady } from '../test/support/process.ts'
import { withDatabase } from '../test/support/seed.ts'
import { type Prepared, prepare } from './engines.ts'

const help = `Usage: npm run bench:backup -- [options]

Backup under load, check, restore and move at the size of the benchmark's data set, with sparse contents, each with
its time and throughput; in the end every row is compared by a hash of its table. It works on a copy of the data set.

  --engine sqlite|postgres   Where the data is. Default: sqlite. It moves to the other one and back.
  --tasks N                  Size of the data set. Default: 1,000,000.
  --contents N               How many contents. Default: 1,000.
  --megabytes N              All contents together. Default: 10,000. Three times as much room is needed.
  --folder DIR               Where the data set is kept. Default: .bench.`

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    tasks: { type: 'string', default: '1000000' },
    contents: { type: 'string', default: '1000' },
    megabytes: { type: 'string', default: '10000' },
    folder: { type: 'string', default: '.bench' },
    help: { type: 'boolean' },
  },
})

type Settings = Record<string, string>

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Runs a command to completion; returns the seconds it took. */
async function timed(words: string[], settings: Settings): Promise<{ seconds: number; said: string }> {
  const began = performance.now()
  const { code, stdout, stderr } = await atrium(words, { env: settings })
  if (code !== 0) throw new Error(`atrium ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  return { seconds: (performance.now() - began) / 1000, said: stdout }
}

/** Sparse contents of zeros, each with another size and so another hash, and their rows. */
async function addContents(settings: Settings, companyNo: number): Promise<void> {
  const [count, all] = [Number(values.contents), Number(values.megabytes) * 1e6]
  const base = Math.max(1, Math.floor(all / count))
  const hash = createHash('sha256')
  const block = Buffer.alloc(1_000_000)
  for (let left = base; left > 0; left -= block.length)
    hash.update(block.subarray(0, Math.min(left, block.length)))
  const made = Array.from({ length: count }, (_, n) => ({
    key: newBlobKey(companyNo),
    size: base + n,
    sha256: hash.copy().update(Buffer.alloc(n)).digest('hex'),
  }))
  for (const { key, size } of made) {
    // The layout of the disk store.
    const [company = '', id = ''] = key.split('/')
    const path = join(settings['ATRIUM_DATA'] ?? '', 'blobs', 'content', company, id.slice(-2), id)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    truncateSync(path, size)
  }
  const createdAt = new Date().toISOString()
  await withDatabase(settings, (db) =>
    db.transaction((tx) =>
      insertRows(
        tx,
        'blobs',
        made.map(({ key: blobKey, size, sha256 }) => ({
          ...{
            companyNo,
            sha256,
            size,
            blobKey,
            createdAt,
            orphanedAt: null,
            previewState: 'none' as const,
            previewFor: '',
          },
          ...{ previewKey: null, previewSize: null, previewSha256: null },
        })),
      ),
    ),
  )
}

/** A hash of each table, for comparison. */
async function hashes(settings: Settings): Promise<Record<string, string>> {
  const db = openPatiently(readConfig(settings).database)
  try {
    const found: Record<string, string> = {}
    for (const shape of await readShapes(db)) {
      if (Object.hasOwn(leftOut, shape.name)) continue
      const hash = createHash('sha256')
      for await (const { lines } of readBatches(db, shape)) hash.update(lines.join('\n'))
      found[shape.name] = hash.digest('hex')
    }
    return found
  } finally {
    await db.close()
  }
}

function demandEqual(what: string, one: Record<string, string>, other: Record<string, string>): void {
  const differing = Object.keys(one).filter((name) => one[name] !== other[name])
  if (differing.length > 0) throw new Error(`${what}: ${differing.join(', ')} differ`)
  say(`${what}: all rows of ${Object.keys(one).length} tables are equal`)
}

/** Creates tasks over HTTP without a pause, with sixteen connections. */
function load(url: string, token: string, workspaceId: string) {
  const times: number[] = []
  let stopped = false
  const callers = Array.from({ length: 16 }, async () => {
    while (!stopped) {
      const began = performance.now()
      const reply = await fetch(`${url}/v1/workspaces/${workspaceId}/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'Written while a backup is made' }),
      })
      await reply.arrayBuffer()
      if (reply.status !== 201) throw new Error(`A write was answered ${reply.status}`)
      times.push(performance.now() - began)
    }
  })
  return {
    take: () => times.splice(0).toSorted((one, other) => one - other),
    async stop() {
      stopped = true
      await Promise.all(callers)
    },
  }
}

/** A copy of the data set, so that writes do not stay. */
async function copyOf({ engine, databaseUrl }: Prepared, folder: string): Promise<string> {
  if (engine === 'sqlite') {
    copyFileSync(databaseUrl.slice('sqlite:'.length), join(folder, 'atrium.db'))
    return `sqlite:${join(folder, 'atrium.db')}`
  }
  const { origin, pathname, username, password } = new URL(databaseUrl.replace('postgres:', 'http:'))
  const server = `postgres://${username}:${password}@${new URL(origin).host}`
  return `${server}/${await makeDatabase(server, 'atrium_backup_bench', pathname.slice(1))}`
}

const quantile = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`

async function main(): Promise<void> {
  const tasks = Number(values.tasks)
  const spread = Math.max(100, tasks / 100)
  const size = { tasks, workspaces: spread, users: spread, large: tasks / 10 }
  const prepared = await prepare(values.engine as Engine, size, resolve(values.folder))
  const folder = mkdtempSync(join(resolve(values.folder), 'backup-'))
  const other = prepared.engine === 'sqlite' ? await startPostgres() : undefined
  try {
    mkdirSync(join(folder, 'data'))
    const { companyNo, adminId, largeWorkspaceId } = prepared.facts
    const settings = {
      ATRIUM_DATA: join(folder, 'data'),
      ATRIUM_DATABASE_URL: await copyOf(prepared, join(folder, 'data')),
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    }
    await addContents(settings, companyNo)
    const token = await withDatabase(settings, (db) =>
      db.transaction((tx) => issueToken(tx, { companyNo, userId: adminId, clientId: null })),
    )
    await measure(settings, folder, { token, workspaceId: largeWorkspaceId }, other?.url)
  } finally {
    await other?.stop()
    await prepared.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  settings: Settings,
  folder: string,
  { token, workspaceId }: { token: string; workspaceId: string },
  postgres: string | undefined,
): Promise<void> {
  const dir = join(folder, 'backups')
  const served = await serveReady(settings)
  const writers = load(served.url, token, workspaceId)
  await new Promise((done) => setTimeout(done, 3_000))
  const alone = writers.take()
  const first = await timed(['backup', dir, '--json'], settings)
  const during = writers.take()
  const { rows, contentBytes } = JSON.parse(first.said) as { rows: number; contentBytes: number }
  const rate = (seconds: number): string =>
    `${seconds.toFixed(1)} s, ${(rows / seconds).toFixed(0)} rows/s and ${(contentBytes / 1e6 / seconds).toFixed(0)} MB/s`
  say(`${rows} rows and ${(contentBytes / 1e9).toFixed(1)} GB of contents`)
  say(`backup under load: ${rate(first.seconds)}`)
  say(
    `  writes alone:     ${(alone.length / 3).toFixed(0)}/s, p50 ${quantile(alone, 0.5)}, p99 ${quantile(alone, 0.99)}`,
  )
  say(
    `  writes during it: ${(during.length / first.seconds).toFixed(0)}/s, p50 ${quantile(during, 0.5)}, p99 ${quantile(during, 0.99)}`,
  )
  await writers.stop()
  await served.stop()
  say(`the next one:      ${rate((await timed(['backup', dir], settings)).seconds)}`)
  say(`check:             ${rate((await timed(['restore', dir, '--check'], {})).seconds)}`)
  const source = await hashes(settings)
  const data = join(folder, 'restored')
  const there = { ATRIUM_DATA: data, ATRIUM_DATABASE_URL: `sqlite:${join(data, 'atrium.db')}` }
  say(`restore to SQLite: ${rate((await timed(['restore', dir], there)).seconds)}`)
  demandEqual('backup and restore', source, await hashes(there))
  rmSync(join(data, 'blobs'), { recursive: true })

  // From PostgreSQL, the restored data is moved to it; from SQLite, the original.
  const server = postgres ?? (settings['ATRIUM_DATABASE_URL'] ?? '').replace(/\/[^/]*$/, '')
  const moved = {
    ATRIUM_DATA: data,
    ATRIUM_DATABASE_URL: `${server}/${await makeDatabase(server, 'atrium_moved')}`,
  }
  const back = { ATRIUM_DATA: data, ATRIUM_DATABASE_URL: `sqlite:${join(data, 'back.db')}` }
  const onto = (to: Settings): string[] => ['move', '--to-database', to['ATRIUM_DATABASE_URL'] ?? '']
  say(`move to PostgreSQL: ${(await timed(onto(moved), there)).seconds.toFixed(1)} s`)
  say(`and back:           ${(await timed(onto(back), moved)).seconds.toFixed(1)} s`)
  demandEqual('move both ways', source, await hashes(back))
}

if (values.help === true) say(help)
else await main()
