import { drive, type Result } from './driver.ts'
import type { CaseLoad } from './loads.ts'
import type { ServerProcess, ServerState } from './server-process.ts'

/** One short run, with the resources the server used. */
export type Turn = Result & Pick<ServerState, 'rss' | 'heldMost' | 'cpu' | 'postgresCpu'>

/** The result of one side of a comparison, over all its turns. */
export interface Side extends Result {
  /** CPU microseconds per request; other programs hardly affect it. */
  cpuMicroseconds: number
  /** The same for PostgreSQL; 0 without it. */
  postgresCpuMicroseconds?: number
}

/** One side: the server to observe, and the load to send. */
interface Player {
  service: Pick<ServerProcess, 'state'>
  loads: readonly CaseLoad[]
}

/**
 * The number of turns per side: short, so that both run under the same conditions, but long enough to be
 * meaningful.
 */
const turnsIn = (seconds: number): number => (seconds < 1 ? 2 : 8)

/** Both sides take turns for this many seconds each. */
export async function takeTurns(a: Player, b: Player, seconds: number): Promise<[Turn, Turn][]> {
  const pairs: [Turn, Turn][] = []
  const turns = turnsIn(seconds)
  for (let n = 0; n < turns; n += 1) {
    // The first side alternates, too.
    const first = await takeTurn(n % 2 === 0 ? a : b, seconds / turns)
    const second = await takeTurn(n % 2 === 0 ? b : a, seconds / turns)
    pairs.push(n % 2 === 0 ? [first, second] : [second, first])
  }
  return pairs
}

async function takeTurn({ service, loads }: Player, seconds: number): Promise<Turn> {
  const before = await service.state()
  const results = await Promise.all(loads.map((load) => drive({ ...load, seconds })))
  const { rss, heldMost, cpu, postgresCpu = 0 } = await service.state()
  return {
    perSecond: sum(results.map(({ perSecond }) => perSecond)),
    p50: Math.max(...results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    requests: sum(results.map(({ requests }) => requests)),
    bad: sum(results.map(({ bad }) => bad)),
    rss,
    heldMost,
    cpu: cpu - before.cpu,
    postgresCpu: postgresCpu - (before.postgresCpu ?? 0),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** The median of each value; the sum of requests and failures. */
export function together(taken: readonly Turn[]): Side {
  const of = (name: 'perSecond' | 'p50' | 'p99'): number => median(taken.map((turn) => turn[name]))
  const requests = sum(taken.map((turn) => turn.requests))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    requests,
    bad: sum(taken.map(({ bad }) => bad)),
    cpuMicroseconds: sum(taken.map(({ cpu }) => cpu)) / requests,
    postgresCpuMicroseconds: sum(taken.map(({ postgresCpu = 0 }) => postgresCpu)) / requests,
  }
}
