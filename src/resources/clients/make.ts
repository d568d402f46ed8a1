import { type Addresses, buildCredential, type Credential, type NewKeyPair } from '../../auth/client-keys.ts'
import { problem } from '../../base/errors.ts'
import { insertRow, newRow } from '../../db/records.ts'
import type { ClientKeyRow, ClientRow } from '../../db/rows/access.ts'
import type { Write } from '../../db/write.ts'
import { foldText } from '../../query/fields.ts'

const mostLiveKeys = 2

export interface NewClient {
  companyNo: number
  createdBy: string | null
  name: string
  actAs: string
  compatibility: boolean
  externalId: string | null
}

/** Makes a client with its first key; the private half is in the credential and nowhere else. */
export async function makeClient(
  tx: Write,
  { companyNo, createdBy, ...values }: NewClient,
  pair: NewKeyPair,
  addresses: Addresses,
): Promise<{ row: ClientRow; credential: Credential }> {
  const row: ClientRow = {
    ...newRow(companyNo, createdBy),
    ...values,
    nameKey: foldText(values.name),
    status: 'Active',
    lastUsedAt: null,
  }
  await insertRow(tx, 'clients', row)
  tx.log({ verb: 'created', kind: 'client', recordId: row.id })
  const key = await addKey(tx, row, createdBy, pair)
  return { row, credential: buildCredential(addresses, row.id, key.id, pair) }
}

/** "A client may have two live keys, so that one can be rotated without a gap." */
export async function addKey(
  tx: Write,
  client: ClientRow,
  createdBy: string | null,
  pair: NewKeyPair,
): Promise<ClientKeyRow> {
  const live = await tx.query
    .selectFrom('clientKeys')
    .select('id')
    .where('companyNo', '=', client.companyNo)
    .where('clientId', '=', client.id)
    .where('status', '=', 'Active')
    .execute()
  if (client.status !== 'Active') throw problem('conflict', 'The client is revoked.')
  if (live.length >= mostLiveKeys)
    throw problem('conflict', `The client has ${mostLiveKeys} live keys already; revoke one of them first.`)
  const row: ClientKeyRow = {
    ...newRow(client.companyNo, createdBy),
    externalId: null,
    clientId: client.id,
    publicKey: pair.publicKey,
    fingerprint: pair.fingerprint,
    status: 'Active',
    lastUsedAt: null,
  }
  await insertRow(tx, 'clientKeys', row)
  tx.log({ verb: 'created', kind: 'clientKey', recordId: row.id })
  return row
}
