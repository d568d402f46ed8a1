import { setTimeout } from 'node:timers/promises'
import { Caller } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { Ledger } from '../kill/ledger.ts'
import { Writer } from '../kill/writer.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { openedBy, residentOf, sizeOf } from '../resources.ts'
import { launch, ready, type Service, stop } from '../service.ts'

export const soakProof: Proof = {
  name: 'soak',
  sentence:
    'Under mixed load (an hour in the long form), the service’s memory, open files and write-ahead log do not grow.',
  engines: bothEngines,
  run,
}

const seconds = { short: 5, long: 3_600 }
const writers = 4
/** Seconds that the same people work on the same records. */
const shift = 60
/** Compares the last quarter with the second; the first is for warming up. */
const growth = 1.2
/**
 * More than this is growth. In a short run memory does not settle, but hundreds of requests must leave no file open.
 */
const leeway = { memory: Number.POSITIVE_INFINITY, files: 50, log: 10 }

interface Sample {
  memory: number
  files: number
  log: number
}

async function run(place: Place): Promise<Outcome> {
  const settings = await settingsFor(place)
  const company = await foundCompany(settings)
  const service = await ready(await launch(settings))
  const faults = new Faults()
  const done = { writes: 0, reads: 0 }
  const samples: Sample[] = []
  const long = place.long ? seconds.long : seconds.short
  const end = performance.now() + long * 1000
  try {
    const work = (async () => {
      while (performance.now() < end)
        await oneShift(service, company, Math.min(end, performance.now() + shift * 1000), done, faults)
    })()
    // Failures are reported at the end.
    work.catch(() => undefined)
    while (performance.now() < end) {
      samples.push(look(service, settings))
      place.onProgress(
        1 - (end - performance.now()) / long / 1000,
        `${done.writes} writes, ${done.reads} reads`,
      )
      await setTimeout(1_000)
    }
    await work
  } finally {
    const code = await stop(service)
    if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
  }
  return { figures: { seconds: long, ...done, ...judge(samples, place.long, faults) }, faults: faults.all }
}

function look({ pid }: Service, settings: Readonly<Record<string, string>>): Sample {
  const database = settings['ATRIUM_DATABASE_URL'] ?? ''
  const log = database.startsWith('sqlite:') ? sizeOf(`${database.slice('sqlite:'.length)}-wal`) : 0
  return { memory: residentOf(pid), files: openedBy(pid), log }
}

/** Some write and some read, all with their own records. */
async function oneShift(
  { url }: Service,
  { credential }: Company,
  end: number,
  done: { writes: number; reads: number },
  faults: Faults,
): Promise<void> {
  const caller = await Caller.of(url, credential)
  const ledger = new Ledger()
  const before = done.writes
  const enough = AbortSignal.timeout(Math.max(0, Math.round(end - performance.now())))
  const workspaceId = (await caller.ok('POST', '/v1/workspaces', { workspaceName: 'Soak' })).body.id
  const work = Array.from({ length: writers }, async () => {
    const tag = ledger.line(ledger.tags, 'tag')
    tag.id = (await caller.ok('POST', '/v1/tags', { tagName: tag.key })).body.id
    tag.sure = { tagName: tag.key }
    await new Writer({ caller, ledger, workspaceId, credential }, tag).work(enough)
    if (!enough.aborted) faults.add('A write was not answered')
  })
  const reading = (async () => {
    for (let n = 0; !enough.aborted; n += 1) {
      const { status } = await readOne(caller, workspaceId, n)
      if (status >= 300) faults.add(`A read was answered ${status}`)
      done.reads += 1
      done.writes = before + ledger.acknowledged
    }
  })()
  await Promise.all([...work, reading])
  for (const answer of ledger.strange) faults.add(answer)
  done.writes = before + ledger.acknowledged
}

function readOne(caller: Caller, workspaceId: string, n: number): Promise<{ status: number }> {
  const lists = [
    `/v1/tasks?sort=-dueDate&limit=50`,
    `/v1/workspaces/${workspaceId}/tasks?sort=title`,
    `/v1/workspaces/${workspaceId}/allFiles?limit=100`,
    '/v1/times?limit=200',
    '/v1/tags',
    '/v1/audit?limit=100',
  ]
  // Occasionally the whole list as CSV.
  if (n % 200 === 0)
    return caller.send('GET', `/v1/workspaces/${workspaceId}/tasks`, undefined, { accept: 'text/csv' })
  return caller.send('GET', lists[n % lists.length] ?? '/v1/tasks')
}

/** Compares the medians of the second and the last quarter. */
function judge(samples: readonly Sample[], isLong: boolean, faults: Faults): Record<string, string> {
  const figures: Record<string, string> = {}
  const kinds = { memory: 'MB of memory', files: 'open files', log: 'MB of write-ahead log' }
  for (const kind of ['memory', 'files', 'log'] as const) {
    const quarter = (n: number): number => {
      const values = samples.slice((samples.length * n) / 4, (samples.length * (n + 1)) / 4)
      return values.map((sample) => sample[kind]).sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
    }
    const [early, late] = [quarter(1), quarter(3)]
    figures[kinds[kind]] = `${early}, then ${late}`
    if (Number.isNaN(late)) faults.add(`The system does not report ${kinds[kind]}`)
    else if (late > (isLong ? Math.max(early * growth, early + 10) : early + leeway[kind]))
      faults.add(`${kinds[kind]} grew from ${early} to ${late}`)
  }
  return figures
}
