import { explainDiskFull } from '../backup/durable.ts'
import { many, manyAre } from '../backup/progress.ts'
import type { Config } from '../base/config.ts'
import { stamp } from '../base/ids.ts'
import type { Database } from '../db/database.ts'
import { demandOwnSecret } from '../db/own-secret.ts'
import { write } from '../db/write.ts'
import { exportCompany, NotEmpty } from '../export/export.ts'
import { openBlobs } from '../file-store/open.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import {
  type Command,
  CommandRefused,
  type ExitCode,
  exitCodes,
  type Streams,
  UsageFault,
} from './command.ts'
import { findCompany } from './find-company.ts'
import { ProgressBar } from './progress-bar.ts'
import { exitOnStopSignal } from './stop-signals.ts'
import { withDatabase } from './with-database.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Exports a company to a folder that any program can read and "import" accepts.',
  help: `
Usage: atrium export --company NAME FOLDER [--with-sign-in] [--json]

  --company NAME    The name or id of the company.
  FOLDER            Created: JSON lines per kind of record, file contents by sha-256, and manifest.json.
  --with-sign-in    Includes what people sign in with: password hashes, one-time code seeds, the secret of single
                    sign-on. Protect such a folder like the database.
  --json            Prints the manifest as JSON.

Writes the company as it is at one moment, then checks the result. The service may keep running.
docs/guides/exports.md describes each file.`,
  options: {
    company: { type: 'string' },
    'with-sign-in': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operand: 'FOLDER',
  async run(given, streams) {
    const { company: name, FOLDER: folder } = given
    if (typeof name !== 'string' || name === '') throw new UsageFault('--company is required.')
    if (typeof folder !== 'string') throw new UsageFault('FOLDER is required.')
    return withDatabase(streams, async (db, config) => {
      const company = await findCompany(db, name)
      const [withSignIn, asJson] = [given['with-sign-in'] === true, given['json'] === true]
      return exportTo({ db, config, company, folder, withSignIn, asJson }, streams)
    })
  },
}

interface ExportOrder {
  db: Database
  config: Config
  company: CompanyRow
  folder: string
  withSignIn: boolean
  /** Prints the manifest. */
  asJson: boolean
}

/** Exports a company and logs it. The code is `done` if the export is complete and can be imported. */
export async function exportTo(
  { db, config, company, folder, withSignIn, asJson }: ExportOrder,
  streams: Streams,
): Promise<ExitCode> {
  using _stop = exitOnStopSignal(streams.note, ' to start over; it removes what was written.')
  const store = await openBlobs(config.blobs)
  const bar = new ProgressBar(streams.note)
  try {
    // Without sign-in data nothing is decrypted, and a company can leave even if the secret is lost.
    const secret = withSignIn ? await demandOwnSecret(db, config) : new Uint8Array()
    const parts = { db, store, secret, onProgress: bar.update.bind(bar) }
    const { manifest, lacking, refusal } = await exportCompany(parts, company, folder, { withSignIn })
    bar.end()
    const { companyNo, id } = company
    const author = { companyNo, userId: null, clientId: undefined, requestId: `cli:export:${stamp().id}` }
    await write(db, author, async (tx) => tx.log({ verb: 'exported', kind: 'company', recordId: id }))
    const records = Object.values(manifest.records).reduce((sum, { count }) => sum + count, 0)
    streams.say(
      asJson
        ? JSON.stringify(manifest)
        : `Exported "${company.companyName}" to ${folder}: ${many(records, 'record')} and ${many(manifest.contents.count, 'stored file')}.`,
    )
    if (lacking.length > 0)
      streams.note(
        `${manyAre(lacking.length, 'stored file')} missing or damaged in the service itself; "atrium check" lists the files.`,
      )
    if (refusal === undefined) return exitCodes.done
    streams.note(`"atrium import" would not accept this export:\n  ${refusal.faults.join('\n  ')}`)
    return exitCodes.failed
  } catch (error) {
    bar.end()
    throw error instanceof NotEmpty
      ? new CommandRefused(error.message)
      : explainDiskFull(
          error,
          folder,
          'The unfinished export was removed. Free some space, then run the same command again.',
        )
  } finally {
    await store.close()
  }
}
