import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { type OpenService, openService } from './open-service.ts'
import { away, failing, PlannedReceiver } from './receiver.ts'

const forms = {
  short: { records: 20, updates: 4, dead: 200, probes: 10, burst: 0 },
  long: { records: 400, updates: 10, dead: 5_000, probes: 100, burst: 20_000 },
}

const hour = 3_600_000
const hoursAway = 70
/** "100 webhooks a company." */
const mostPerCompany = 100
/** Milliseconds by which dead receivers may delay a living one. */
const mostDelay = 1_000

export const webhooksProof: Proof = {
  name: 'webhooks',
  sentence:
    'A receiver that fails on purpose (errors, redirects, broken connections, silence) and is then away for 70 hours gets every change that its webhook wants, each with a valid signature and the changes of each record in order. Thousands of dead receivers delay a living one by at most a second.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const form = place.long ? forms.long : forms.short
  const settings = await settingsFor(place, {
    ATRIUM_WEBHOOK_NETWORKS: '127.0.0.1',
    ATRIUM_WEBHOOK_SECONDS: '1',
  })
  const company = await foundCompany(settings)
  const faults = new Faults()
  const receiver = new PlannedReceiver(faults)
  const service = await openService({ ...settings })
  const setting = { place, form, company, service, receiver, faults }
  try {
    const url = await receiver.listen()
    const outage = await throughOutage(setting, url)
    const delays = await pastTheDead(setting, url, settings)
    const rate = form.burst === 0 ? undefined : await inOneBurst(setting, url)
    return {
      figures: {
        ...outage,
        'dead receivers': form.dead,
        'slowest delivery beside them (ms)': Math.round(Math.max(...delays)),
        ...(rate !== undefined && { 'deliveries a second to one receiver': rate }),
      },
      faults: faults.all,
      slow: faults.slow,
    }
  } finally {
    await service.close()
    await receiver.stop()
  }
}

interface Setting {
  place: Place
  form: (typeof forms)['short']
  company: Company
  service: OpenService
  receiver: PlannedReceiver
  faults: Faults
}

async function throughOutage(
  { place, form, company, service, receiver, faults }: Setting,
  url: string,
): Promise<Record<string, number>> {
  const caller = new Caller(service.url, company.token)
  const { body: workspace } = await caller.ok('POST', '/v1/workspaces', { workspaceName: 'Outage' })
  const { body: hook } = await caller.ok('POST', '/v1/webhooks', { name: 'All', url, types: ['task.*'] })
  receiver.secret = hook.secret
  const ids: string[] = []
  const update = async (round: string): Promise<void> => {
    for (const id of ids) await caller.ok('PUT', `/v1/tasks/${id}`, { title: `Round ${round}` })
  }
  receiver.plan = failing
  for (let n = 0; n < form.records; n += 1) {
    const task = { workspaceId: workspace.id, title: 'New' }
    ids.push((await caller.ok('POST', '/v1/tasks', task)).body.id)
  }
  for (let n = 0; n < form.updates; n += 1) await update(`${n}`)
  for (let n = 0; n < 20; n += 1) await service.forward(60_000)
  receiver.plan = away
  // Lets deliveries that are already in flight finish before counting.
  await service.forward(0)
  const before = receiver.accepted.length
  for (let gone = 0; gone < hoursAway; gone += 2) {
    place.onProgress(gone / hoursAway, `away for ${gone} h`)
    if (gone % 20 === 0) await update(`away ${gone}`)
    await service.forward(2 * hour)
  }
  if (receiver.accepted.length > before) faults.add('A receiver that was away accepted something')
  receiver.plan = (_n, response) => response.writeHead(204).end()
  const { items } = await allChanges(caller)
  const wanted = new Set(items.filter(({ kind }) => kind === 'task').map(({ id }) => id))
  const have = (): Set<string> => new Set(receiver.accepted.map(({ id }) => id))
  for (let n = 0; n < 400 && !wanted.isSubsetOf(have()); n += 1)
    await service.forward(n % 4 === 0 ? hour / 2 : 0)
  const missing = wanted.difference(have())
  if (missing.size > 0) faults.add(`${missing.size} of ${wanted.size} changes never arrived`)
  checkOrder(receiver, faults)
  await caller.ok('DELETE', `/v1/webhooks/${hook.id}`)
  receiver.secret = ''
  return { changes: wanted.size, 'hours away': hoursAway, requests: receiver.requests }
}

