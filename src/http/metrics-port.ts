import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { Config } from '../base/config.ts'
import { CannotListen } from './listen.ts'
import { pathOf } from './query-string.ts'

/**
 * Serves `/metrics` on a separate port that no proxy exposes: on this machine only, unless a setting says otherwise,
 * and then only with a token. Returns a function that closes it.
 */
export async function openMetricsPort(
  { host, port, token }: Config['metrics'],
  read: () => Promise<string[]>,
): Promise<() => Promise<void>> {
  // Imported lazily.
  const { metricsType, mergeMetrics } = await import('../observe/metrics.ts')
  const { createServer } = await import('node:http')
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const refuse = (status: number, headers: Record<string, string> = {}): void => {
      response.writeHead(status, headers).end()
    }
    if (pathOf(request) !== '/metrics') return refuse(404)
    if (request.method !== 'GET') return refuse(405, { allow: 'GET' })
    if (token !== '' && !isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      return refuse(401, { 'www-authenticate': 'Bearer' })
    return void read()
      .then(mergeMetrics)
      .then(
        (text) =>
          response.writeHead(200, { 'content-type': metricsType, 'cache-control': 'no-store' }).end(text),
        () => refuse(503, { 'retry-after': '5' }),
      )
  })
  try {
    await once(server.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port }), 'listening')
  } catch (error) {
    throw new CannotListen(host, port, error as NodeJS.ErrnoException)
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** In constant time. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted))
}
