import { buildCases, type Case } from './cases.ts'
import { drive } from './driver.ts'
import type { Prepared } from './engines.ts'
import { makeTokens, type ServerProcess, startServer, type Tokens } from './server-process.ts'
import { median, type Side, type Turn, takeTurn, together } from './turns.ts'

export interface Measured {
  engine: string
  case: string
  connections: number
  ours: Side
  limit: Side
  /** Ours beside the limit: the median of the pairs of turns. */
  ratio: number
  rssMegabytes: number
  heldMostMilliseconds: number
}

export interface MeasureOptions {
  seconds: number
  only: string | undefined
  say: (measured: Measured) => void
}

/** Short turns, so that both sides have the same weather. */
const turns = 8

const authorization = (tokens: Tokens, { as }: Case): Record<string, string> =>
  as === 'nobody' ? {} : { authorization: `Bearer ${tokens[as]}` }

/** Every case beside the limit: the same bytes as a fixed string, in turns, so that both have the same weather. */
export async function measure(
  prepared: Prepared,
  { seconds, only, say }: MeasureOptions,
): Promise<Measured[]> {
  const tokens = await makeTokens(prepared)
  const service = await startServer(prepared)
  try {
    const ask = async (path: string) => (await service.ask(path, tokens.admin)).json
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
  const headers = { ...authorization(tokens, each), ...each.headers }
  const common = { host: '127.0.0.1', port: service.port, connections }
  const load = {
    ...common,
    port: each.unchecked === true ? service.uncheckedPort : service.port,
    method: each.method,
    path: each.path,
    headers,
    ...(each.bodies !== undefined && { bodies: each.bodies }),
  }
  const sample = await sampleOf(service, each, headers)
  await service.fix('bytes', sample)
  const fixed = { ...common, method: 'GET', path: '/bench/fixed/bytes', headers: {} }
  await drive({ ...load, seconds: Math.min(1, seconds / 4) })
  await drive({ ...fixed, seconds: Math.min(1, seconds / 4) })
  const pairs: { ours: Turn; limit: Turn }[] = []
  for (let n = 0; n < turns; n += 1) {
    // Who begins changes, too.
    const first = await takeTurn(service, n % 2 === 0 ? load : fixed, seconds / turns)
    const second = await takeTurn(service, n % 2 === 0 ? fixed : load, seconds / turns)
    pairs.push(n % 2 === 0 ? { ours: first, limit: second } : { ours: second, limit: first })
  }
  const ours = pairs.map((pair) => pair.ours)
  return {
    engine,
    case: each.name,
    connections,
    ours: together(ours),
    limit: together(pairs.map((pair) => pair.limit)),
    ratio: median(pairs.map((pair) => pair.ours.perSecond / pair.limit.perSecond)),
    rssMegabytes: Math.max(...ours.map(({ rss }) => rss)) / 1e6,
    heldMostMilliseconds: Math.max(...ours.map(({ heldMost }) => heldMost)),
  }
}

async function sampleOf(
  service: ServerProcess,
  { method, path, bodies }: Case,
  headers: Record<string, string>,
): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${service.port}${path}`, {
    method,
    headers,
    ...(bodies !== undefined && { body: bodies[0] ?? '' }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  return text
}
