import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { kill, launch, ready, type Settings, stop } from '../service.ts'
import { Check } from './check.ts'
import { Ledger, type WriteKind, writeKinds } from './ledger.ts'
import { killMigrations } from './migrating.ts'
import { killSweeps } from './sweeping.ts'
import { Writer } from './writer.ts'

const writers = 8
/** The number of kills, for each of three situations. */
const kills = {
  short: { working: 14, migrating: 3, sweeping: 3 },
  long: { working: 900, migrating: 50, sweeping: 50 },
}
/** This many writes include every kind. */
const enough = 300
/** A new ledger starts after this many kills, because each check reads everything in it. */
const ofLedger = 20

export const killProof: Proof = {
  name: 'kill',
  sentence:
    'Killed at any moment, even while it starts, migrates or sweeps, the service keeps everything it acknowledged and nothing that was never sent. File contents match their hashes, sums and counts agree, and the change log has exactly one entry per change.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const { engine, long, onProgress } = place
  const settings = await settingsFor(place)
  const company = await foundCompany(settings)
  const faults = new Faults()
  const { working: count, migrating, sweeping } = long ? kills.long : kills.short
  const seen: Seen = { acknowledged: 0, kinds: new Set(), early: 0, restarts: [] }
  let done = 0
  while (done < count && faults.all.length === 0) {
    const some = Math.min(count - done, ofLedger)
    await killSome(settings, company, some, faults, seen, (n) =>
      onProgress(
        (done + n) / count,
        `${done + n} of ${count} kills on ${engine}, ${seen.acknowledged} writes acknowledged`,
      ),
    )
    done += some
  }
  // A short run may miss one by chance.
  for (const kind of writeKinds)
    if (seen.acknowledged > enough && !seen.kinds.has(kind))
      faults.add(`No write of the kind ${kind} was acknowledged`)
  onProgress(1, `${migrating} kills while it migrates`)
  const amidstMigrations = await killMigrations(place, migrating, faults)
  onProgress(1, `${sweeping} kills while it sweeps`)
  const amidstSweeps = await killSweeps(place, sweeping, faults)
  // A short run may miss it by chance; a long one does not.
  if (long && amidstMigrations === 0) faults.add('It was never killed in the middle of a migration')
  if (long && amidstSweeps === 0) faults.add('It was never killed in the middle of a sweep')
  return {
    figures: {
      kills: done + migrating + sweeping,
      'of them while it started': seen.early,
      'in the middle of a migration': amidstMigrations,
      'in the middle of a sweep': amidstSweeps,
      'writes acknowledged': seen.acknowledged,
      'slowest restart, ms': Math.round(Math.max(...seen.restarts)),
    },
    faults: faults.all,
  }
}

interface Seen {
  acknowledged: number
  kinds: Set<WriteKind>
  early: number
  restarts: number[]
}

async function killSome(
  settings: Settings,
  { credential }: Company,
  count: number,
  faults: Faults,
  seen: Seen,
  onProgress: (n: number) => void,
): Promise<void> {
  const ledger = new Ledger()
  let service = await ready(await launch(settings))
  const first = await Caller.of(service.url, credential)
  const workspaceId = (await first.ok('POST', '/v1/workspaces', { workspaceName: 'Kill' })).body.id as string
  for (let n = 0; n < writers; n += 1) {
    const line = ledger.line(ledger.tags, `tag${randomInt(1e9)}`)
    line.id = (await first.ok('POST', '/v1/tags', { tagName: line.key })).body.id
    line.sure = { tagName: line.key }
  }
  let since = await momentAfter(first)
  const tags = [...ledger.tags.values()]
  for (let n = 1; n <= count; n += 1) {
    const caller = await Caller.of(service.url, credential)
    const desk = { caller, ledger, workspaceId, credential }
    const work = Promise.all(tags.map((tag) => new Writer(desk, tag).work()))
    await after(ledger, randomInt(80))
    await kill(service)
    await work
    // Sometimes it is killed again before it is ready.
    if (randomInt(3) === 0 && n < count) {
      const early = await launch(settings)
      await setTimeout(randomInt(0, 1_000))
      await kill(early)
      seen.early += 1
      n += 1
    }
    const began = performance.now()
    service = await ready(await launch(settings))
    seen.restarts.push(performance.now() - began)
    const again = await Caller.of(service.url, credential)
    const isLast = n >= count
    await Check.run(again, ledger, { workspaceId, since, url: service.url, isLast }, faults)
    since = await momentAfter(again)
    seen.acknowledged += ledger.acknowledged
    ledger.acknowledged = 0
    for (const kind of ledger.kinds) seen.kinds.add(kind)
    onProgress(n)
  }
  const code = await stop(service)
  if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
}

/** Waits for this many writes and a random moment, however fast the machine is. */
async function after(ledger: Ledger, writes: number): Promise<void> {
  for (const end = performance.now() + 2_000; ledger.acknowledged < writes; await setTimeout(1))
    if (performance.now() > end) break
  await setTimeout(randomInt(10))
}

/** One millisecond after the newest entry of the change log: later entries follow it. */
async function momentAfter(caller: Caller): Promise<string> {
  const { body } = await caller.ok('GET', '/v1/audit?limit=1&sort=-createdAt')
  await setTimeout(2)
  return new Date(Date.parse(body.items[0].details.createdAt) + 1).toISOString()
}
