import { type Ask, buildCases, type Case } from './cases.ts'
import { drive } from './driver.ts'
import type { Prepared } from './engines.ts'
import { type CaseLoad, loadOf, sampleOf } from './loads.ts'
import { makeTokens, type ServerProcess, startServer, type Tokens } from './server-process.ts'
import { median, type Side, type Turn, takeTurns, together } from './turns.ts'

/** A case compared with the limit. */
export interface Measured {
  engine: string
  case: string
  connections: number
  ours: Side
  limit: Side
  /** The ratio to the limit: the median over pairs of turns. */
  ratio: number
  /** The same statements with the bare driver, behind the same server; on PostgreSQL only. */
  bare?: Side
  /** The ratio to the bare driver. */
  bareRatio?: number
  rssMegabytes: number
  heldMostMilliseconds: number
}

interface MeasureOptions {
  seconds: number
  only: string | undefined
  say: (measured: Measured) => void
}

/**
 * Compares every case with the limit: the same bytes as a fixed string, in turns, so that both run under the
 * same conditions.
 */
export async function measure(
  prepared: Prepared,
  { seconds, only, say }: MeasureOptions,
): Promise<Measured[]> {
  const tokens = await makeTokens(prepared)
  const service = await startServer(prepared)
  try {
    const ask: Ask = async (path, as) => (await service.ask(path, tokens[as])).json
    const cases = (await buildCases(prepared.facts, tokens.credential, ask)).filter(
      ({ name }) => only === undefined || name.includes(only),
    )
    const found: Measured[] = []
    for (const each of cases)
      for (const connections of each.connections) {
        const measured = await measureOne(prepared.engine, service, tokens, each, connections, seconds)
        found.push(measured)
        say(measured)
      }
    return found
  } finally {
    await service.stop()
  }
}

async function measureOne(
  engine: string,
  service: ServerProcess,
  tokens: Tokens,
  each: Case,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const load = loadOf(service, tokens, each, connections)
  await service.fix('bytes', await sampleOf(load))
  const { host } = load
  const fixed = {
    host,
    port: service.port,
    connections,
    method: 'GET',
    paths: ['/bench/fixed/bytes'],
    headers: {},
  } satisfies CaseLoad
  for (const each of [load, fixed]) await drive({ ...each, seconds: Math.min(1, seconds / 4) })
  const pairs = await takeTurns({ service, loads: [load] }, { service, loads: [fixed] }, seconds)
  const ours: Turn[] = pairs.map(([turn]) => turn)
  const isCompared = engine === 'postgres' && connections === 16 && each.unchecked !== true
  return {
    engine,
    case: each.name,
    connections,
    ours: together(ours),
    limit: together(pairs.map(([, turn]) => turn)),
    ratio: median(pairs.map(([mine, limit]) => mine.perSecond / limit.perSecond)),
    ...(isCompared && (await compareWithBare(service, load, fixed, seconds))),
    rssMegabytes: Math.max(...ours.map(({ rss }) => rss)) / 1e6,
    heldMostMilliseconds: Math.max(...ours.map(({ heldMost }) => heldMost)),
  }
}

/** The same load in turns with what it sends to PostgreSQL, sent by the bare driver. */
async function compareWithBare(
  service: ServerProcess,
  load: CaseLoad,
  fixed: CaseLoad,
  seconds: number,
): Promise<Required<Pick<Measured, 'bare' | 'bareRatio'>>> {
  const { method, paths, headers, bodies } = load
  await service.record('statements', { method, url: paths[0], headers, payload: bodies?.[0] })
  const bare = { ...fixed, paths: ['/bench/bare/statements'] } satisfies CaseLoad
  await drive({ ...bare, seconds: Math.min(1, seconds / 4) })
  const pairs = await takeTurns({ service, loads: [load] }, { service, loads: [bare] }, seconds)
  return {
    bare: together(pairs.map(([, turn]) => turn)),
    bareRatio: median(pairs.map(([mine, theirs]) => mine.perSecond / theirs.perSecond)),
  }
}
