import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { serveReady } from '../test/support/process.ts'
import { seedCompany, withDatabase } from '../test/support/seed.ts'

/**
 * Upload and download of one large content over loopback, compared with a plain stream to and from the same
 * disk; and the peak memory of the service with many at once.
 */
const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1000' },
    turns: { type: 'string', default: '3' },
    'at-once': { type: 'string', default: '50' },
    each: { type: 'string', default: '40' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const megabytes = Number(values.megabytes)
const block = Buffer.alloc(1_000_000, 7)

async function* content(count: number): AsyncGenerator<Buffer> {
  for (let n = 0; n < count; n += 1) yield block
}

/** The throughput of a stream, in MB per second. */
async function rate(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return count / ((performance.now() - began) / 1000)
}

async function writePlain(path: string): Promise<void> {
  await pipeline(Readable.from(content(megabytes)), createWriteStream(path))
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

interface Service {
  port: number
  token: string
}

function upload({ port, token }: Service, count: number, name: string): Promise<{ id: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': count * block.length,
    }
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/v1/files/upload', headers },
      (reply) => {
        let text = ''
        reply.on('data', (chunk) => {
          text += chunk
        })
        reply.on('end', () =>
          reply.statusCode === 201 ? resolve(JSON.parse(text)) : reject(new Error(text)),
        )
      },
    )
    sent.on('error', reject)
    pipeline(Readable.from(content(count)), sent).catch(reject)
  })
}

/** A cheap client, because it shares the machine: it counts the bytes and discards them. */
function download({ port, token }: Service, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = ''
    let left = Number.NaN
    const callback = (count: number, buffer: Uint8Array): boolean => {
      left -= count
      if (Number.isNaN(left)) {
        head += Buffer.from(buffer.subarray(0, count)).toString('latin1')
        const end = head.indexOf('\r\n\r\n') + 4
        if (end < 4) return true
        left = Number(/content-length: (\d+)/i.exec(head)?.[1]) - (head.length - end)
      }
      if (left === 0) socket.end(resolve)
      return true
    }
    const onread = { buffer: Buffer.alloc(256 * 1024), callback }
    const socket = connect({ port, host: '127.0.0.1', onread }, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`),
    )
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`The download broke off: ${head.slice(0, 200)}`)))
  })
}

async function claim({ port, token }: Service, workspaceId: string, id: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/workspaces/${workspaceId}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deferredAssetIds: [id] }),
  })
  const { responses } = (await reply.json()) as { responses: { body: string }[] }
  return responses[0]?.body ?? ''
}

const peakMemory = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000

/** CPU seconds used by a process. */
function processorSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number)
  return (user + system) / 100
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const folder = mkdtempSync(join(values.folder, 'atrium-bench-files-'))
try {
  const settings = {
    ATRIUM_DATA: folder,
    ATRIUM_DATABASE_URL: `sqlite:${join(folder, 'atrium.db')}`,
    ATRIUM_LOG_LEVEL: 'fatal',
    ATRIUM_UNCLAIMED_UPLOADS: '1000000',
    // The options of `npm start`.
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '1',
  }
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady(settings)
  const service = { port: served.port, token }
  const made = await fetch(`${served.url}/v1/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceName: 'Bench' }),
  })
  const workspaceId = ((await made.json()) as { id: string }).id
  const atStart = peakMemory(served.pid)
  const plain = join(folder, 'plain')
  const found: Record<string, number[]> = {
    'plain write': [],
    upload: [],
    'plain read': [],
    download: [],
    hash: [],
  }
  let file = ''
  const used = new Map<string, number>()
  const note = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const pid = /load/.test(name) ? served.pid : process.pid
    const before = processorSeconds(pid)
    const speed = await rate(megabytes, work)
    const seconds = (processorSeconds(pid) - before) * (1000 / megabytes)
    used.set(name, Math.min(seconds, used.get(name) ?? Number.POSITIVE_INFINITY))
    found[name]?.push(speed)
    process.stderr.write(`${name}: ${speed.toFixed(0)} MB/s, ${seconds.toFixed(2)} s of a processor per GB\n`)
  }
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    let id = ''
    await note('plain write', () => writePlain(plain))
    await note('upload', async () => {
      id = (await upload(service, megabytes, `large ${turn}`)).id
    })
    await note('plain read', () =>
      pipeline(createReadStream(plain, { highWaterMark: 512 * 1024 }), nowhere()),
    )
    file = await claim(service, workspaceId, id)
    await note('download', () => download(service, `/v1/files/${file}/content`))
    await note('hash', async () => {
      const hash = createHash('sha256')
      for await (const chunk of content(megabytes)) hash.update(chunk)
    })
    rmSync(plain)
  }
  const [write = 0, up = 0, read = 0, down = 0, hash = 0] = Object.values(found).map(middle)
  const alone = peakMemory(served.pid)
  const many = Number(values['at-once'])
  const atOnce = Array.from({ length: many })
  await Promise.all(atOnce.map((_, n) => upload(service, Number(values.each), `many ${n}`)))
  const peak = peakMemory(served.pid)
  await Promise.all(atOnce.map(() => download(service, `/v1/files/${file}/content`)))
  const peakOut = peakMemory(served.pid)
  process.stdout.write(
    [
      `${megabytes} MB, middle of ${values.turns} turns, in ${values.folder}`,
      `upload    ${up.toFixed(0)} MB/s, a plain stream to the disk with fsync ${write.toFixed(0)} MB/s: ${(up / write).toFixed(2)} of it`,
      `download  ${down.toFixed(0)} MB/s, a plain stream from the disk ${read.toFixed(0)} MB/s: ${(down / read).toFixed(2)} of it`,
      `sha-256   ${hash.toFixed(0)} MB/s`,
      `processor seconds per GB, the least: ${[...used].map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`).join(', ')}`,
      `memory    ${atStart.toFixed(0)} MB at the start, peak ${alone.toFixed(0)} MB one after another, ${peak.toFixed(0)} MB with ${many} uploads of ${values.each} MB at once, ${peakOut.toFixed(0)} MB with ${many} downloads of ${megabytes} MB after that`,
      '',
    ].join('\n'),
  )
  await served.stop()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
