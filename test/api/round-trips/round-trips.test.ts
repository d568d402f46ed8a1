import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
 * Counts what every operation sends to PostgreSQL, and compares with round-trips.txt. An operation without a row there
 * fails, and so does one that needs more than the row says, or less: then the row must be corrected.
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

/** By name: the status, and what was sent. */
const table = new Map(
  readFileSync(new URL('round-trips.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', ...cells] = /^(.+?)\s+(\d+)\s+(\d+)\s+(\d+)$/.exec(line) ?? []
      return [name, cells.map(Number).join(' ')]
    }),
)

/** The lookup of the token is cached for two seconds, so now and then it is counted too. */
const attempts = 5

async function countsOf(name: string, prepare: () => Promise<Sending>): Promise<readonly number[]> {
  let least: readonly number[] = []
  for (let n = 0; n < attempts; n += 1) {
    const send = await prepare()
    relay.take()
    const { status } = await send()
    const { roundTrips, statements } = relay.take()
    const [, fewestTrips = 0, fewest = 0] = least
    const isLess = statements < fewest || (statements === fewest && roundTrips < fewestTrips)
    if (n === 0 || isLess) least = [status, roundTrips, statements]
    if (least.join(' ') === table.get(name)) break
  }
  return least
}

const requestsOf = (operation: Operation): (() => Promise<Sending>) => {
  const cast = casts[organizationOf(operation) ?? 'workspaceGroups']
  return async () => {
    const ids = await makeFixtures(cast, operation)
    const { headers, body = await makeBody(cast, operation, ids) } = contentRequest(operation)
    await cast.company.admin.get('/v1/users/me')
    return () => cast.company.admin.send(operation.method, fill(operation.path, ids), body, headers)
  }
}

const readsChanges = ({ path }: Operation): boolean => path.endsWith('/history')

test('every operation sends to PostgreSQL what the table says', { timeout: 240_000 }, async () => {
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
  expect(
    [...table.keys()].filter((name) => !all.has(name)),
    'rows without an operation',
  ).toEqual([])
  const wrong: string[] = []
  for (const [name, prepare] of all) {
    const counts = await countsOf(name, prepare)
    if (counts.join(' ') === table.get(name)) continue
    wrong.push(name.padEnd(72) + counts.map((count) => String(count).padStart(6)).join(''))
  }
  expect(wrong.join('\n'), 'what was counted, where the table says otherwise or nothing').toBe('')
})
