import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { kill, launch, ready, type Settings, stop } from '../service.ts'
import { Check } from './check.ts'
import { Ledger } from './ledger.ts'
import { Writer } from './writer.ts'

const writers = 8
const kills = { short: 20, long: 1_000 }

export const killProof: Proof = {
  name: 'kill',
  sentence:
    'Killed at any moment, also while it starts, the service has all that it acknowledged and nothing that was never sent; contents have their hashes, sums and counts agree, and the change log has an entry for every change and no other.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const { engine, long, tell } = place
  const settings = await settingsFor(place)
  const company = await foundCompany(settings)
  const faults = new Faults()
  const count = long ? kills.long : kills.short
  const seen = { acknowledged: 0, early: 0, restarts: [] as number[] }
  // Ledgers are begun anew now and then: each is held against everything that is there.
  let done = 0
  while (done < count && faults.all.length === 0) {
    const some = Math.min(count - done, kills.short)
    await killSome(settings, company, some, faults, seen, (n) =>
      tell(
        (done + n) / count,
        `${done + n} of ${count} kills on ${engine}, ${seen.acknowledged} writes acknowledged`,
      ),
    )
    done += some
  }
  return {
    figures: {
      kills: done,
      'of them while it started': seen.early,
      'writes acknowledged': seen.acknowledged,
      'slowest restart, ms': Math.round(Math.max(...seen.restarts)),
    },
    faults: faults.all,
  }
}

async function killSome(
  settings: Settings,
  { token, credential }: Company,
  count: number,
  faults: Faults,
  seen: { acknowledged: number; early: number; restarts: number[] },
  tell: (n: number) => void,
): Promise<void> {
  const ledger = new Ledger()
  let service = await ready(await launch(settings))
  const first = new Caller(service.url, token)
  const workspaceId = (await first.ok('POST', '/v1/workspaces', { workspaceName: 'Kill' })).body.id as string
  for (let n = 0; n < writers; n += 1) {
    const line = ledger.line(ledger.tags, `tag${randomInt(1e9)}`)
    line.id = (await first.ok('POST', '/v1/tags', { tagName: line.key })).body.id
    line.sure = { tagName: line.key }
  }
  let since = await momentAfter(first)
  const tags = [...ledger.tags.values()]
  for (let n = 1; n <= count; n += 1) {
    const caller = new Caller(service.url, token)
    const desk = { caller, ledger, workspaceId, credential }
    const work = Promise.all(tags.map((tag) => new Writer(desk, tag).work()))
    await setTimeout(randomInt(20, 700))
    await kill(service)
    await work
    // Every few times it is killed again before it is ready.
    if (randomInt(3) === 0) {
      const early = await launch(settings)
      await setTimeout(randomInt(0, 1_500))
      await kill(early)
      seen.early += 1
    }
    const began = performance.now()
    service = await ready(await launch(settings))
    seen.restarts.push(performance.now() - began)
    const again = new Caller(service.url, token)
    await Check.run(again, ledger, { workspaceId, since, url: service.url }, faults)
    since = await momentAfter(again)
    seen.acknowledged += ledger.acknowledged
    ledger.acknowledged = 0
    tell(n)
  }
  const code = await stop(service)
  if (code !== 0) faults.add(`The service ended with ${code} when it was told to stop`)
}

/** The moment of the newest entry of the change log, and a millisecond: what comes is after it. */
async function momentAfter(caller: Caller): Promise<string> {
  const { body } = await caller.ok('GET', '/v1/audit?limit=1&sort=-createdAt')
  await setTimeout(2)
  return new Date(Date.parse(body.items[0].details.createdAt) + 1).toISOString()
}
