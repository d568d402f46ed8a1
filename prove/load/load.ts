import { setTimeout } from 'node:timers/promises'
import { assertionOf, jwtBearer } from '../../test/support/signer.ts'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { residentOf } from '../resources.ts'
import { launch, ready, type Service, stop } from '../service.ts'
import { type Crowd, Gathered } from './crowd.ts'
import { type Latency, Steady } from './steady.ts'

const sizes = {
  // A second has too few requests for more than their median.
  short: { idle: 2_000, slow: 100, readers: 20, flood: 16, seconds: 1, large: 100 },
  long: { idle: 10_000, slow: 1_000, readers: 200, flood: 64, seconds: 20, large: 500 },
}

export const loadProof: Proof = {
  name: 'load',
  sentence:
    'Beside thousands of idle connections, slow headers, slow bodies, slow readers and a flood past the rate limit, others are answered, and no slower than twice as before.',
  engines: bothEngines,
  run,
}

/** A busy machine slows what is measured, never speeds it: the best of so many rounds counts. */
const rounds = 5
const most = 2

async function run(place: Place): Promise<Outcome> {
  // The rates are those that everyone has by default.
  const { ATRIUM_RATE_REQUESTS_PER_SECOND: _, ...settings } = await settingsFor(place)
  const company = await foundCompany(settings)
  const size = place.long ? sizes.long : sizes.short
  const service = await ready(await launch(settings))
  const faults = new Faults()
  const figures: Record<string, number | string> = {}
  try {
    const { steady, path, token } = await prepare(service, company, size.large)
    await steady.measure(size.seconds)
    const crowds: Crowd[] = [
      { kind: 'idle', connections: size.idle, path: '/healthz' },
      { kind: 'slow headers', connections: size.slow, path },
      { kind: 'slow bodies', connections: size.slow, path },
      { kind: 'slow readers', connections: size.readers, path },
      { kind: 'flood', connections: size.flood, path: '/v1/tasks' },
    ].map((each) => ({ ...each, port: service.port, token }) as Crowd)
    for (const [n, crowd] of crowds.entries()) {
      place.tell(n / crowds.length, `${crowd.kind}: ${crowd.connections} connections`)
      await beside(crowd, steady, size.seconds, faults, figures, () => residentOf(service.pid))
    }
    steady.close()
  } finally {
    const code = await stop(service)
    if (code !== 0) faults.add(`The service ended with ${code} when it was told to stop`)
  }
  return { figures, faults: faults.all }
}

async function beside(
  crowd: Crowd,
  steady: Steady,
  seconds: number,
  faults: Faults,
  figures: Record<string, number | string>,
  resident: () => number,
): Promise<void> {
  let best: { ratio: number; before: Latency; during: Latency } | undefined
  for (let round = 0; round < rounds && (best === undefined || best.ratio > most); round += 1) {
    const before = await steady.measure(seconds)
    const gathered = await Gathered.gather(crowd)
    if (crowd.kind === 'flood') await pastLimit(gathered)
    const during = await steady.measure(seconds)
    figures[`MB resident beside ${crowd.kind}`] = resident()
    const seen = await gathered.leave()
    for (const { failed } of [before, during])
      if (failed > 0) faults.add(`${failed} requests of others failed beside ${crowd.kind}`)
    if (crowd.kind === 'idle' && seen.connected < crowd.connections)
      faults.add(`Of ${crowd.connections} idle connections ${seen.connected} stood at the end`)
    // Some who are slow are sent away, and come again.
    if (crowd.kind.startsWith('slow') && seen.connected < crowd.connections / 2)
      faults.add(`Of ${crowd.connections} ${crowd.kind} ${seen.connected} were connected at the end`)
    // Or they would have been no burden.
    if (crowd.kind === 'slow readers' && seen.answers['200'] === undefined)
      faults.add(`None of the slow readers was given a page: ${JSON.stringify(seen.answers)}`)
    if (crowd.kind === 'flood' && seen.answers['429'] === undefined)
      faults.add(`The flood never came past the rate limit: ${JSON.stringify(seen.answers)}`)
    if (crowd.kind === 'flood') figures['answers to the flood'] = JSON.stringify(seen.answers)
    const slower = (part: 'p50' | 'p95'): number => during[part] / before[part]
    const ratio = seconds > 1 ? Math.max(slower('p50'), slower('p95')) : slower('p50')
    if (best === undefined || ratio < best.ratio) best = { ratio, before, during }
  }
  if (best === undefined) return
  const { ratio, before, during } = best
  const told = (part: 'p50' | 'p95'): string =>
    `${during[part].toFixed(1)} ms (${before[part].toFixed(1)} before)`
  figures[`beside ${crowd.connections} ${crowd.kind}`] = `p50 ${told('p50')}, p95 ${told('p95')}`
  if (ratio > most)
    faults.add(`Beside ${crowd.connections} ${crowd.kind} others wait ${ratio.toFixed(1)} times as long`)
}

/** Waits until some of the flood is refused; how long that takes is the machine's affair. */
async function pastLimit(flood: Gathered): Promise<void> {
  for (const end = performance.now() + 10_000; performance.now() < end; await setTimeout(20))
    if ((await flood.seen()).answers['429'] !== undefined) return
}

async function prepare(service: Service, { token, credential }: Company, large: number) {
  const caller = new Caller(service.url, token)
  const [workspaceId, own] = [
    (await caller.ok('POST', '/v1/workspaces', { workspaceName: 'Load' })).body.id,
    (await caller.ok('POST', '/v1/workspaces', { workspaceName: 'Steady' })).body.id,
  ]
  // A page of some megabytes, so that it does not fit into a connection's buffers. Nothing is added to it.
  const operations = Array.from({ length: large }, (_, n) => ({
    title: `Task ${n}`,
    workspaceId,
    description: 'x'.repeat(20_000),
  }))
  const made = []
  for (const operation of operations) made.push((await caller.ok('POST', '/v1/tasks', operation)).body.id)
  const assertion = assertionOf(credential)
  const granted = await caller.ok('POST', '/oauth2/token', { grant_type: jwtBearer, assertion })
  return {
    steady: new Steady(service.port, token, own, made[0]),
    path: `/v1/workspaces/${workspaceId}/tasks?limit=${large}`,
    token: granted.body.access_token as string,
  }
}
