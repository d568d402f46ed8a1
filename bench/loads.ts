import type { Case } from './cases.ts'
import type { Load } from './driver.ts'
import type { ServerProcess, Tokens } from './server-process.ts'

/** The load for a case. */
export type CaseLoad = Omit<Load, 'seconds'>

export function loadOf(
  service: Pick<ServerProcess, 'port' | 'uncheckedPort'>,
  tokens: Tokens,
  each: Case,
  connections: number,
): CaseLoad {
  const authorization = each.as === 'nobody' ? {} : { authorization: `Bearer ${tokens[each.as]}` }
  return {
    host: '127.0.0.1',
    port: each.unchecked === true ? service.uncheckedPort : service.port,
    method: each.method,
    paths: each.paths,
    headers: { ...authorization, ...each.headers },
    connections,
    ...(each.bodies !== undefined && { bodies: each.bodies }),
  }
}

/** One response to the load, to be sent as a fixed string. */
export async function sampleOf({ host, port, method, paths, headers, bodies }: CaseLoad): Promise<string> {
  const [path] = paths
  const reply = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers,
    ...(bodies !== undefined && { body: bodies[0] ?? '' }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
  return text
}
