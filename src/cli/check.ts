import { amount, many, manyAre } from '../backup/progress.ts'
import { checkSearchIndex, type SearchFindings } from '../db/search/check-index.ts'
import { isIndexComplete } from '../db/search/reindex.ts'
import { checkContents, type Findings, removeUnreferenced } from '../file-store/check.ts'
import { openBlobs } from '../file-store/open.ts'
import { type Command, exitCodes } from './command.ts'
import { ProgressBar } from './progress-bar.ts'
import { exitOnStopSignal } from './stop-signals.ts'
import { withDatabase } from './with-database.ts'

/** Longer lists are cut off after this many, followed by a count. */
const mostNamed = 20

export const checkCommand: Command = {
  name: 'check',
  summary: 'Verifies the content of every file against its hash, and the search index against the records.',
  help: `
Usage: atrium check [--repair] [--json]

  --repair    Removes content that no file refers to. Nothing else is ever changed or removed.
  --json      Prints the result as JSON.

Reads the content of every file, so it can take a while; the service may keep running. Exits with 1 when content is
missing or damaged: restore it from a backup. Content that no file refers to is harmless but uses disk space.`,
  options: { repair: { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ repair, json }, streams) {
    return withDatabase(streams, async (db, config) => {
      using _stop = exitOnStopSignal(streams.note, ' to check the rest.')
      const store = await openBlobs(config.blobs)
      const bar = new ProgressBar(streams.note)
      try {
        const found = await checkContents(db, store, ({ contents, bytes, totalBytes }) =>
          bar.update(
            totalBytes === 0 ? 1 : bytes / totalBytes,
            `Checking: ${many(contents, 'stored file')}, ${amount(bytes)}`,
          ),
        )
        bar.end()
        const search = (await isIndexComplete(db)) ? await checkSearchIndex(db) : unbuilt
        const removed = repair === true ? await removeUnreferenced(db, store, found.unreferenced) : 0
        streams.say(
          json === true ? JSON.stringify({ ...found, removed, search }) : summarize(found, removed, search),
        )
        const isSound =
          found.missing.length + found.damaged.length + found.dangling.length + search.outdated.length === 0
        return isSound ? exitCodes.done : exitCodes.failed
      } finally {
        await store.close()
      }
    })
  },
}

/** After an upgrade, restore or move the service builds the index while it runs. */
const unbuilt: SearchFindings = { records: 0, outdated: [], stray: [] }

function summarize(found: Findings, removed: number, search: SearchFindings): string {
  const lines = [`Checked ${many(found.contents, 'stored file')}, ${amount(found.bytes)}.`]
  const name = (what: (count: number) => string, keys: readonly string[]): void => {
    if (keys.length === 0) return
    lines.push(`${what(keys.length)}:`, ...keys.slice(0, mostNamed).map((key) => `  ${key}`))
    if (keys.length > mostNamed) lines.push(`  and ${keys.length - mostNamed} more`)
  }
  name((count) => `${manyAre(count, 'stored file')} missing`, found.missing)
  name((count) => `${manyAre(count, 'stored file')} damaged`, found.damaged)
  name((count) => `${many(count, 'reference')} to unknown content`, found.dangling)
  name((count) => `${many(count, 'stored file')} not referenced by any file`, found.unreferenced)
  if (removed > 0) lines.push(`Removed ${many(removed, 'stored file')} that no file refers to.`)
  else if (found.unreferenced.length > 0) lines.push('Run "atrium check --repair" to remove them.')
  name(
    (count) => `${manyAre(count, 'record')} missing from the search index, or outdated there`,
    search.outdated,
  )
  name((count) => `${many(count, 'item')} in the search index without a record`, search.stray)
  if (search.outdated.length + search.stray.length > 0)
    lines.push('Run "atrium reindex" to build the search index again.')
  if (lines.length === 1) lines.push('No problems found.')
  return lines.join('\n')
}
