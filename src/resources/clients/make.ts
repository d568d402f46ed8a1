import { type Addresses, buildCredential, type Credential, type NewKeyPair } from '../../auth/client-keys.ts'
import { problem } from '../../base/errors.ts'
import type { Write } from '../../db/write.ts'
import { type ClientKeyRow, type ClientRow, client, clientKey } from '../../schema/records/client.ts'

const mostLiveKeys = 2

interface NewClient {
  companyNo: number
  createdBy: string | null
  name: string
  actAs: string
  compatibility: boolean
  externalId: string | null
}

/** Creates a client with its first key. The private key is only in the returned credential. */
export async function makeClient(
  tx: Write,
  values: NewClient,
  pair: NewKeyPair,
  addresses: Addresses,
): Promise<{ row: ClientRow; credential: Credential }> {
  const row = await tx.insert(client, { ...values, status: 'Active' })
  tx.log({ verb: 'created', kind: 'client', recordId: row.id })
  const key = await addKey(tx, row, values.createdBy, pair)
  return { row, credential: buildCredential(addresses, row.id, key.id, pair) }
}

/** "A client may have two live keys, so that one can be rotated without a gap." */
export async function addKey(
  tx: Write,
  owner: ClientRow,
  createdBy: string | null,
  pair: NewKeyPair,
): Promise<ClientKeyRow> {
  const live = await tx.query
    .selectFrom('clientKeys')
    .select('id')
    .where('companyNo', '=', owner.companyNo)
    .where('clientId', '=', owner.id)
    .where('status', '=', 'Active')
    .execute()
  if (owner.status !== 'Active') throw problem('conflict', 'The client is revoked.')
  if (live.length >= mostLiveKeys)
    throw problem('conflict', `The client already has ${mostLiveKeys} active keys. Revoke one of them first.`)
  const { publicKey, fingerprint } = pair
  const row = await tx.insert(clientKey, {
    companyNo: owner.companyNo,
    createdBy,
    clientId: owner.id,
    publicKey,
    fingerprint,
    status: 'Active',
  })
  tx.log({ verb: 'created', kind: 'clientKey', recordId: row.id })
  return row
}
