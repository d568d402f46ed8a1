import { stamp } from '../base/ids.ts'
import { findRow } from '../db/records.ts'
import { write } from '../db/write.ts'
import { readPermissions, user as userResource } from '../schema/records/user.ts'
import { hashPassword, passwordFault } from '../sign-in/passwords.ts'
import { removeCodes } from '../sign-in/second-step.ts'
import { endSessionsOf } from '../sign-in/sessions.ts'
import { findUserByEmail } from './client.ts'
import { type Command, CommandRefused, exitCodes, UsageFault } from './command.ts'
import { withDatabase } from './with-database.ts'

export const recoverCommand: Command = {
  name: 'admin recover',
  summary: 'Gives a locked-out administrator access again.',
  help: `
Usage: atrium admin recover EMAIL [--password-stdin] [--remove-codes]

  EMAIL              The user who becomes an active company admin.
  --password-stdin   Also sets a new password (12 characters or more), read from standard input,
                     and ends the user's open sessions.
  --remove-codes     Also removes one-time codes, for a lost authenticator.

Use this when nobody can administer a company any more. It works on the database directly, so anyone who can run
it on this machine can do this. The change log records it.`,
  options: { 'password-stdin': { type: 'boolean' }, 'remove-codes': { type: 'boolean' } },
  operand: 'EMAIL',
  run: async (given, streams) => {
    const email = given['EMAIL']
    if (typeof email !== 'string') throw new UsageFault('EMAIL is required.')
    const password =
      given['password-stdin'] === true ? (await streams.readInput()).replace(/\r?\n$/, '') : undefined
    const weak = password === undefined ? undefined : passwordFault(password)
    if (weak !== undefined) throw new UsageFault(weak)
    return withDatabase(streams, async (db) => {
      const { companyNo, id } = await findUserByEmail(db, email)
      const passwordHash = password === undefined ? undefined : await hashPassword(password)
      const requestId = `cli:admin-recover:${stamp().id}`
      const author = { companyNo, userId: null, clientId: undefined, requestId }
      const user = await write(db, author, async (tx) => {
        const before = await findRow(tx, 'users', companyNo, id)
        if (before === undefined) throw new CommandRefused(`No user has the address ${email}.`)
        const { row, fields } = await tx.update(userResource, before, {
          status: 'Active',
          userType: 'Internal',
          permissions: [...new Set(['companyAdmin' as const, ...readPermissions(before)])],
          ...(passwordHash !== undefined && { passwordHash }),
        })
        const named = fields.filter((name) => name !== 'passwordHash')
        tx.log({ verb: 'recovered', kind: 'user', recordId: id, fields: named })
        if (password !== undefined) await endSessionsOf(tx, row)
        if (given['remove-codes'] === true) await removeCodes(tx, row)
        return row
      })
      streams.say(
        `${user.fullName} (${user.email}) is an active company admin${password === undefined ? '' : ' with the new password'}.`,
      )
      return exitCodes.done
    })
  },
}