async function allChanges(caller: Caller): Promise<{ items: { id: string; kind: string }[] }> {
  const items: { id: string; kind: string }[] = []
  for (let next = '/v1/changes?limit=500'; ; ) {
    const { body } = await caller.ok('GET', next)
    items.push(...body.items)
    if (!body.more) return { items }
    next = body.links.next
  }
}

/** The first acceptance of each change counts: it may arrive again. */
function checkOrder({ accepted }: PlannedReceiver, faults: Faults): void {
  const last = new Map<string, number>()
  const seen = new Set<string>()
  for (const { id, recordId, seq } of accepted) {
    if (seen.has(id)) continue
    seen.add(id)
    if (seq < (last.get(recordId) ?? 0)) faults.add(`A change of ${recordId} arrived after a later one`)
    last.set(recordId, Math.max(seq, last.get(recordId) ?? 0))
  }
}

/** Measures how long single changes take to a healthy receiver while all dead ones have deliveries to send. */
async function pastTheDead(
  { place, form, company, service, receiver, faults }: Setting,
  url: string,
  settings: Readonly<Record<string, string>>,
): Promise<number[]> {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const dead = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const caller = new Caller(service.url, company.token)
  const { body: hook } = await caller.ok('POST', '/v1/webhooks', { name: 'Alive', url, types: ['tag.*'] })
  const arrives = async (name: string): Promise<number> => {
    const count = receiver.accepted.length
    const began = performance.now()
    await caller.ok('POST', '/v1/tags', { tagName: name })
    while (receiver.accepted.length === count && performance.now() < began + 120_000) await pause(2)
    if (receiver.accepted.length === count) faults.add(`The delivery of ${name} never arrived`)
    return performance.now() - began
  }
  const alone: number[] = []
  for (let n = 0; n < form.probes; n += 1) alone.push(await arrives(`Alone ${n}`))
  const without = Math.round(Math.max(...alone))
  const companies: Caller[] = []
  for (let n = 0; n < form.dead; n += 1) {
    if (n % mostPerCompany === 0)
      companies.push(new Caller(service.url, (await foundCompany({ ...settings }, `dead${n}`)).token))
    await companies.at(-1)?.ok('POST', '/v1/webhooks', { name: `Dead ${n}`, url: `${dead}/${n}` })
    place.onProgress(n / form.dead, `dead receivers on ${place.engine}`)
  }
  const arrivesBeside = async (name: string): Promise<number> => {
    for (const other of companies) await other.ok('POST', '/v1/tags', { tagName: `Dead ${name}` })
    return arrives(`Alive ${name}`)
  }
  const delays: number[] = []
  for (let n = 0; n < form.probes; n += 1) {
    const delay = await arrivesBeside(`${n}`)
    // Other work on the machine may have delayed one, but not the next one as well.
    const isSlow = delay - without > mostDelay
    delays.push(isSlow ? Math.min(delay, await arrivesBeside(`${n} again`)) : delay)
  }
  const beside = Math.round(Math.max(...delays))
  if (beside - without > mostDelay)
    faults.addSlow(`A delivery took ${beside} ms beside dead receivers, and ${without} ms without them`)
  await caller.ok('DELETE', `/v1/webhooks/${hook.id}`)
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => silent.close(() => resolve()))
  return delays
}

/** Deliveries a second to one receiver, when many changes wait. */
async function inOneBurst({ form, company, service, receiver }: Setting, url: string): Promise<number> {
  const caller = new Caller(service.url, company.token)
  const { body: hook } = await caller.ok('POST', '/v1/webhooks', { name: 'Burst', url, types: ['tag.*'] })
  await caller.ok('POST', `/v1/webhooks/${hook.id}/pause`)
  const each = Array.from({ length: 20 }, async (_, writer) => {
    for (let n = writer; n < form.burst; n += 20)
      await caller.ok('POST', '/v1/tags', { tagName: `Burst ${n}` })
  })
  await Promise.all(each)
  const count = receiver.accepted.length
  const began = performance.now()
  await caller.ok('POST', `/v1/webhooks/${hook.id}/resume`)
  while (receiver.accepted.length < count + form.burst && performance.now() < began + 120_000) await pause(5)
  return Math.round(((receiver.accepted.length - count) / (performance.now() - began)) * 1_000)
}
