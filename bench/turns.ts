import { drive, type Load, type Result } from './driver.ts'
import type { ServerProcess, ServerState } from './server-process.ts'

/** One short run, with what the server has used for it. */
export type Turn = Result & Pick<ServerState, 'rss' | 'heldMost' | 'cpu'>

/** What one side of a comparison did, in all its turns. */
export interface Side extends Result {
  /** Microseconds of a processor that the server used for a request: what other programs do changes it little. */
  cpuMicroseconds: number
}

export async function takeTurn(
  service: Pick<ServerProcess, 'state'>,
  load: Omit<Load, 'seconds'>,
  seconds: number,
): Promise<Turn> {
  const before = await service.state()
  const result = await drive({ ...load, seconds })
  const { rss, heldMost, cpu } = await service.state()
  return { ...result, rss, heldMost, cpu: cpu - before.cpu }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** The median of each figure; all requests and all failures. */
export function together(turns: readonly Turn[]): Side {
  const of = (name: 'perSecond' | 'p50' | 'p99'): number => median(turns.map((turn) => turn[name]))
  const requests = sum(turns.map((turn) => turn.requests))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    requests,
    bad: sum(turns.map(({ bad }) => bad)),
    cpuMicroseconds: sum(turns.map(({ cpu }) => cpu)) / requests,
  }
}
