import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { problem } from '../errors.ts'

const patience = 2_000

/** `/healthz`: the process answers. `/readyz`: it can do its work; a balancer asks this one. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const late = setTimeout(patience, 'late', { ref: false })
    const answer = await Promise.race([db.ping().catch((error: unknown) => error), late])
    if (answer !== undefined)
      throw problem('unavailable', 'The database is out of reach.', {
        headers: { 'retry-after': '5', 'cache-control': 'no-store' },
      })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
