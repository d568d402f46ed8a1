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
  // One second has too few requests for more than a median.
  short: { idle: 2_000, slow: 100, readers: 20, flood: 16, seconds: 1, tasks: 100, text: 65_000 },
  long: { idle: 10_000, slow: 1_000, readers: 200, flood: 64, seconds: 20, tasks: 500, text: 20_000 },
}

export const loadProof: Proof = {
  name: 'load',
  sentence:
    'Thousands of idle connections, slow headers, slow bodies, slow readers, a flood past the rate limit, refused sign-ins, or requests without a token do not stop others from being served, and make them wait at most twice as long.',
  engines: bothEngines,
  run,
}

/**
 * Other load on the machine only makes results worse, so the best of these rounds counts, without the time that the
 * service waited for a CPU.
 */
const rounds = 5
const most = 2

/** Crowds that are refused in the end. */
const refusedKinds: ReadonlySet<Crowd['kind']> = new Set(['flood', 'refused sign-ins', 'anonymous'])

/** Milliseconds that no request may take. One stall is excused if the next round has none: then the machine stalled. */
const frozen = 3_000

/** The records per page, and how many such pages a caller may have in progress (src/fairness/admission.ts). */
const page = { records: 500, atOnce: 2 }

async function run(place: Place): Promise<Outcome> {
  // With the default rate limits.
  const { ATRIUM_RATE_REQUESTS_PER_SECOND: _, ...settings } = await settingsFor(place)
  const company = await foundCompany(settings)
  const size = place.long ? sizes.long : sizes.short
  const service = await ready(await launch(settings))
  const faults = new Faults()
  const figures: Record<string, number | string> = {}
  try {
    const { steady, path, token } = await prepare(service, company, size)
    await steady.measure(size.seconds)
    const crowds: Crowd[] = [
      { kind: 'idle', connections: size.idle, path: '/healthz' },
      { kind: 'slow headers', connections: size.slow, path },
      { kind: 'slow bodies', connections: size.slow, path },
      { kind: 'slow readers', connections: size.readers, path },
      { kind: 'flood', connections: size.flood, path: '/v1/tasks' },
      { kind: 'refused sign-ins', connections: size.flood, path: '/auth/sign-in' },
      { kind: 'anonymous', connections: size.flood, path: '/' },
    ].map((each) => ({ ...each, port: service.port, token }) as Crowd)
    for (const [n, crowd] of crowds.entries()) {
      place.onProgress(n / crowds.length, `${crowd.kind}: ${crowd.connections} connections`)
      await beside(crowd, steady, size.seconds, faults, figures, () => residentOf(service.pid))
    }
    steady.close()
  } finally {
    const code = await stop(service)
    if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
  }
  return { figures, faults: faults.all, slow: faults.slow }
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
  let [stalls, isStalled] = [0, false]
  for (let round = 0; round < rounds && (best === undefined || best.ratio > most || isStalled); round += 1) {
    const before = await steady.measure(seconds)
    const gathered = await Gathered.gather(crowd)
    if (refusedKinds.has(crowd.kind)) await answered(gathered, '429', 1)
    const during = await steady.measure(seconds)
    figures[`MB resident beside ${crowd.kind}`] = resident()
    if (crowd.kind === 'slow readers') await answered(gathered, '200', page.atOnce)
    if (crowd.kind === 'idle') await answered(gathered, '200', crowd.connections / 2)
    const seen = await gathered.leave()
    isStalled = during.longest > Math.max(frozen, before.longest * 2)
    if (isStalled) stalls += 1
    if (isStalled && (stalls > 1 || round === rounds - 1))
      faults.addSlow(`Next to ${crowd.kind} another caller waited ${Math.round(during.longest)} ms`)
    for (const { failed } of [before, during])
      if (failed > 0) faults.add(`${failed} requests of others failed next to ${crowd.kind}`)
    if (crowd.kind === 'idle' && seen.connected < crowd.connections)
      faults.add(`Of ${crowd.connections} idle connections ${seen.connected} were open at the end`)
    // Some slow clients are disconnected, and come back.
    if (crowd.kind.startsWith('slow') && seen.connected < crowd.connections / 2)
      faults.add(`Of ${crowd.connections} ${crowd.kind} ${seen.connected} were connected at the end`)
    // Otherwise the crowd was no burden.
    const answers = JSON.stringify(seen.answers)
    const count = (status: string): number => seen.answers[status] ?? 0
    if (crowd.kind === 'slow readers' && count('200') < page.atOnce)
      faults.add(`Not even ${page.atOnce} of the slow readers got a page: ${answers}`)
    if (crowd.kind === 'idle' && count('200') < crowd.connections / 2)
      faults.add(`Half of the idle connections sent a request before: ${answers}`)
    const refused = Object.keys(seen.answers).filter((status) => status !== '408')
    if (['slow headers', 'slow bodies'].includes(crowd.kind) && refused.length > 0)
      faults.add(`The ${crowd.kind} were answered before they had ended: ${answers}`)
    if (refusedKinds.has(crowd.kind)) {
      if (seen.answers['429'] === undefined)
        faults.add(`The ${crowd.kind} never came past the rate limit: ${answers}`)
      figures[`answers to the ${crowd.kind}`] = answers
    }
    const busier = Math.max(1, during.slowedDown / before.slowedDown)
    const slower = (part: 'p50' | 'p95'): number => during[part] / before[part] / busier
    const ratio = seconds > 1 ? Math.max(slower('p50'), slower('p95')) : slower('p50')
    if (best === undefined || ratio < best.ratio) best = { ratio, before, during }
  }
  if (best === undefined) return
  const { ratio, before, during } = best
  const told = (part: 'p50' | 'p95'): string =>
    `${during[part].toFixed(1)} ms (${before[part].toFixed(1)} before)`
  figures[`beside ${crowd.connections} ${crowd.kind}`] = `p50 ${told('p50')}, p95 ${told('p95')}`
  if (ratio > most)
    faults.addSlow(`Next to ${crowd.connections} ${crowd.kind} others wait ${ratio.toFixed(1)} times as long`)
}

/** Waits until this many requests had that answer, however long it takes. */
async function answered(crowd: Gathered, status: string, count: number): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await setTimeout(20))
    if (((await crowd.seen()).answers[status] ?? 0) >= count) return
}

async function prepare(
  service: Service,
  { token, credential }: Company,
  { tasks, text }: { tasks: number; text: number },
) {
  const caller = new Caller(service.url, token)
  const newWorkspace = async (workspaceName: string): Promise<string> =>
    (await caller.ok('POST', '/v1/workspaces', { workspaceName })).body.id
  const workspaceId = await newWorkspace('Load')
  const own = await newWorkspace('Steady')
  // A page of some megabytes, so that it does not fit into a connection's buffers. It does not grow.
  const operations = Array.from({ length: tasks }, (_, n) => ({
    title: `Task ${n}`,
    workspaceId,
    description: 'x'.repeat(text),
  }))
  const made = []
  for (const operation of operations) made.push((await caller.ok('POST', '/v1/tasks', operation)).body.id)
  const assertion = assertionOf(credential)
  const granted = await caller.ok('POST', '/oauth2/token', { grant_type: jwtBearer, assertion })
  return {
    steady: new Steady(service, token, own, made[0]),
    path: `/v1/workspaces/${workspaceId}/tasks?limit=${page.records}`,
    token: granted.body.access_token as string,
  }
}
