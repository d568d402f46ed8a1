import { expect, test } from 'vitest'
import { measureTags } from '../../bench/tag-measures.ts'
import { useSharedWorld } from '../support/world.ts'

const world = useSharedWorld()

/** The short form of `npm run bench:tags`, with limits that hold on a busy machine too: whatever is slow here scans. */
test('searching, renaming, merging and deleting take almost no time', { timeout: 120_000 }, async () => {
  const { companyNo, adminId } = await world.company()
  const sizes = { tags: 5_000, assignments: 5_000, searches: 100 }
  const times = await measureTags({ db: world.db, app: world.app, companyNo, adminId }, sizes)
  expect(times.search.p50).toBeLessThan(50)
  expect(times.externalSearch.p50).toBeLessThan(100)
  expect(times.rename.p50).toBeLessThan(500)
  expect(times.merge).toBeLessThan(3_000)
  expect(times.filterWhileMerging.p50).toBeLessThan(1_000)
})
