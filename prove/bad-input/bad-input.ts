import { randomInt } from 'node:crypto'
import { Random } from '../../bench/random.ts'
import { settingsFor } from '../company.ts'
import { bothEngines, Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { stop } from '../service.ts'
import { failuresIn, readLog } from '../subject/log.ts'
import { beginRound } from './begin.ts'
import { checkGrowth } from './growth.ts'
import { askParser } from './parser.ts'
import { rawFaults, rawRequests } from './raw.ts'
import { sendStrings } from './send-strings.ts'

/** Requests per kind of fault and operation; strings sent, and strings parsed. */
const amounts = {
  short: { each: 2, sent: 700, parsed: 5_000 },
  long: { each: Number.POSITIVE_INFINITY, sent: 20_000, parsed: 1_000_000 },
}

export const badInputProof: Proof = {
  name: 'bad-input',
  sentence:
    'Any request to any described method that is wrong in type, size, form or encoding gets a problem that says what is wrong: never a 5xx, never an internal detail, and within 50 ms for a small company. Times come from the service log; a slower request is repeated up to ten times and its best time counts (on SQLite also its CPU time), to exclude other work on the machine. Methods that hash a password or create a key are left out. The time to read a text grows only with its length.',
  engines: bothEngines,
  run,
}

async function run(place: Place): Promise<Outcome> {
  const { engine, long, onProgress } = place
  const amount = long ? amounts.long : amounts.short
  // The same in every test run; a long run uses a random seed, and reports it so that the run can be repeated.
  const seed = Number(process.env['ATRIUM_TEST_SEED'] ?? (long ? randomInt(2 ** 31) : 1))
  const faults = new Faults()
  const settings = await settingsFor(place, {
    ATRIUM_LOG_LEVEL: 'info',
    ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
  })
  const round = await beginRound(place, settings, new Random(seed), faults)
  const { samples, service, operations } = round.given
  await round.signIn()

  await round.askAll(amount.each, (share) =>
    onProgress(share * 0.5, `${round.count} wrong requests on ${engine}`),
  )
  const { sent: inFilters, taken: good } = await sendStrings(round, amount.sent, (done) =>
    onProgress(0.5 + (done / amount.sent) * 0.3, `${done} filters and sorts on ${engine}`),
  )
  const raw = rawRequests(samples.workspaceGroups.token)
  for (const [what, bytes] of raw) {
    const found = rawFaults(await round.wire.raw(bytes))
    for (const fault of found) faults.add(`With ${what} the answer ${fault}`)
  }
  const { slowest, again } = await round.askSlowAgain()
  for (const failure of failuresIn(readLog(service))) faults.add(failure)
  const alive = await fetch(`${service.url}/readyz`)
  if (alive.status !== 200) faults.add(`Afterwards the service answers ${alive.status}`)
  round.wire.close()
  const code = await stop(service)
  if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
  checkGrowth(faults)
  const parsed = await askParser(new Random(seed), amount.parsed, faults, (done) =>
    onProgress(0.8 + (done / amount.parsed) * 0.2, `${done} strings parsed`),
  )
  return {
    figures: {
      methods: operations.length,
      'wrong requests': round.count - inFilters + raw.length,
      'filters and sorts sent': inFilters,
      'of them taken': good,
      'slowest answer, ms': Math.round(slowest),
      'sent again for their time': again,
      'strings parsed': amount.parsed,
      'of those taken': parsed.taken,
      'slowest parse, ms': Math.round(parsed.slowest * 10) / 10,
      seed: String(seed),
    },
    faults: faults.all,
    slow: faults.slow,
  }
}
