import { setTimeout as pause } from 'node:timers/promises'
import { issueToken } from '../../src/auth/access-token.ts'
import { readNewest } from '../../src/db/change-log/feed.ts'
import { withDatabase } from '../../test/support/seed.ts'
import { Caller } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { launch, ready, type Service, type Settings, stop } from '../service.ts'
import { writeWhileKilled } from '../while-killed.ts'
import { FeedReader, type Received } from './reader.ts'

const [writers, readers] = [8, 20]
/** Milliseconds between the clocks of two processes. */
const clockSkew = 2_000
/** Milliseconds until a single change must have reached everybody, and until all changes have after the load. */
const [longestDelay, patience] = [3_000, 120_000]

/** Milliseconds for which numbers are kept back, and between that. */
const [heldUpFor, betweenHolds] = [250, 500]

/** Seconds: the long form takes longer than the ordinary lifetime of a token. */
const longestRun = 24 * 3_600

/** How many changes and kills, at least, and how many tasks the writers in bulk change per request. */
const forms = {
  short: { changes: 1_000, kills: 5, probes: 30, bulk: 10 },
  long: { changes: 1_000_000, kills: 500, probes: 200, bulk: 100 },
}

export const feedProof: Proof = {
  name: 'feed',
  sentence:
    'While 8 writers, half of them in bulk, change records through 4 processes (one on SQLite) whose clocks differ by 2 seconds, and the processes are killed again and again, each of 20 readers, half of them streams, gets every change exactly once and in order. A change that was acknowledged is in the feed, after the changes it builds on and those that its writer made before, and a single change reaches everybody at once.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const form = place.long ? forms.long : forms.short
  const settings = await settingsFor(place)
  const company = await foundCompany(settings)
  const { companyNo, adminId: userId } = company
  const token = await withDatabase({ ...settings }, (db) =>
    db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null }, longestRun)),
  )
  const faults = new Faults()
  const services: Service[] = []
  for (let n = 0; n < (place.engine === 'sqlite' ? 1 : 4); n += 1)
    services.push(await ready(await launch(withClock(settings, n))))
  const addresses = (): string[] => services.map(({ url }) => url)
  const callerAt = (n: number): Caller => new Caller(addresses()[n % services.length] ?? '', token)
  const { body: workspace } = await callerAt(0).ok('POST', '/v1/workspaces', { workspaceName: 'Feed' })
  const received: Received[] = []
  const following = Array.from(
    { length: readers },
    (_, n) => new FeedReader(n, addresses, token, received, faults),
  )

  const acknowledged = new Map<string, string[]>()
  const byWriter = Array.from({ length: writers }, (): string[] => [])
  const holding = place.engine === 'postgres' ? holdUp(settings) : undefined
  const { kills } = await writeWhileKilled({
    ...{ services, writers, onProgress: place.onProgress },
    ...{ changes: form.changes, kills: form.kills },
    settingsOf: (n) => withClock(settings, n),
    write: async (writer, round) => {
      const created = { workspaceId: workspace.id, title: 'New' }
      const changed = { title: `Changed by ${writer}` }
      const ids =
        writer % 2 === 0
          ? [(await callerAt(round).ok('POST', '/v1/tasks', created)).body.id]
          : await inBulk(
              callerAt(round),
              Array.from({ length: form.bulk }, () => ({ method: 'POST', body: created })),
            )
      for (const id of ids) acknowledged.set(id, ['task.created'])
      byWriter[writer]?.push(...ids)
      // Another process, and another clock.
      const next = callerAt(round + 1)
      if (writer % 2 === 0) await next.ok('PUT', `/v1/tasks/${ids[0]}`, changed)
      else
        await inBulk(
          next,
          ids.map((id) => ({ method: 'PUT', id, body: changed })),
        )
      for (const id of ids) acknowledged.set(id, ['task.created', 'task.updated'])
      return 2 * ids.length
    },
  })

  await holding?.stop()

  const newest = (): Promise<number> => withDatabase({ ...settings }, (db) => readNewest(db, companyNo))
  const arrived = async (seq: number, patience: number): Promise<boolean> => {
    for (const end = performance.now() + patience; performance.now() < end; await pause(20))
      if (following.every(({ last }) => last >= seq)) return true
    return false
  }
  if (!(await arrived(await newest(), patience))) faults.add('Some readers did not get all changes')
  let [slowest, hadStall] = [0, false]
  for (let n = 0; n < form.probes; n += 1) {
    const before = await newest()
    const began = performance.now()
    await callerAt(n).ok('POST', '/v1/tags', { tagName: `Probe ${n}` })
    const isInTime = await arrived(before + 1, longestDelay)
    // The machine may stall once.
    if (!isInTime && hadStall) faults.addSlow(`A single change took more than ${longestDelay} ms`)
    if (!(await arrived(before + 1, patience))) faults.add('Some readers did not get a single change')
    hadStall ||= !isInTime
    slowest = Math.max(slowest, Math.round(performance.now() - began))
  }
  await Promise.all(following.map((reader) => reader.stop()))
  const total = await newest()
  for (const { last } of following) if (last !== total) faults.add(`A reader got ${last} of ${total} changes`)
  // A change that no reader got leaves a hole in the log, which `flat` removes.
  check(received.flat(), { acknowledged, byWriter }, faults)
  if (acknowledged.size === 0 || kills === 0) faults.add('There was no load')
  await Promise.all(services.map((service) => stop(service)))
  const resumed = following.reduce((sum, reader) => sum + reader.resumed, 0)
  return {
    figures: { changes: total, kills, readers, resumed, 'slowest single change (ms)': slowest },
    faults: faults.all,
    slow: faults.slow,
  }
}

