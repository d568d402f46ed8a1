import type { KeyObject } from 'node:crypto'
import { isServed } from '../base/deleted-company.ts'
import { isId } from '../base/ids.ts'
import type { Reader } from '../db/database.ts'
import { parsePublicKey } from '../schema/fields/credentials.ts'
import { readPermissions } from '../schema/records/user.ts'
import type { KnownClient } from './assertion-checks.ts'

const mostParsed = 1_000
const parsed = new Map<string, KeyObject>()

/** The active client that an `iss` names, with its active keys; undefined if there is none. */
export async function findKnownClient(reader: Reader, iss: unknown): Promise<KnownClient | undefined> {
  // Text that cannot be an id is looked up too, so that guesses take as long as hits.
  const id = typeof iss === 'string' && isId(iss) ? iss : ''
  const rows = await reader.query
    .selectFrom('clients as c')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyNo', '=', 'c.companyNo').onRef('u.id', '=', 'c.actAs'),
    )
    .innerJoin('companies as o', 'o.companyNo', 'c.companyNo')
    .leftJoin('clientKeys as k', (join) =>
      join
        .onRef('k.companyNo', '=', 'c.companyNo')
        .onRef('k.clientId', '=', 'c.id')
        .on('k.status', '=', 'Active'),
    )
    .select([
      'c.companyNo',
      'c.id as clientId',
      'c.actAs as userId',
      'c.status',
      'c.compatibility',
      'u.status as userStatus',
      'u.permissions',
      'o.deletedAt',
      'k.id as keyId',
      'k.publicKey',
    ])
    .where('c.id', '=', id)
    .execute()
  const [first] = rows
  if (first === undefined || first.status !== 'Active') return undefined
  return {
    companyNo: first.companyNo,
    clientId: first.clientId,
    userId: first.userId,
    userIsActive: first.userStatus === 'Active' && isServed(first.deletedAt, readPermissions(first)),
    compatibility: first.compatibility,
    keys: rows.flatMap(({ keyId, publicKey }) => {
      if (keyId === null || publicKey === null) return []
      const key = parseKey(keyId, publicKey)
      return key === undefined ? [] : [{ keyId, publicKey: key }]
    }),
  }
}

function parseKey(keyId: string, pem: string): KeyObject | undefined {
  const known = parsed.get(keyId)
  if (known !== undefined) return known
  const key = parsePublicKey(pem)
  if (key === undefined) return undefined
  if (parsed.size >= mostParsed) parsed.clear()
  parsed.set(keyId, key)
  return key
}
