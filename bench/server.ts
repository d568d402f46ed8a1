import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '../src/app.ts'
import { Bearer } from '../src/auth/bearer.ts'
import type { Actor } from '../src/base/actor.ts'
import { readConfig } from '../src/base/config.ts'
import { openDatabase } from '../src/db/open.ts'
import { openBlobs } from '../src/file-store/open.ts'
import { Api } from '../src/http/api.ts'
import { buildServer } from '../src/http/server.ts'
import { Metrics } from '../src/observe/metrics.ts'
import { cursorKey } from '../src/query/cursor.ts'
import { taskRoutes } from '../src/resources/tasks/routes.ts'
import { keepHeapSmall } from '../src/serve.ts'
import { Bare } from './bare.ts'
import { postgresCpu } from './postgres-cpu.ts'

/**
 * The real service in a separate process, with more addresses: `/bench/fixed` sends fixed bytes through
 * the same server, without query or authentication (the limit); `/bench/bare` sends what PostgreSQL returns for the
 * same statements through the bare driver; `/bench/state` returns its memory, the longest event loop delay and
 * the CPU time used.
 */
const config = readConfig(process.env)
keepHeapSmall()
if (process.env['BENCH_METRICS'] === 'yes') new Metrics(1)
const db = openDatabase(config, (error) => {
  throw error
})
const secret = Buffer.from('the benchmark needs no secret of its own')
const blobs = await openBlobs(config.blobs, (error) => {
  throw error
})
const { server } = buildApp({ config, db, blobs, secret })
const fixed = new Map<string, string>()
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

server.put<{ Params: { name: string } }>('/bench/fixed/:name', async (request, reply) => {
  const chunks: Buffer[] = []
  for await (const chunk of request.raw) chunks.push(chunk as Buffer)
  fixed.set(request.params.name, Buffer.concat(chunks).toString('utf8'))
  return reply.code(204).send()
})
server.get<{ Params: { name: string } }>('/bench/fixed/:name', async (request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(fixed.get(request.params.name)),
)
const address = config.database.engine === 'postgres' ? config.database.urls[0] : undefined
const bare = address === undefined ? undefined : new Bare(address)
const repeats = new Map<string, () => Promise<unknown[]>>()
if (bare !== undefined) {
  const recording = buildApp({ config, db: bare.recording(db), blobs, secret }).server
  server.put<{ Params: { name: string } }>('/bench/bare/:name', async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request.raw) chunks.push(chunk as Buffer)
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    // The first request is for what is cached, such as the token.
    await recording.inject(asked)
    repeats.set(request.params.name, await bare.record(() => recording.inject(asked)))
    return reply.code(204).send()
  })
  server.get<{ Params: { name: string } }>('/bench/bare/:name', async (request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(await repeats.get(request.params.name)?.())),
  )
}
const ofPostgres = address === undefined ? () => 0 : await postgresCpu(address)
server.get('/bench/state', async (_request, reply) => {
  const { user, system } = process.cpuUsage()
  const state = {
    rss: process.memoryUsage().rss,
    heldMost: delay.max / 1e6,
    cpu: user + system,
    postgresCpu: ofPostgres(),
  }
  delay.reset()
  return reply.send(state)
})

// The same methods on another port, for a caller who is already known: the difference is the cost of the
// check.
let known: Actor | undefined
const unchecked = buildServer(config, { admit: async () => undefined, countRefusal: async () => undefined })
taskRoutes(
  new Api(unchecked.app, {
    db,
    bodyLimits: { bytes: config.bodyLimit, seconds: config.bodyTimeout },
    pace: { idleSeconds: 60, bytesPerSecond: 0 },
    onWritten: () => undefined,
    async recognize() {
      throw new Error('No CSV is asked for here')
    },
    async authenticate(request) {
      if (known === undefined) {
        const judged = await new Bearer(db).judge(request.headers.authorization, request.id)
        if ('refusal' in judged) throw judged.refusal
        known = judged.actor
      }
      request.actor = known
    },
    site: {
      publicUrl: config.publicUrl,
      cursorKey: cursorKey(secret),
      visibleIds: {},
      namesOnPage: () => undefined,
      readNames: async () => ({}),
    },
  }),
)

await server.listen({ host: '127.0.0.1', port: config.port })
await unchecked.app.listen({ host: '127.0.0.1', port: Number(process.env['BENCH_UNCHECKED_PORT']) })
process.on('disconnect', () => process.exit(1))
process.on('SIGTERM', () => {
  server.server.closeAllConnections()
  unchecked.app.server.closeAllConnections()
  Promise.all([server.close(), unchecked.app.close()])
    .then(() => bare?.close())
    .then(() => db.close())
    .then(() => process.exit(0))
})
