import { stamp } from '../base/ids.ts'
import { restorableDays } from '../base/restorable-days.ts'
import type { Reader } from '../db/database.ts'
import { type Author, write } from '../db/write.ts'
import { deleteCompany, restoreCompany } from '../resources/company-deletion.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { type Command, CommandRefused, exitCodes, UsageFault } from './command.ts'
import { exportTo } from './export.ts'
import { findCompany } from './find-company.ts'
import { withDatabase } from './with-database.ts'

const author = ({ companyNo }: CompanyRow, command: string): Author => ({
  companyNo,
  userId: null,
  clientId: undefined,
  requestId: `cli:company-${command}:${stamp().id}`,
})

function nameOf({ COMPANY: name }: Readonly<Record<string, string | boolean | undefined>>): string {
  if (typeof name === 'string' && name !== '') return name
  throw new UsageFault('COMPANY is required: its name or id. "atrium company list" shows all.')
}

const list: Command = {
  name: 'company list',
  summary: 'Lists the companies.',
  help: `
Usage: atrium company list [--json]

  --json   Prints them as JSON, one line each.`,
  options: { json: { type: 'boolean' } },
  run: ({ json }, streams) =>
    withDatabase(streams, async (db) => {
      const found = await db.query
        .selectFrom('companies')
        .select(['id', 'companyName', 'createdAt', 'deletedAt'])
        .orderBy('companyNo')
        .execute()
      if (found.length === 0) streams.note('There are no companies yet. See "atrium init --help".')
      for (const row of found)
        streams.say(
          json === true
            ? JSON.stringify(row)
            : `${row.id}  ${row.companyName}${row.deletedAt === null ? '' : `  deleted ${row.deletedAt.slice(0, 10)}`}`,
        )
      return exitCodes.done
    }),
}

const remove: Command = {
  name: 'company delete',
  summary: 'Deletes a company, after exporting it.',
  help: `
Usage: atrium company delete COMPANY (--export FOLDER | --without-export)

  COMPANY            Its name or id.
  --export FOLDER    First exports the company to this folder, as "atrium export --with-sign-in" does.
  --without-export   Deletes it without an export.

Nobody but its admins can use the company from then on. For ${restorableDays} days they, or "atrium company restore", can
restore it. Then the service purges everything in it, file contents included. Backups made before still hold it.`,
  options: { export: { type: 'string' }, 'without-export': { type: 'boolean' } },
  operand: 'COMPANY',
  run: (given, streams) => {
    const name = nameOf(given)
    const { export: folder, 'without-export': without } = given
    if (folder !== undefined && without === true)
      throw new UsageFault('Use either --export FOLDER or --without-export.')
    if ((typeof folder === 'string' && folder !== '') === (without === true))
      throw new UsageFault(
        'Export the company first with --export FOLDER; or, if you do not need its data, use --without-export.',
      )
    return withDatabase(streams, async (db, config) => {
      const company = await findCompany(db, name)
      demandNotDeleted(company)
      if (typeof folder === 'string') {
        const code = await exportTo({ db, config, company, folder, withSignIn: true, asJson: false }, streams)
        if (code !== exitCodes.done) {
          streams.note('The company was not deleted, because its export is not complete.')
          return code
        }
      }
      await write(db, author(company, 'delete'), async (tx) =>
        deleteCompany(tx, await findCompany(tx, company.id)),
      )
      streams.say(
        `Deleted "${company.companyName}". Within ${restorableDays} days, "atrium company restore ${company.id}" restores it.`,
      )
      return exitCodes.done
    })
  },
}

function demandNotDeleted({ companyName, deletedAt }: CompanyRow): void {
  if (deletedAt !== null)
    throw new CommandRefused(`"${companyName}" was already deleted, on ${deletedAt.slice(0, 10)}.`)
}

const restore: Command = {
  name: 'company restore',
  summary: 'Restores a company that was deleted.',
  help: `
Usage: atrium company restore COMPANY

  COMPANY   Its name or id.

Possible for ${restorableDays} days after the company was deleted.`,
  options: {},
  operand: 'COMPANY',
  run: (given, streams) => {
    const name = nameOf(given)
    return withDatabase(streams, async (db) => {
      const find = (reader: Reader): Promise<CompanyRow> => findCompany(reader, name)
      const company = await find(db)
      if (company.deletedAt === null)
        throw new CommandRefused(`"${company.companyName}" is not deleted. There is nothing to restore.`)
      await write(db, author(company, 'restore'), async (tx) => restoreCompany(tx, await find(tx)))
      streams.say(`Restored "${company.companyName}".`)
      return exitCodes.done
    })
  },
}

export const companyCommands: readonly Command[] = [list, remove, restore]
