import type { Fault } from '../base/errors.ts'
import { stamp } from '../base/ids.ts'
import { initCompany } from '../company/init-company.ts'
import { demandOwnSecret } from '../db/own-secret.ts'
import type { Field } from '../schema/fields/fields.ts'
import { email, name } from '../schema/fields/text.ts'
import { organizations } from '../schema/records/company.ts'
import { hashPassword, passwordFault } from '../sign-in/passwords.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { withNewDatabase } from './with-database.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'Creates a company and its first administrator.',
  help: `
Usage: atrium init --company NAME --admin EMAIL --organization accounts|workspaceGroups --password-stdin
                   [--name FULLNAME] [--json]

  --company NAME         The name of the company.
  --admin EMAIL          The address its first administrator signs in with.
  --organization KIND    How the company organizes its workspaces; this cannot be changed later.
  --password-stdin       Reads the administrator's password (12 characters or more) from standard input.
  --name FULLNAME        The administrator's name. Default: the part of EMAIL before the @.
  --json                 Prints the created ids as JSON.

Run it once per company; one installation can hold several. The server may be running.
Example:
  echo 'correct horse battery' | atrium init --company Acme --admin ada@example.com \\
    --organization workspaceGroups --password-stdin`,
  options: {
    company: { type: 'string' },
    admin: { type: 'string' },
    organization: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    name: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(given, streams) {
    const faults: string[] = []
    const companyName = check(faults, '--company', name(''), given['company'])
    const adminEmail = check(faults, '--admin', email(''), given['admin'])
    const adminName =
      given['name'] === undefined
        ? adminEmail.replace(/@.*$/s, '')
        : check(faults, '--name', name(''), given['name'])
    const organization = organizations.find((each) => each === given['organization'])
    if (organization === undefined) faults.push(`--organization must be ${organizations.join(' or ')}.`)
    const password =
      given['password-stdin'] === true ? (await streams.readInput()).replace(/\r?\n$/, '') : undefined
    const weak =
      password === undefined
        ? '--password-stdin is required: the password is read from standard input, never from the command line.'
        : passwordFault(password, [adminEmail, adminName, companyName])
    if (weak !== undefined) faults.push(weak)
    if (faults.length > 0 || organization === undefined || password === undefined)
      throw new UsageFault(faults.join('\n'))

    const passwordHash = await hashPassword(password)
    return withNewDatabase(streams, async (db, config) => {
      await demandOwnSecret(db, config)
      const company = { companyName, organization, adminEmail, adminName, passwordHash }
      const made = await initCompany(db, company, `cli:init:${stamp().id}`)
      streams.say(
        given['json'] === true
          ? JSON.stringify(made)
          : `Created the company "${companyName}" with its administrator ${adminEmail}.`,
      )
      return exitCodes.done
    })
  },
}

/** The same rules as for the fields of a record. */
function check(faults: string[], option: string, field: Field<string>, value: unknown): string {
  if (value === undefined) {
    faults.push(`${option} is required.`)
    return ''
  }
  const found: Fault[] = []
  const parsed = field.parse(value, (detail) => found.push({ detail }))
  faults.push(...found.map(({ detail }) => `${option} ${detail}`))
  return parsed
}
