import type { Prepared } from './engines.ts'
import { type CaseLoad, loadOf } from './loads.ts'
import { makeTokens, startServer } from './server-process.ts'
import { median, type Side, takeTurns, together } from './turns.ts'

/** Two processes on one database compared with one, with the same total number of connections. */
export interface Processes {
  engine: string
  case: string
  connections: number
  one: Side
  two: Side
  ratio: number
}

const connections = 32

export async function measureProcesses(prepared: Prepared, seconds: number): Promise<Processes> {
  const tokens = await makeTokens(prepared)
  const servers = [await startServer(prepared), await startServer(prepared)] as const
  const page = {
    name: 'first page',
    connections: [],
    method: 'GET',
    paths: ['/v1/tasks'],
    as: 'admin',
  } as const
  const load = (n: 0 | 1, count: number): CaseLoad => loadOf(servers[n], tokens, page, count)
  try {
    const pairs = await takeTurns(
      { service: servers[0], loads: [load(0, connections / 2), load(1, connections / 2)] },
      { service: servers[0], loads: [load(0, connections)] },
      seconds,
    )
    return {
      engine: prepared.engine,
      case: page.name,
      connections,
      two: together(pairs.map(([two]) => two)),
      one: together(pairs.map(([, one]) => one)),
      ratio: median(pairs.map(([two, one]) => two.perSecond / one.perSecond)),
    }
  } finally {
    for (const server of servers) await server.stop()
  }
}
