import { setTimeout as pause } from 'node:timers/promises'
import { readNewest } from '../../src/db/change-log/feed.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { Caller } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { kill, launch, ready, type Service, type Settings, stop } from '../service.ts'
import { FeedReader, type Received } from './reader.ts'

const [writers, readers] = [8, 20]
/** Milliseconds between two kills. */
const betweenKills = 700
/** Milliseconds between the clocks of two processes. */
const clockSkew = 2_000
/** Milliseconds until a single change must have reached everybody. */
const longestDelay = 3_000

/** How many changes and kills, at least. */
const forms = {
  short: { changes: 1_000, kills: 5, probes: 5 },
  long: { changes: 1_000_000, kills: 500, probes: 50 },
}

export const feedProof: Proof = {
  name: 'feed',
  sentence:
    'While 8 writers change records through 4 processes (one on SQLite) whose clocks differ by 2 seconds, and the processes are killed again and again, each of 20 readers, half of them streams, gets every change exactly once and in order. A change that was acknowledged is in the feed, after the changes it builds on, and a single change reaches everybody at once.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const form = place.long ? forms.long : forms.short
  const settings = await settingsFor(place)
  const company = await foundCompany(settings)
  const faults = new Faults()
  const services: Service[] = []
  for (let n = 0; n < (place.engine === 'sqlite' ? 1 : 4); n += 1)
    services.push(await ready(await launch(withClock(settings, n))))
  const addresses = (): string[] => services.map(({ url }) => url)
  const callerAt = (n: number): Caller => new Caller(addresses()[n % services.length] ?? '', company.token)
  const { body: workspace } = await callerAt(0).ok('POST', '/v1/workspaces', { workspaceName: 'Feed' })
  const following = Array.from(
    { length: readers },
    (_, n) => new FeedReader(n, addresses, company.token, faults),
  )

  const acknowledged = new Map<string, string[]>()
  let [isWriting, count, kills] = [true, 0, 0]
  const write = async (n: number): Promise<void> => {
    for (let round = n; isWriting; round += 1) {
      try {
        const { body } = await callerAt(round).ok('POST', '/v1/tasks', {
          workspaceId: workspace.id,
          title: 'New',
        })
        const types = ['task.created']
        acknowledged.set(body.id, types)
        // Another process, and another clock.
        await callerAt(round + 1).ok('PUT', `/v1/tasks/${body.id}`, { title: `Changed by ${n}` })
        types.push('task.updated')
        count += 2
      } catch {
        // The process was killed: this change may or may not be stored.
        await pause(50)
      }
    }
  }
  const writing = Array.from({ length: writers }, (_, n) => write(n))
  while (count < form.changes || kills < form.kills) {
    await pause(betweenKills)
    if (kills < form.kills) {
      const n = kills % services.length
      const old = services[n] as Service
      await kill(old)
      services[n] = await ready(await launch({ ...withClock(settings, n), ATRIUM_PORT: String(old.port) }))
      kills += 1
    }
    place.onProgress(Math.min(1, count / form.changes), `${count} changes, ${kills} kills`)
  }
  isWriting = false
  await Promise.all(writing)

  const newest = (): Promise<number> =>
    withDatabase({ ...settings }, (db) => readNewest(db, company.companyNo))
  const arrived = async (patience: number): Promise<boolean> => {
    const end = performance.now() + patience
    for (const total = await newest(); performance.now() < end; await pause(20))
      if (following.every(({ last }) => last >= total)) return true
    return false
  }
  if (!(await arrived(20_000))) faults.add('Some readers did not get all changes')
  let slowest = 0
  for (let n = 0; n < form.probes; n += 1) {
    const began = performance.now()
    await callerAt(n).ok('POST', '/v1/tags', { tagName: `Probe ${n}` })
    await pause(100)
    if (!(await arrived(longestDelay))) faults.add(`A single change took more than ${longestDelay} ms`)
    slowest = Math.max(slowest, Math.round(performance.now() - began))
  }
  await Promise.all(following.map((reader) => reader.stop()))
  const total = await newest()
  for (const { received } of following) check(received, total, acknowledged, faults)
  if (acknowledged.size === 0 || kills === 0) faults.add('There was no load')
  await Promise.all(services.map((service) => stop(service)))
  const resumed = following.reduce((sum, reader) => sum + reader.resumed, 0)
  return {
    figures: { changes: total, kills, readers, resumed, 'slowest single change (ms)': slowest },
    faults: faults.all,
  }
}

/** The first process is on time, the second one 2 seconds ahead, and so on. */
const withClock = (settings: Settings, n: number): Settings => ({
  ...settings,
  NODE_OPTIONS: `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${n * clockSkew}`,
})

function check(
  received: readonly Received[],
  total: number,
  acknowledged: ReadonlyMap<string, readonly string[]>,
  faults: Faults,
): void {
  if (received.length !== total) faults.add(`A reader got ${received.length} of ${total} changes`)
  const byRecord = Map.groupBy(received, ({ recordId }) => recordId)
  for (const [id, types] of acknowledged) {
    const got = (byRecord.get(id) ?? []).map(({ type }) => type)
    if (types.some((type, n) => got[n] !== type)) faults.add(`${id}: acknowledged ${types}, received ${got}`)
  }
}
