import { explainDiskFull } from '../backup/durable.ts'
import { many, manyAre } from '../backup/progress.ts'
import { stamp } from '../base/ids.ts'
import { readSecret } from '../base/secret.ts'
import type { Database } from '../db/database.ts'
import { write } from '../db/write.ts'
import { exportCompany, NotEmpty } from '../export/export.ts'
import { openBlobs } from '../file-store/open.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { type Command, CommandRefused, exitCodes, UsageFault } from './command.ts'
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
      using _stop = exitOnStopSignal(streams.note, ' to start over; it removes what was written.')
      const store = await openBlobs(config.blobs)
      const bar = new ProgressBar(streams.note)
      try {
        const parts = { db, store, secret: readSecret(config), onProgress: bar.update.bind(bar) }
        const withSignIn = given['with-sign-in'] === true
        const { manifest, lacking, refusal } = await exportCompany(parts, company, folder, { withSignIn })
        bar.end()
        const { companyNo, id } = company
        const author = { companyNo, userId: null, clientId: undefined, requestId: `cli:export:${stamp().id}` }
        await write(db, author, async (tx) => tx.log({ verb: 'exported', kind: 'company', recordId: id }))
        const records = Object.values(manifest.records).reduce((sum, { count }) => sum + count, 0)
        streams.say(
          given['json'] === true
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
    })
  },
}

async function findCompany(db: Database, name: string): Promise<CompanyRow> {
  const found = await db.query
    .selectFrom('companies')
    .selectAll()
    .where((where) => where.or([where('id', '=', name), where('companyName', '=', name)]))
    .execute()
  const [company, ...more] = found
  if (company === undefined) {
    const all = await db.query.selectFrom('companies').select('companyName').limit(20).execute()
    throw new CommandRefused(
      `There is no company "${name}". ${all.length === 0 ? 'There are no companies yet.' : `Known companies: ${all.map(({ companyName }) => companyName).join(', ')}`}`,
    )
  }
  if (more.length > 0)
    throw new CommandRefused(
      `Several companies are called "${name}". Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return company
}
