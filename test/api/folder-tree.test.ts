import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { FolderRow } from '../../src/schema/records/folder.ts'
import type { Reply } from '../support/client.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** Whatever people do to folders, even concurrently, the tree stays intact and names stay unique in their place. */
const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const nth = fc.nat(15)
const folderName = fc.constantFrom('a', 'A', 'b', 'B', 'c')
const act = fc.oneof(
  fc.record({ verb: fc.constant('create' as const), folderName, parent: fc.option(nth) }),
  fc.record({ verb: fc.constant('move' as const), nth, parent: fc.option(nth) }),
  fc.record({ verb: fc.constant('rename' as const), nth, folderName }),
  fc.record({ verb: fc.constant('delete' as const), nth }),
  fc.record({ verb: fc.constant('restore' as const), nth }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Done, missing, or not allowed by the state of the tree. */
const expected = [201, 204, 400, 404, 409]

async function perform(workspaceId: string, ids: string[], step: Act): Promise<void> {
  const { admin } = company
  const idOf = (n: number | null): string | null => (n === null ? null : (ids[n % ids.length] ?? null))
  const send = (): Promise<Reply> => {
    if (step.verb === 'create') {
      const body = { folderName: step.folderName, parentFolderId: idOf(step.parent) }
      return admin.send('POST', `/v1/workspaces/${workspaceId}/folders`, body)
    }
    const path = `/v1/folders/${idOf(step.nth)}`
    if (step.verb === 'move') return admin.send('PUT', path, { parentFolderId: idOf(step.parent) })
    if (step.verb === 'rename') return admin.send('PUT', path, { folderName: step.folderName })
    return step.verb === 'delete' ? admin.send('DELETE', path) : admin.send('POST', `${path}/restore`)
  }
  const reply = await send()
  expect(expected, `${step.verb}: ${reply.text}`).toContain(reply.status)
  if (reply.status === 201) ids.push(reply.body.id)
}

function faultsOf(rows: readonly FolderRow[]): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const living = rows.filter(({ deletedAt }) => deletedAt === null)
  const places = living.map(
    ({ parentFolderId, folderName: name }) => `${parentFolderId}/${name.toLowerCase()}`,
  )
  const twice = places.filter((place, n) => places.indexOf(place) !== n)
  return [...twice, ...rows.flatMap((row) => placeFaults(row, byId))]
}

function placeFaults(row: FolderRow, byId: ReadonlyMap<string, FolderRow>): string[] {
  let depth = 1
  for (let at = row; at.parentFolderId !== null; depth += 1) {
    const parent = byId.get(at.parentFolderId)
    if (parent === undefined) return [`${row.id}: a parent elsewhere`]
    if (row.deletedAt === null && parent.deletedAt !== null) return [`${row.id}: a parent in the trash`]
    if (depth > 40) return [`${row.id}: a circle`]
    at = parent
  }
  return []
}

test('after any operations', async () => {
  const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rounds, async (batches) => {
      const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Tree' })
      const ids: string[] = []
      for (let n = 0; n < 5; n += 1)
        await perform(id, ids, { verb: 'create', folderName: 'a', parent: n === 0 ? null : n - 1 })
      for (const batch of batches) await Promise.all(batch.map((step) => perform(id, ids, step)))
      const rows = await world.db.query
        .selectFrom('folders')
        .selectAll()
        .where('companyNo', '=', company.companyNo)
        .where('workspaceId', '=', id)
        .execute()
      expect(faultsOf(rows)).toEqual([])
    }),
    { numRuns: 15 },
  )
})
