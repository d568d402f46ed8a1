import { type Addresses, buildCredential, type Credential, newKeyPair } from '../auth/client-keys.ts'
import { stamp } from '../base/ids.ts'
import { OutputFailed } from '../base/output.ts'
import type { Reader } from '../db/database.ts'
import { type Author, type Write, write } from '../db/write.ts'
import { foldText } from '../query/fields.ts'
import { unfitToBeActedAs } from '../resources/clients/client.ts'
import { addKey, makeClient } from '../resources/clients/make.ts'
import { name as nameField } from '../schema/fields/text.ts'
import { type ClientRow, clientKey, client as clientResource } from '../schema/records/client.ts'
import type { UserRow } from '../schema/records/user.ts'
import { type Command, CommandRefused, exitCodes, type Streams, UsageFault } from './command.ts'
import { withDatabase } from './with-database.ts'

const author = (companyNo: number, command: string): Author => ({
  companyNo,
  userId: null,
  clientId: undefined,
  requestId: `cli:client-${command}:${stamp().id}`,
})

export async function findUserByEmail(db: Reader, address: string): Promise<UserRow> {
  const row = await db.query
    .selectFrom('users')
    .selectAll()
    .where('emailKey', '=', foldText(address))
    .executeTakeFirst()
  if (row === undefined) throw new CommandRefused(`No user has the address ${address}.`)
  return row
}

async function findClientById(db: Reader, id: string): Promise<ClientRow> {
  const row = await db.query.selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined)
    throw new CommandRefused(`There is no client ${id}. Run "atrium client list" to see all clients.`)
  return row
}

function required(given: Readonly<Record<string, string | boolean | undefined>>, option: string): string {
  const value = given[option]
  if (typeof value !== 'string' || value === '')
    throw new UsageFault(`${option === 'ID' ? '' : '--'}${option} is required.`)
  return value
}

const create: Command = {
  name: 'client create',
  summary: 'Creates an API client and prints its credential file.',
  help: `
Usage: atrium client create --act-as EMAIL [--name NAME] [--compatibility]

  --act-as EMAIL    The user the client acts as, with exactly that user's permissions: a company admin,
                    or someone who may create workspaces and manage accounts.
  --name NAME       What the client is for. Default: "Client of EMAIL".
  --compatibility   For integrations written for the earlier service: bare ids and plain messages.

Prints only the credential file (client_id, private_key, addresses), as JSON on standard output.
The private key is not stored: this is the only time it is shown.
Example:
  atrium client create --act-as ada@example.com --name "Nightly import" > credential.json`,
  options: { 'act-as': { type: 'string' }, name: { type: 'string' }, compatibility: { type: 'boolean' } },
  run: (given, streams) => {
    const email = required(given, 'act-as')
    const faults: string[] = []
    const name = nameField('').parse(given['name'] ?? `Client of ${email}`, (detail) =>
      faults.push(`--name ${detail}`),
    )
    if (faults.length > 0) throw new UsageFault(faults.join('\n'))
    return withDatabase(streams, async (db, config) => {
      const { companyNo } = await findUserByEmail(db, email)
      const pair = await newKeyPair()
      const { credential } = await write(db, author(companyNo, 'create'), async (tx) => {
        const user = await findUserByEmail(tx, email)
        const unfit = unfitToBeActedAs(user)
        if (unfit !== undefined) throw new CommandRefused(`--act-as ${unfit}`)
        const compatibility = given['compatibility'] === true
        const values = { companyNo, createdBy: null, name, actAs: user.id, compatibility, externalId: null }
        return makeClient(tx, values, pair, config)
      })
      sayCredential(streams, credential)
      return exitCodes.done
    })
  },
}

/** A key that could not be printed is lost. */
function sayCredential(streams: Streams, credential: Credential): void {
  try {
    streams.say(JSON.stringify(credential, null, 2))
  } catch (error) {
    const id = credential.client_id
    throw new OutputFailed(
      error instanceof OutputFailed ? error.cause : error,
      `The key of client ${id} is lost. Run "atrium client rotate ${id} --revoke-others" to create another, or revoke the client.`,
    )
  }
}

