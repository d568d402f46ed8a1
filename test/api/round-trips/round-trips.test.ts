import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Organization } from '../../../src/base/actor.ts'
import type { Operation } from '../../../src/http/operation.ts'
import { contentRequest } from '../../support/content-requests.ts'
import { countingRelay } from '../../support/counting-relay.ts'
import { closeWorld, makeDatabaseUrl, openWorld, unlimited, type World } from '../../support/world.ts'
import { organizationOf } from '../fixture.ts'
import { type Cast, gatherCast } from '../permissions/actors.ts'
import { fill, makeBody, makeFixtures } from '../permissions/fixtures.ts'
import { furtherRequests, type Sending } from './further-requests.ts'

/**
 * Counts what every operation sends to PostgreSQL, and compares with round-trips.txt: an operation that needs more than
 * its row says fails, and so does one that needs less. `npm run tested` writes the file, as does this test alone
 * with `-u`.
 */
let world: World
let relay: Awaited<ReturnType<typeof countingRelay>>
let casts: Record<Organization, Cast>
const folder = mkdtempSync(join(tmpdir(), 'atrium-test-'))
const isCounted = inject('engine') === 'postgres'

beforeAll(async () => {
  if (!isCounted) return
  relay = await countingRelay(await makeDatabaseUrl('postgres', folder))
  world = await openWorld('postgres', folder, { ...unlimited, ATRIUM_DATABASE_URL: relay.address })
  // It numbers changes in the background.
  await world.app.hub.sequencer.stop()
  casts = {
    accounts: await gatherCast(world, 'accounts'),
    workspaceGroups: await gatherCast(world, 'workspaceGroups'),
  }
})

afterAll(async () => {
  if (isCounted) await closeWorld(world)
  relay?.close()
  rmSync(folder, { recursive: true, force: true })
})

const table = fileURLToPath(new URL('round-trips.txt', import.meta.url))
const [heading = '', ...known] = readFileSync(table, 'utf8').split(/^(?!#)/m)

/** The lookup of the token is cached for two seconds, so now and then it is counted too. */
const attempts = 5

/** The row of a request: the status, and what was sent. */
async function rowOf(name: string, prepare: () => Promise<Sending>): Promise<string> {
  let row = ''
  let least = Infinity
  for (let n = 0; n < attempts && !known.includes(row); n += 1) {
    const send = await prepare()
    relay.take()
    const { status } = await send()
    const { roundTrips, statements } = relay.take()
    const sent = statements + roundTrips / 1_000
    if (sent >= least) continue
    least = sent
    row = `${name.padEnd(72)}${[status, roundTrips, statements].map((count) => String(count).padStart(6)).join('')}\n`
  }
  return row
}

const requestsOf = (operation: Operation): (() => Promise<Sending>) => {
  const all = casts[organizationOf(operation) ?? 'workspaceGroups']
  return async () => {
    // Placing a task also reads the task before it.
    const cast = { ...all, workspaceId: await all.newWorkspace() }
    const ids = await makeFixtures(cast, operation)
    const { headers, body = await makeBody(cast, operation, ids) } = contentRequest(operation)
    await cast.company.admin.get('/v1/users/me')
    return () => cast.company.admin.send(operation.method, fill(operation.path, ids), body, headers)
  }
}

const readsChanges = ({ path }: Operation): boolean => path.endsWith('/history')

test('every operation sends to PostgreSQL what the table lists', async () => {
  if (!isCounted) return
  const operations = world.app.operations
    // Needs the name of the company; the company would be gone for those that follow.
    .filter(({ method, path }) => `${method} ${path}` !== 'DELETE /v1/company')
    // These read the change log, which takes another batch once it is long.
    .toSorted((a, b) => Number(readsChanges(a)) - Number(readsChanges(b)))
  const all = new Map([
    ...operations.map((each) => [`${each.method} ${each.path}`, requestsOf(each)] as const),
    ...furtherRequests(casts.workspaceGroups),
  ])
  let counted = heading
  for (const [name, prepare] of all) counted += await rowOf(name, prepare)
  await expect(counted).toMatchFileSnapshot(table)
})
