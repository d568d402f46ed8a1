import { get, type IncomingMessage } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { issueToken } from '../../src/auth/access-token.ts'
import { newId } from '../../src/base/ids.ts'
import { readNewest } from '../../src/db/change-log/feed.ts'
import type { Database } from '../../src/db/database.ts'
import { write } from '../../src/db/write.ts'
import { timeEverywhere } from '../support/clock-server.ts'
import { EventStream } from '../support/event-stream.ts'
import { readMetricsText, totalOf } from '../support/metrics.ts'
import { freePort } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { type Seeded, seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

let settings: Record<string, string>
let company: Seeded
let service: Served

beforeAll(async () => {
  settings = { ...settingsIn(makeFolder()), ATRIUM_METRICS_PORT: `${await freePort()}` }
  company = await withDb((db) => seedCompany(db))
  service = await serveReady(settings)
})

const withDb = <T>(work: (db: Database) => Promise<T>): Promise<T> => withDatabase(settings, work)

const readers = async (): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${settings['ATRIUM_METRICS_PORT']}/metrics`)).text()
  return totalOf(readMetricsText(text), 'atrium_feed_readers') ?? 0
}

const follow = (token: string, headers: Record<string, string> = {}): EventStream =>
  new EventStream(`${service.url}/v1/changes?after=now`, token, headers)

/** Logs changes of about 8 KB each, as the command line does: in another process than the service. */
async function logLarge(count: number, kind: 'tag' | 'webhook' = 'tag'): Promise<void> {
  const author = { companyNo: company.companyNo, userId: null, clientId: undefined, requestId: 'large' }
  const fields = Array.from({ length: 7 }, (_, n) => `field${n}`)
  const previous = Object.fromEntries(fields.map((name) => [name, 'x'.repeat(1_000)]))
  await withDb((db) =>
    write(db, author, async (tx) => {
      for (let n = 0; n < count; n += 1)
        tx.log({ kind, verb: 'updated', recordId: newId(), fields, previous })
    }),
  )
}

/** A stream that nobody reads. */
const openUnread = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${company.token}` }
    get(`${service.url}/v1/changes?after=now`, { headers }, resolve).on('error', reject)
  })

/** Reads what is left of a stream that was cut. */
const restOf = (stream: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (some: string) => {
      text += some
    })
    stream.on('error', () => undefined).once('close', () => resolve(text))
  })

test('a reader that takes nothing is disconnected, and resumes without loss', async () => {
  const unread = await openUnread()
  await until('the stream is open', async () => (await readers()) === 1)
  const headers = { authorization: `Bearer ${company.token}` }
  const now = await fetch(`${service.url}/v1/changes?after=now`, { headers })
  const { position: start } = (await now.json()) as { position: string }
  const before = Number(start.split('.')[1])
  // More than the buffers of the connection take. If the service is still reading these, the next ones do not pile up.
  let logged = 2_000
  for (let n = 0; n < 4; n += 1) await logLarge(logged / 4)
  await until('it is disconnected', async () => {
    await logLarge(1)
    logged += 1
    return (await readers()) === 0
  })
  const complete = (await restOf(unread)).split('\n\n').slice(0, -1)
  const idsIn = complete.flatMap((event) => /^id: (\S+)$/m.exec(event)?.[1] ?? [])
  expect(idsIn.length).toBeLessThan(logged)
  const next = follow(company.token, { 'last-event-id': idsIn.at(-1) ?? start })
  await until('it has the rest', () => idsIn.length + next.changes().length >= logged)
  next.close()
  const all = [...idsIn, ...next.changes().map(({ position }) => position)]
  expect(all.map((position) => Number(position.split('.')[1]))).toEqual(
    Array.from({ length: logged }, (_, n) => before + n + 1),
  )
  await until('the stream is closed', async () => (await readers()) === 0)
})

test('a silent stream has a sign of life every 20 seconds, which moves the position', async () => {
  const { id: userId } = (await (
    await fetch(`${service.url}/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'quiet@example.com', fullName: 'Quiet' }),
    })
  ).json()) as { id: string }
  const { companyNo } = company
  const token = await withDb((db) =>
    db.transaction((tx) => issueToken(tx, { companyNo, userId, clientId: null })),
  )
  const quiet = follow(token)
  await quiet.opened
  // Only admins see changes of webhooks.
  await logLarge(1, 'webhook')
  const newest = await withDb((db) => readNewest(db, companyNo))
  const opened = quiet.quietLines
  const isMoved = (): boolean => quiet.lastEventId?.split('.')[1] === String(newest)
  await until('a sign of life moves the position', async () => {
    await timeEverywhere.advance(20_000)
    return quiet.quietLines > opened && isMoved()
  })
  expect(quiet.events).toEqual([])
  quiet.close()
})

test('a stop ends streams first, and takes no longer because of them', async () => {
  const streams = Array.from({ length: 20 }, () => follow(company.token))
  await Promise.all(streams.map(({ opened }) => opened))
  const { code, stderr } = await service.stop()
  expect(code).toBe(0)
  expect(stderr).not.toContain('Cut off the requests')
  await Promise.all(streams.map(({ ended }) => ended))
  for (const { events } of streams)
    expect(events.at(-1)).toMatchObject({ event: 'end', data: '{"reason":"moving"}' })
})