/** Changes tasks in one transaction and returns their ids. */
async function inBulk(caller: Caller, operations: readonly Record<string, unknown>[]): Promise<string[]> {
  const { body } = await caller.ok('POST', '/v1/tasks/bulk?atomic=true', {
    operations: operations.map((operation, n) => ({ requestId: String(n), ...operation })),
  })
  return body.responses.map(({ body }: { body: string }) => body)
}

/** The first process is on time, the second one 2 seconds ahead, and so on. */
const withClock = (settings: Settings, n: number): Settings => ({
  ...settings,
  NODE_OPTIONS: `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${n * clockSkew}`,
})

/**
 * Keeps numbers back for a while, again and again, as a slow sequencer would: many changes of several processes then get
 * theirs together.
 */
function holdUp(settings: Settings): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const holding = withDatabase({ ...settings }, async (db) => {
    while (!ending.signal.aborted) {
      await db.load(async (tx) => {
        if (await tx.tryLock('feed')) await pause(heldUpFor)
      })
      await pause(betweenHolds)
    }
  })
  return {
    stop: () => {
      ending.abort()
      return holding
    },
  }
}

interface Written {
  /** The types of the acknowledged changes of each record, in order. */
  acknowledged: ReadonlyMap<string, readonly string[]>
  /** The records that each writer has created, one after the other. */
  byWriter: readonly (readonly string[])[]
}

function check(received: readonly Received[], { acknowledged, byWriter }: Written, faults: Faults): void {
  const byRecord = Map.groupBy(received, ({ recordId }) => recordId)
  for (const [id, types] of acknowledged) {
    const got = (byRecord.get(id) ?? []).map(({ type }) => type)
    if (types.some((type, n) => got[n] !== type)) faults.add(`${id}: acknowledged ${types}, received ${got}`)
  }
  for (const ids of byWriter) {
    const order = ids.map((id) => byRecord.get(id)?.find(({ type }) => type === 'task.created')?.seq ?? 0)
    const wrong = order.findIndex((seq, n) => seq < (order[n - 1] ?? 0))
    if (wrong > 0)
      faults.add(
        `${ids[wrong]} was created after ${ids[wrong - 1]} was acknowledged, but comes before it in the feed`,
      )
  }
}