const list: Command = {
  name: 'client list',
  summary: 'Lists the API clients of all companies.',
  help: `
Usage: atrium client list [--json]

  --json   Prints them as JSON, one line each.`,
  options: { json: { type: 'boolean' } },
  run: ({ json }, streams) =>
    withDatabase(streams, async (db) => {
      const found = await db.query
        .selectFrom('clients as c')
        .innerJoin('users as u', (join) =>
          join.onRef('u.companyNo', '=', 'c.companyNo').onRef('u.id', '=', 'c.actAs'),
        )
        .innerJoin('companies as o', 'o.companyNo', 'c.companyNo')
        .select([
          'c.id',
          'c.name',
          'c.status',
          'c.compatibility',
          'c.lastUsedAt',
          'u.email as actAs',
          'o.companyName',
        ])
        .orderBy('c.companyNo')
        .orderBy('c.id')
        .execute()
      if (found.length === 0) streams.note('There are no clients yet. See "atrium client create --help".')
      for (const row of found)
        streams.say(
          json === true
            ? JSON.stringify(row)
            : `${row.id}  ${row.status.padEnd(7)}  last used ${row.lastUsedAt ?? 'never'}  ${row.companyName}: ${row.name} (acts as ${row.actAs}${row.compatibility ? ', compatibility mode' : ''})`,
        )
      return exitCodes.done
    }),
}

const rotate: Command = {
  name: 'client rotate',
  summary: 'Creates a new key for a client and prints its credential file.',
  help: `
Usage: atrium client rotate ID [--revoke-others]

  ID                The client; "atrium client list" shows all.
  --revoke-others   Revokes its other keys at once. Without this option they keep working, so there is no gap.

Prints only the credential file, as JSON on standard output.`,
  options: { 'revoke-others': { type: 'boolean' } },
  operand: 'ID',
  run: (given, streams) => {
    const id = required(given, 'ID')
    return withDatabase(streams, async (db, config: Addresses) => {
      const client = await findClientById(db, id)
      const pair = await newKeyPair()
      const credential = await write(db, author(client.companyNo, 'rotate'), async (tx) => {
        const now = await findClientById(tx, client.id)
        if (given['revoke-others'] === true) await revokeKeys(tx, now)
        const key = await addKey(tx, now, null, pair)
        return buildCredential(config, client.id, key.id, pair)
      })
      sayCredential(streams, credential)
      return exitCodes.done
    })
  },
}

const revoke: Command = {
  name: 'client revoke',
  summary: 'Revokes a client: it gets no more tokens, and its current ones stop working within seconds.',
  help: `
Usage: atrium client revoke ID

  ID   The client; "atrium client list" shows all.`,
  options: {},
  operand: 'ID',
  run: (given, streams) => {
    const id = required(given, 'ID')
    return withDatabase(streams, async (db) => {
      const client = await findClientById(db, id)
      await write(db, author(client.companyNo, 'revoke'), async (tx) => {
        const now = await findClientById(tx, client.id)
        const { fields, previous } = await tx.update(clientResource, now, { status: 'Revoked' })
        if (fields.length > 0)
          tx.log({ verb: 'revoked', kind: 'client', recordId: client.id, fields, previous })
      })
      streams.say(`Revoked client ${client.id} (${client.name}).`)
      return exitCodes.done
    })
  },
}

async function revokeKeys(tx: Write, { companyNo, id }: ClientRow): Promise<void> {
  const live = await tx.query
    .selectFrom('clientKeys')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('clientId', '=', id)
    .where('status', '=', 'Active')
    .execute()
  for (const key of live) {
    const { fields, previous } = await tx.update(clientKey, key, { status: 'Revoked' })
    tx.log({ verb: 'revoked', kind: 'clientKey', recordId: key.id, fields, previous })
  }
}

export const clientCommands: readonly Command[] = [create, list, rotate, revoke]
