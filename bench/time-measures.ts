import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { pagesFrom } from './cases.ts'
import { drive, type Result } from './driver.ts'
import type { ServerProcess } from './server-process.ts'
import type { TimeFacts } from './time-dataset.ts'

const month = 'date>="2024-03-01" AND date<"2024-04-01"'

/** Compares each request with the limit: the same bytes as a fixed string, in turns. */
export async function measureReads(
  service: ServerProcess,
  { token, workspaceId }: TimeFacts,
  seconds: number,
  say: (line: string) => void,
): Promise<void> {
  const query = (given: Record<string, string>): string => new URLSearchParams(given).toString()
  const cases = {
    'a page': '/v1/times',
    'a page, by date': '/v1/times?sort=-date',
    'a month': `/v1/times?${query({ filter: month })}`,
    'a month of a workspace': `/v1/workspaces/${workspaceId}/times?${query({ filter: month })}`,
    'a month of a workspace, by date': `/v1/workspaces/${workspaceId}/times?${query({ filter: month, sort: 'date' })}`,
    'summary of a month of a workspace': `/v1/times/summary?${query({ groupBy: 'user', filter: `workspaceId="${workspaceId}" AND ${month}` })}`,
  }
  say('case                                  conns     ours    limit  ratio   p50 ms   p99 ms  held ms')
  for (const [name, path] of Object.entries(cases)) {
    await service.fix('bytes', (await service.ask(path, token)).text)
    const paths = path.includes('/summary')
      ? ([path] as const)
      : await pagesFrom(path, async (next) => (await service.ask(next, token)).json)
    const common = { host: '127.0.0.1', port: service.port, method: 'GET', connections: 4, seconds }
    const headers = { authorization: `Bearer ${token}` }
    await drive({ ...common, paths, headers, seconds: seconds / 2 })
    const limit = await drive({ ...common, paths: ['/bench/fixed/bytes'], headers: {} })
    await service.state()
    const ours = await drive({ ...common, paths, headers })
    const { heldMost } = await service.state()
    say(
      `${name.padEnd(37)} ${'4'.padStart(5)} ${cell(ours.perSecond, 8, 0)} ${cell(limit.perSecond, 8, 0)} ${cell(ours.perSecond / limit.perSecond, 6, 2)} ${cell(ours.p50, 8, 2)} ${cell(ours.p99, 8, 2)} ${cell(heldMost, 8, 1)}`,
    )
  }
}

const cell = (value: number, width: number, digits: number): string => value.toFixed(digits).padStart(width)

/** All of a list as CSV: how long it takes, the peak memory, and how much it slows down others. */
export async function measureCsv(
  service: ServerProcess,
  { token }: TimeFacts,
  lines: number,
  say: (line: string) => void,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const others = {
    host: '127.0.0.1',
    port: service.port,
    method: 'GET',
    paths: await pagesFrom('/v1/times', async (next) => (await service.ask(next, token)).json),
    headers,
    connections: 4,
  }
  await drive({ ...others, seconds: 2 })
  const before = await drive({ ...others, seconds: 5 })
  const csv = readLines(service.port, token, lines)
  let most = 0
  const results: Result[] = []
  const began = performance.now()
  while (!csv.isOver()) {
    results.push(await drive({ ...others, seconds: 5 }))
    most = Math.max(most, (await service.state()).rss)
  }
  const found = await csv.done
  const took = (performance.now() - began) / 1000
  await setTimeout(500)
  const p99 = results.map((result) => result.p99).sort((a, b) => a - b)
  const middle = p99[Math.floor(p99.length / 2)] ?? 0
  say(
    `CSV: ${found.toLocaleString('en')} lines in ${took.toFixed(0)} s, at most ${(most / 1e6).toFixed(0)} MB; others' p99 ${before.p99.toFixed(2)} ms before, ${middle.toFixed(2)} ms during it (${(middle / before.p99).toFixed(2)} ×)`,
  )
}

/** Reads until this many lines have arrived, as fast as they do. */
function readLines(
  port: number,
  token: string,
  most: number,
): { done: Promise<number>; isOver: () => boolean } {
  let over = false
  const done = new Promise<number>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' }
    const sent = request({ host: '127.0.0.1', port, path: '/v1/times', headers }, (response) => {
      let lines = 0
      response.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) lines += 1
        if (lines > most) sent.destroy()
      })
      response.on('close', () => resolve(lines))
      response.on('error', () => resolve(lines))
    })
    sent.on('error', reject)
    sent.end()
  }).finally(() => {
    over = true
  })
  return { done, isOver: () => over }
}

/** A thousand new tasks, and a thousand entries, in one request and in as many. */
export async function measureBulk(
  service: ServerProcess,
  { token, workspaceId }: TimeFacts,
  say: (line: string) => void,
): Promise<void> {
  const count = 1_000
  const bodies = {
    tasks: (n: number) => ({ title: `Bulk ${n}`, workspaceId }),
    times: (n: number) => ({ date: '2026-01-01', minutes: 1 + (n % 60), workspaceId }),
  }
  const send = async (path: string, body: unknown): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${service.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  for (const [noun, bodyOf] of Object.entries(bodies)) {
    const each = Array.from({ length: count }, (_, n) => bodyOf(n))
    const operations = each.map((body, n) => ({ requestId: String(n), method: 'POST', body }))
    const inBulk = (): Promise<unknown> => send(`/v1/${noun}/bulk`, { operations })
    await inBulk()
    await send(`/v1/${noun}`, each[0])
    const bulk = Math.min(await timed(inBulk), await timed(inBulk), await timed(inBulk))
    const oneByOne = await timed(async () => {
      for (const body of each) await send(`/v1/${noun}`, body)
    })
    const together = await timed(async () => {
      for (let n = 0; n < count; n += 16)
        await Promise.all(each.slice(n, n + 16).map((body) => send(`/v1/${noun}`, body)))
    })
    say(
      `1,000 ${noun}: bulk ${bulk.toFixed(0)} ms; one after another ${oneByOne.toFixed(0)} ms (${(oneByOne / bulk).toFixed(1)} ×); 16 at a time ${together.toFixed(0)} ms (${(together / bulk).toFixed(1)} ×)`,
    )
  }
}
