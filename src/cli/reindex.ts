import { many } from '../backup/progress.ts'
import { countSearched, reindex } from '../db/search/reindex.ts'
import { type Command, exitCodes } from './command.ts'
import { ProgressBar } from './progress-bar.ts'
import { exitOnStopSignal } from './stop-signals.ts'
import { withDatabase } from './with-database.ts'

export const reindexCommand: Command = {
  name: 'reindex',
  summary: 'Builds the search index again from the records.',
  help: `
Usage: atrium reindex

Writes the index entry of every record again, and removes those of records that no longer exist. The service may keep
running, and finds everything in the meantime. Not needed in normal operation: "atrium check" says when it is.`,
  options: {},
  async run(_given, streams) {
    return withDatabase(streams, async (db) => {
      using _stop = exitOnStopSignal(streams.note, ' to index the rest.')
      const total = await countSearched(db)
      const bar = new ProgressBar(streams.note)
      const count = await reindex(db, {
        onProgress: (done) =>
          bar.update(total === 0 ? 1 : Math.min(1, done / total), `Indexing: ${many(done, 'record')}`),
      })
      bar.end()
      streams.say(`Indexed ${many(count ?? 0, 'record')}.`)
      return exitCodes.done
    })
  },
}
