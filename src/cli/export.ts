import { tellOfRoom } from '../backup/durable.ts'
import { many, manyAre } from '../backup/progress.ts'
import { stamp } from '../base/ids.ts'
import { readSecret } from '../base/secret.ts'
import type { Database } from '../db/database.ts'
import { write } from '../db/write.ts'
import { exportCompany, NotEmpty } from '../export/export.ts'
import { openBlobs } from '../file-store/open.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { type Command, exitCodes, Refused, UsageFault } from './command.ts'
import { ProgressBar } from './progress-bar.ts'
import { toldToStop } from './told-to-stop.ts'
import { withDatabase } from './with-database.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'Writes a company into a folder that any program can read, and "import" takes in.',
  help: `
Usage: atrium export --company NAME FOLDER [--with-sign-in] [--json]

  --company NAME    The company, by its name or its id.
  FOLDER            Is made: JSON lines by kind, the contents of files by their sha-256, and manifest.json.
  --with-sign-in    Takes along what people sign in by: password hashes, seeds of one-time codes, the secret of single
                    sign-on. Keep such a folder as you keep the database.
  --json            Prints what was written as JSON.

The company is written as it is at one moment, and what was written is checked. The service may run meanwhile.
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
      using _stop = toldToStop(streams.note, '; what was written is cleared away then.')
      const store = await openBlobs(config.blobs)
      const bar = new ProgressBar(streams.note)
      try {
        const parts = { db, store, secret: readSecret(config), tell: bar.tell.bind(bar) }
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
            : `Wrote "${company.companyName}" into ${folder}: ${many(records, 'record')} and ${many(manifest.contents.count, 'content')}.`,
        )
        if (lacking.length > 0)
          streams.note(
            `${manyAre(lacking.length, 'content')} missing or damaged in the service itself; "atrium check" tells of which files.`,
          )
        if (refusal === undefined) return exitCodes.done
        streams.note(`As it is, "atrium import" would not take it:\n  ${refusal.faults.join('\n  ')}`)
        return exitCodes.failed
      } catch (error) {
        bar.end()
        throw error instanceof NotEmpty
          ? new Refused(error.message)
          : tellOfRoom(error, folder, 'Nothing of it stays. Make room, and give the same command again.')
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
    throw new Refused(
      `There is no company "${name}". ${all.length === 0 ? 'There is none yet.' : `There are: ${all.map(({ companyName }) => companyName).join(', ')}`}`,
    )
  }
  if (more.length > 0)
    throw new Refused(
      `Several companies are called "${name}". Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
    )
  return company
}
