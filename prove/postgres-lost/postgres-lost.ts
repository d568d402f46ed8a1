import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { makeDatabase, type OwnPostgres, startOwnPostgres } from '../../test/support/postgres-server.ts'
import { proxyTo, type TestProxy } from '../../test/support/proxy.ts'
import { Caller } from '../caller.ts'
import { foundCompany, settingsFor } from '../company.ts'
import { Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { kill, launch, ready, stop } from '../service.ts'
import { Callers } from './callers.ts'

const callers = 12
const recovery = 5_000

/** Seconds and repetitions. */
const forms = {
  short: { terminating: 3, restarts: 1, refusing: 5, silent: 8, losing: 1 },
  long: { terminating: 60, restarts: 5, refusing: 30, silent: 30, losing: 30 },
}

export const postgresLostProof: Proof = {
  name: 'postgres-lost',
  sentence:
    'While PostgreSQL ends its connections every second, restarts, refuses connections, stops responding, or disappears during a commit it completes, the service responds within 10 seconds, with a 503 if necessary. A POST repeated with its Idempotency-Key until it succeeds creates one record. Everything works again 5 seconds after the database is back.',
  engines: ['postgres'],
  run,
}

/** On a separate server, through a proxy, because others use the given one. */
async function run(place: Place): Promise<Outcome> {
  // If we are root, the server runs as another user.
  chmodSync(place.folder, 0o711)
  const server = await startOwnPostgres(join(place.folder, 'server'))
  const proxy = await proxyTo(server.port)
  try {
    return await lose(place, server, proxy)
  } finally {
    await proxy.cut()
    await server.stop()
  }
}

async function lose(place: Place, server: OwnPostgres, proxy: TestProxy): Promise<Outcome> {
  const form = place.long ? forms.long : forms.short
  const name = await makeDatabase(server.url, 'lost')
  const settings = await settingsFor({
    ...place,
    newDatabase: async () => `postgres://postgres:postgres@127.0.0.1:${proxy.port}/${name}`,
  })
  const company = await foundCompany(settings)
  const faults = new Faults()
  const service = await ready(await launch(settings))
  const caller = new Caller(service.url, company.token)
  const made = await caller.ok('POST', '/v1/workspaces', { workspaceName: 'Lost' })
  const all = new Callers(caller, made.body.id, callers, faults)
  const givenUp = async (what: string): Promise<Outcome> => {
    faults.add(`After ${what} the service never recovered`)
    await Promise.all([all.giveUp(), kill(service)])
    return { figures: {}, faults: faults.all }
  }
  if ((await all.recovered()) === undefined) return givenUp('the start')

  const slowest: Record<string, number> = {}
  let lost = 0
  const loseCommits = async (): Promise<void> => {
    // At least one, even if the machine is too busy for a commit within that time.
    for (let tries = 0; tries < 10 && (tries === 0 || lost === 0); tries += 1) {
      const losing = proxy.loseCommits()
      await setTimeout(form.losing * 1_000)
      lost += losing.end()
    }
  }
  const troubles: [name: string, times: number, trouble: () => Promise<void>][] = [
    ['connections ended', 1, () => terminate(server, form.terminating)],
    ['server restarted', form.restarts, () => server.restart()],
    ['connections refused', 1, () => cut(proxy, form.refusing)],
    ['silence', 1, () => silence(proxy, form.silent)],
    ['commits without an answer', 1, loseCommits],
  ]
  let wasDelayed = false
  for (const [n, [what, times, trouble]] of troubles.entries())
    for (let time = 1; time <= times; time += 1) {
      place.onProgress(n / troubles.length, `${what}, ${all.answered} answered, ${all.refused} refused`)
      const recover = async (): Promise<number | undefined> => {
        all.expectTrouble()
        await trouble()
        return all.recovered()
      }
      let took = await recover()
      slowest[what] = Math.round(Math.max(slowest[what] ?? 0, took ?? 0))
      // A busy machine may delay one recovery, but not two.
      if (took !== undefined && took > recovery && !wasDelayed) {
        wasDelayed = true
        took = await recover()
      }
      if (took === undefined) return givenUp(what)
      if (took > recovery) faults.addSlow(`After ${what} it took ${Math.round(took)} ms to recover`)
      await setTimeout(500)
    }
  await all.end()

  const found = new Map<string, number>()
  for (const { details } of await caller.all(`/v1/workspaces/${made.body.id}/tasks?limit=500`))
    found.set(String(details['title']), (found.get(String(details['title'])) ?? 0) + 1)
  for (const title of all.titles)
    if (found.get(title) !== 1) faults.add(`One task was requested, and there are ${found.get(title) ?? 0}`)
  if (found.size !== all.titles.length)
    faults.add(`There are ${found.size} tasks for ${all.titles.length} that were requested`)
  if (lost === 0) faults.add('No commit was carried out without an answer')
  const code = await stop(service)
  if (code !== 0) faults.add(`The service ended with ${code} when it was stopped`)
  return {
    figures: {
      'requests answered': all.answered,
      'refused with 503': all.refused,
      'POSTs repeated': all.repeated,
      'commits without an answer': lost,
      'slowest answer, ms': Math.round(all.slowest),
      ...Object.fromEntries(Object.entries(slowest).map(([what, ms]) => [`well after ${what}, ms`, ms])),
    },
    faults: faults.all,
    slow: faults.slow,
  }
}

/** Terminates all connections of the service, every second. */
async function terminate({ url }: OwnPostgres, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  try {
    for (let n = 0; n < seconds; n += 1) {
      await client.query(
        `SELECT pg_terminate_backend("pid") FROM "pg_stat_activity" WHERE "application_name" = 'atrium'`,
      )
      await setTimeout(1_000)
    }
  } finally {
    await client.end()
  }
}

async function cut(proxy: TestProxy, seconds: number): Promise<void> {
  await proxy.cut()
  await setTimeout(seconds * 1_000)
  await proxy.mend()
}

async function silence(proxy: TestProxy, seconds: number): Promise<void> {
  proxy.stall()
  await setTimeout(seconds * 1_000)
  proxy.resume()
}
