import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Organization } from '../../../src/base/actor.ts'
import type { Operation } from '../../../src/http/operation.ts'
import { contentRequest } from '../../support/content-requests.ts'
import { isFull } from '../../support/effort.ts'
import { useSharedWorld } from '../../support/world.ts'
import { organizationOf } from '../fixture.ts'
import { type ActorName, actorNames, type Cast, gatherCast } from './actors.ts'
import { fill, makeBody, makeFixtures } from './fixtures.ts'

/**
 * "One test walks every operation with every role and with another company's token", and compares with
 * matrix.txt, which a person can read. An operation without a row there fails.
 */
const world = useSharedWorld()
let casts: Record<Organization, Cast>

beforeAll(async () => {
  casts = {
    accounts: await gatherCast(world, 'accounts'),
    workspaceGroups: await gatherCast(world, 'workspaceGroups'),
  }
})

/** `npm test` sends the requests of the most different callers. */
const isSampled = (actor: ActorName): boolean =>
  isFull || ['stranger', 'external', 'reader', 'admin'].includes(actor)
const callers = actorNames.filter(isSampled)

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
const never = '034xoOp7QM7UE5C1GyMpSt'

function readTable(): Map<string, string[]> {
  const lines = readFileSync(new URL('matrix.txt', import.meta.url), 'utf8').split('\n')
  const rows = lines
    .filter((line) => /^(GET|POST|PUT|PATCH|DELETE) /.test(line))
    .map((line) => line.split(/\s+/))
  return new Map(rows.map(([method, path, ...cells]) => [`${method} ${path}`, cells]))
}

/** Records are created again once a write has changed them; a refusal changes nothing. */
async function statusesOf(operation: Operation): Promise<string[]> {
  const cast = casts[organizationOf(operation) ?? 'workspaceGroups']
  let ids = await makeFixtures(cast, operation)
  const statuses: string[] = []
  for (const actor of callers) {
    const { headers, body = await makeBody(cast, operation, ids, actor) } = contentRequest(operation)
    const reply = await cast.clients[actor].send(operation.method, fill(operation.path, ids), body, headers)
    statuses.push(String(reply.status))
    if (actor === 'stranger' && Object.keys(ids).length > 0)
      await looksLikeNothing(cast, operation, reply.text, body)
    if (reply.status < 400 && operation.method !== 'GET' && actor !== 'admin')
      ids = await makeFixtures(cast, operation)
  }
  return statuses
}

/** "The two answers do not differ by a byte, the request id aside." */
async function looksLikeNothing(
  cast: Cast,
  operation: Operation,
  text: string,
  body: unknown,
): Promise<void> {
  const nowhere = operation.path.replaceAll(/\{\w+\}/g, never)
  const { headers } = contentRequest(operation)
  const reply = await cast.clients.stranger.send(operation.method, nowhere, body, headers)
  const anonymous = (answer: string): string => answer.replace(/"requestId":"\w+"/, '')
  expect(anonymous(text), nameOf(operation)).toBe(anonymous(reply.text))
}

test('every operation responds to every caller as in the table', async () => {
  const table = readTable()
  const expected = (operation: Operation): string[] | undefined =>
    table.get(nameOf(operation))?.filter((_, n) => callers.includes(actorNames[n] ?? 'anonymous'))
  const { operations } = world.app
  expect(
    [...table.keys()].filter((name) => !operations.some((operation) => nameOf(operation) === name)),
    'rows without an operation',
  ).toEqual([])
  const wrong: string[] = []
  for (const operation of operations) {
    const found = await statusesOf(operation)
    const row = found
      .map((cell) => cell.padEnd(4))
      .join('')
      .trimEnd()
    if (found.join() !== expected(operation)?.join()) wrong.push(`${nameOf(operation).padEnd(62)} ${row}`)
  }
  expect(wrong.join('\n'), 'what was seen, where the table says otherwise or nothing').toBe('')
  expect([...table.values()].every((cells) => cells.length === actorNames.length)).toBe(true)
})
