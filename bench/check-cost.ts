import { drive, type Load } from './driver.ts'
import type { Prepared } from './engines.ts'
import { makeTokens, startServer } from './server-process.ts'

const rounds = 40
const seconds = 0.4

/**
 * Requests for one record with and without the bearer check, in short turns, so that both run under the same
 * conditions.
 */
export async function measureCheck(
  prepared: Prepared,
): Promise<{ checked: number; unchecked: number; cost: number }> {
  const tokens = await makeTokens(prepared)
  const server = await startServer(prepared)
  const load = {
    host: '127.0.0.1',
    method: 'GET',
    paths: [`/v1/tasks/${prepared.facts.samples.aTaskId}`],
    headers: { authorization: `Bearer ${tokens.admin}` },
    connections: 16,
  } satisfies Partial<Load>
  const run = async (port: number, time = seconds): Promise<number> =>
    (await drive({ ...load, port, seconds: time })).perSecond
  try {
    for (const port of [server.port, server.uncheckedPort]) await run(port, 2)
    const pairs: [number, number][] = []
    for (let n = 0; n < rounds; n += 1) {
      // The first side alternates, too.
      const first = n % 2 === 0 ? server.port : server.uncheckedPort
      const second = n % 2 === 0 ? server.uncheckedPort : server.port
      const [a, b] = [await run(first), await run(second)]
      pairs.push(n % 2 === 0 ? [a, b] : [b, a])
    }
    const median = (values: number[]): number =>
      values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    return {
      checked: median(pairs.map(([checked]) => checked)),
      unchecked: median(pairs.map(([, unchecked]) => unchecked)),
      // The ratio of both times, pair by pair.
      cost: median(pairs.map(([checked, unchecked]) => unchecked / checked)) - 1,
    }
  } finally {
    await server.stop()
  }
}
