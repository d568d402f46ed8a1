import { many, share } from '../backup/progress.ts'
import { readConfig } from '../base/config.ts'
import { stamp } from '../base/ids.ts'
import { readSecret } from '../base/secret.ts'
import { claimServing } from '../db/open.ts'
import { isThere } from '../db/sqlite/migrate.ts'
import { ArchiveFault } from '../export/archive-fault.ts'
import { checkArchive } from '../export/check.ts'
import { importCompany } from '../export/import.ts'
import { openBlobs } from '../file-store/open.ts'
import { type Command, type ExitCode, exitCodes, Refused, type Streams, UsageFault } from './command.ts'
import { ProgressBar } from './progress-bar.ts'
import { withNewDatabase } from './with-database.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Takes a company in that "export" has written.',
  help: `
Usage: atrium import FOLDER [--name NAME] [--edited] [--check] [--json]

  FOLDER         What "atrium export" has written, here or elsewhere, on whichever database.
  --name NAME    What the company is called from now on.
  --edited       The records were changed on purpose: they are checked, but need not be those that were exported.
  --check        Only looks: every record, and every content by its hash.
  --json         Prints what was taken in as JSON.

All of it or nothing: whatever ends it half-way leaves no company behind. Ids stay as they are, so that links and API
clients go on working. Refused when the company, or an address of its people, is here already. On SQLite the service
must not run meanwhile; on PostgreSQL it may.`,
  options: {
    name: { type: 'string' },
    edited: { type: 'boolean' },
    check: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operand: 'FOLDER',
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
      if (error instanceof ArchiveFault) throw new Refused(error.message)
      throw error
    }
  },
}

/** Tells of a check, as `checkArchive` counts. */
const tellTo =
  (bar: ProgressBar) =>
  (done: number, all: number): void =>
    bar.tell(share(done, all), `Checking: ${done} of ${all}`)

async function look(folder: string, edited: boolean, { say, note }: Streams): Promise<ExitCode> {
  const bar = new ProgressBar(note)
  const options = { edited, readContents: true, tell: tellTo(bar) }
  const { manifest, contents } = await checkArchive(folder, options)
  bar.end()
  say(
    `The archive of "${manifest.company.companyName}" is whole: ${many(contents.size, 'content')} read and held against the sha-256.`,
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
  // Nobody wants to hear of it when all has been read.
  if (database.engine === 'sqlite' && isThere(database.file)) claimServing({ database }).release()
  const bar = new ProgressBar(streams.note)
  // What cannot be taken is refused before a database is made for it.
  const archive = await checkArchive(folder, { edited, tell: tellTo(bar) })
  return withNewDatabase(streams, async (db, config) => {
    // A process that starts meanwhile would sweep away contents that no row refers to yet.
    await using opened = new AsyncDisposableStack()
    opened.defer(claimServing(config).release)
    const store = await openBlobs(config.blobs)
    opened.defer(() => store.close())
    opened.defer(() => bar.end())
    const parts = { db, store, secret: readSecret(config), tell: bar.tell.bind(bar) }
    const requestId = `cli:import:${stamp().id}`
    const imported = await importCompany(parts, archive, { companyName, requestId })
    bar.end()
    streams.say(asJson ? JSON.stringify(imported) : tellOf(imported, archive.manifest.withSignIn))
    return exitCodes.done
  })
}

function tellOf(
  { companyName, counts }: { companyName: string; counts: Readonly<Record<string, number>> },
  withSignIn: boolean,
): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return [
    `Took in the company "${companyName}": ${many(all, 'record')}.`,
    ...(withSignIn
      ? []
      : [
          'Nobody of it has a password here yet. "atrium admin recover EMAIL --password-stdin" lets an administrator in,',
          'who makes links for the others in Company Setup; single sign-on works once its secret is entered again.',
        ]),
  ].join('\n')
}
