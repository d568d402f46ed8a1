import { indexAll } from '../db/search/index-batch.ts'
import { isIndexComplete, reindex } from '../db/search/reindex.ts'
import type { Job } from './runner.ts'

/**
 * Builds the search index after an upgrade from a version without one, and after a restore or move. Otherwise it indexes
 * the changes of processes that ended before they could.
 */
export const buildSearchIndex: Job = {
  name: 'search-index',
  everySeconds: 15,
  async run(db, signal) {
    if (await isIndexComplete(db)) {
      await indexAll(db, signal)
      return undefined
    }
    const count = await reindex(db, { signal })
    return count === undefined || count === 0
      ? undefined
      : `Built the search index (${count.toLocaleString('en')} records).`
  },
}
