import { beforeAll, expect, test } from 'vitest'
import { stamp } from '../../src/base/ids.ts'
import type { Client, Reply } from '../support/client.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixtures, contentsOfBoth, type Fixtures, fits, nameOf, pathOf, requestFor } from './fixture.ts'

/** "A company's data is closed to every other company": by walking over all methods. */
const world = useSharedWorld()
let ours: Fixtures
let theirs: Fixtures

beforeAll(async () => {
  ours = await buildFixtures(world)
  theirs = await buildFixtures(world)
})

/** The response without what differs from request to request. */
function bytesOf({ status, headers, text }: Reply): unknown {
  const { 'x-request-id': requestId, date: _, ...others } = headers
  return { status, headers: others, text: text.replace(String(requestId), '') }
}

/** Not a number, which may occur anywhere. */
const isTelling = (id: string): boolean => id.length > 10

test('another company’s record and one that never existed get the same response, byte for byte', async () => {
  const contents = async () => [await contentsOfBoth(world, ours), await contentsOfBoth(world, theirs)]
  const before = await contents()
  let compared = 0
  // Each parameter in turn, while those before it are right.
  for (const operation of world.app.operations) {
    const [own, other] = [ours.of(operation), theirs.of(operation)]
    const { admin } = own
    for (const place of operation.path.match(/\w+\/\{\w+\}(?:\/\{\w+\})?/g) ?? []) {
      // A version is a number, and every file has a first one.
      if (place === 'versions/{version}') continue
      // An emoji is the same everywhere.
      if (place === 'reactions/{emoji}') continue
      const { body, headers } = requestFor(operation, own)
      const send = (client: Client, id: string): Promise<Reply> =>
        client.send(operation.method, pathOf(operation, { ids: { ...own.ids, [place]: id } }), body, headers)
      const known = other.ids[place] ?? ''
      // A path that names the kind of record keeps it.
      const at = (id: string): string => known.slice(0, known.indexOf('/') + 1) + id
      const foreign = await send(admin, known)
      const never = await send(admin, at(stamp().id))
      expect([foreign.status, foreign.body?.code], nameOf(operation)).toEqual([404, 'not_found'])
      expect(bytesOf(foreign), nameOf(operation)).toEqual(bytesOf(never))
      for (const odd of ['x', '0'.repeat(22), '%F0%9D%92%B5', "'--", 'a%00b'])
        expect((await send(admin, at(odd))).status, `${nameOf(operation)} ${odd}`).toBe(404)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(25)
  expect(await contents()).toEqual(before)
})

test('lists and the company itself show nothing of another one', async () => {
  const foreign = theirs.both.flatMap(({ company, ids }) => [
    company.companyId,
    company.adminId,
    ...Object.values(ids).filter(isTelling),
  ])
  for (const operation of world.app.operations.filter(({ method }) => method === 'GET'))
    for (const own of ours.both) {
      if (!fits(own, operation)) continue
      const { text } = await own.admin.ok('GET', pathOf(operation, own))
      for (const id of foreign) expect(text.includes(id), `${nameOf(operation)} ${id}`).toBe(false)
    }
})

test('names and keys of another company are free, except the email address', async () => {
  const [own, other] = [ours.of({ path: '/v1/users' }), theirs.of({ path: '/v1/users' })]
  const shared = { externalId: 'same', urlShortName: 'same' }
  for (const { admin } of [own, other])
    await admin.create('/v1/workspaces', { workspaceName: 'Same', ...shared })
  const person = { email: 'Same@example.com', fullName: 'Same' }
  await own.admin.create('/v1/users', { ...person, externalId: 'same' })
  const reply = await other.admin.send('POST', '/v1/users', { ...person, email: 'sAME@example.com' })
  expect([reply.status, reply.body.code, reply.body.errors[0].pointer]).toEqual([409, 'duplicate', '/email'])
  for (const id of Object.values(own.ids).filter(isTelling)) expect(reply.text).not.toContain(id)
})
