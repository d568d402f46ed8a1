import type { KeyObject } from 'node:crypto'
import { isServed } from '../base/deleted-company.ts'
import { isId } from '../base/ids.ts'
import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { parsePublicKey } from '../schema/fields/credentials.ts'
import type { ClientRow } from '../schema/records/client.ts'
import { readPermissions, type UserRow } from '../schema/records/user.ts'
import type { KnownClient } from './assertion-checks.ts'

const mostParsed = 1_000
const parsed = new Map<string, KeyObject>()

/** A client and one of its active keys, if it has any. */
interface FoundClient extends Pick<ClientRow, 'companyNo' | 'status' | 'compatibility' | 'lastUsedAt'> {
  clientId: string
  userId: string
  userStatus: UserRow['status']
  permissions: UserRow['permissions']
  deletedAt: string | null
  keyId: string | null
  publicKey: string | null
  keyLastUsedAt: string | null
}

/** The active client that an `iss` names, with its active keys; undefined if there is none. */
export async function findKnownClient(reader: Reader, iss: unknown): Promise<KnownClient | undefined> {
  // Text that cannot be an id is looked up too, so that guesses take as long as hits.
  const id = typeof iss === 'string' && isId(iss) ? iss : ''
  const found = await rows<FoundClient>(
    reader,
    sql`SELECT c."companyNo", c."id" AS "clientId", c."actAs" AS "userId", c."status", c."compatibility", c."lastUsedAt",
        u."status" AS "userStatus", u."permissions", o."deletedAt",
        k."id" AS "keyId", k."publicKey", k."lastUsedAt" AS "keyLastUsedAt"
      FROM "clients" c JOIN "users" u ON u."companyNo" = c."companyNo" AND u."id" = c."actAs"
      JOIN "companies" o ON o."companyNo" = c."companyNo"
      LEFT JOIN "clientKeys" k ON k."companyNo" = c."companyNo" AND k."clientId" = c."id" AND k."status" = 'Active'
      WHERE c."id" = ${id}`,
  )
  const [first] = found
  if (first === undefined || first.status !== 'Active') return undefined
  return {
    companyNo: first.companyNo,
    clientId: first.clientId,
    userId: first.userId,
    userIsActive: first.userStatus === 'Active' && isServed(first.deletedAt, readPermissions(first)),
    compatibility: first.compatibility,
    lastUsedAt: first.lastUsedAt,
    keys: found.flatMap(({ keyId, publicKey, keyLastUsedAt: lastUsedAt }) => {
      if (keyId === null || publicKey === null) return []
      const key = parseKey(keyId, publicKey)
      return key === undefined ? [] : [{ keyId, publicKey: key, lastUsedAt }]
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
