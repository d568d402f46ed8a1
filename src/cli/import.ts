import { many, share } from '../backup/progress.ts'
import { readConfig } from '../base/config.ts'
import { stamp } from '../base/ids.ts'
import { claimServing } from '../db/open.ts'
import { demandOwnSecret } from '../db/own-secret.ts'
import { isThere } from '../db/sqlite/migrate.ts'
import { ArchiveFault } from '../export/archive-fault.ts'
import { checkArchive } from '../export/check.ts'
import { importCompany } from '../export/import.ts'
import { openBlobs } from '../file-store/open.ts'
import {
  type Command,
  CommandRefused,
  type ExitCode,
  exitCodes,
  type Streams,
  UsageFault,
} from './command.ts'
import { ProgressBar } from './progress-bar.ts'
import { withNewDatabase } from './with-database.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Imports a company that "export" wrote.',
  help: `
Usage: atrium import FOLDER [--name NAME] [--edited] [--check] [--json]

  FOLDER         What "atrium export" wrote, here or elsewhere, on either database.
  --name NAME    Renames the company.
  --edited       Accepts records that were changed on purpose after the export; they are still checked.
  --check        Only checks every record, and the content of every file by its hash.
  --json         Prints the result as JSON.

Imports all or nothing: an interrupted import leaves no company behind. Ids stay the same, so links and API clients
keep working. Refused if the company, or the address of one of its users, already exists here. With SQLite, stop the
service first; with PostgreSQL it may keep running.`,
  options: {
    name: { type: 'string' },
    edited: { type: 'boolean' },
    check: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operand: 'FOLDER',
  asAnyUser: ({ check }) => check === true,
  async run(given, streams) {
    const { FOLDER: folder, name } = given
    if (typeof folder !== 'string') throw new UsageFault('FOLDER is required.')
    const companyName = typeof name === 'string' ? name.trim().normalize('NFC') : undefined
    if (companyName !== undefined && (companyName === '' || companyName.length > 255))
      throw new UsageFault('--name must have 1 to 255 characters.')
    const edited = given['edited'] === true
    try {
      if (given['check'] === true) return await look(folder, edited, streams)
      return await take(folder, { edited, companyName, asJson: given['json'] === true }, streams)
    } catch (error) {
      if (error instanceof ArchiveFault) throw new CommandRefused(error.message)
      throw error
    }
  },
}

/** Reports the progress of a check, in the units of `checkArchive`. */
const reportTo =
  (bar: ProgressBar) =>
  (done: number, all: number): void =>
    bar.update(share(done, all), `Checking: ${done} of ${all}`)

async function look(folder: string, edited: boolean, { say, note }: Streams): Promise<ExitCode> {
  const bar = new ProgressBar(note)
  const options = { edited, readContents: true, onProgress: reportTo(bar) }
  const { manifest, contents } = await checkArchive(folder, options)
  bar.end()
  say(
    `The export of "${manifest.company.companyName}" is complete: ${many(contents.size, 'stored file')} verified by sha-256.`,
  )
  return exitCodes.done
}

interface Wanted {
  edited: boolean
  companyName: string | undefined
  asJson: boolean
}

async function take(
  folder: string,
  { edited, companyName, asJson }: Wanted,
  streams: Streams,
): Promise<ExitCode> {
  const { database } = readConfig(streams.environment)
  // The progress no longer matters once everything is read.
  if (database.engine === 'sqlite' && isThere(database.file)) claimServing({ database }).release()
  const bar = new ProgressBar(streams.note)
  // An unacceptable export is refused before a database is created for it.
  const archive = await checkArchive(folder, { edited, onProgress: reportTo(bar) })
  return withNewDatabase(streams, async (db, config) => {
    // A process that starts now would sweep away contents that no row refers to yet.
    await using opened = new AsyncDisposableStack()
    opened.defer(claimServing(config).release)
    const store = await openBlobs(config.blobs)
    opened.defer(() => store.close())
    opened.defer(() => bar.end())
    const parts = { db, store, secret: await demandOwnSecret(db, config), onProgress: bar.update.bind(bar) }
    const requestId = `cli:import:${stamp().id}`
    const imported = await importCompany(parts, archive, { companyName, requestId })
    bar.end()
    streams.say(asJson ? JSON.stringify(imported) : summarize(imported, archive.manifest.withSignIn))
    return exitCodes.done
  })
}

function summarize(
  { companyName, counts }: { companyName: string; counts: Readonly<Record<string, number>> },
  withSignIn: boolean,
): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [
    `Imported the company "${companyName}": ${many(all, 'record')}.`,
    ...(withSignIn
      ? []
      : [
          'None of its users has a password here. Run "atrium admin recover EMAIL --password-stdin" for an administrator,',
          'who can create links for the others in Company Setup. Single sign-on works once its secret is entered again.',
        ]),
  ].join('\n')
}
