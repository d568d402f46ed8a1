import type { Seal } from '../base/secret.ts'
import { type Reader, rows, type Transaction } from '../db/database.ts'
import type { OneTimeCodeRow } from '../db/rows/sign-in.ts'
import type { UserRow } from '../schema/records/user.ts'
import { hashRecoveryCode, matchingStep, newRecoveryCodes } from './one-time-code.ts'

type Person = Pick<UserRow, 'companyNo' | 'id'>

/** What an authenticator was given for a person, if anything. */
export async function findCodes(
  reader: Reader,
  { companyNo, id }: Person,
): Promise<OneTimeCodeRow | undefined> {
  return reader.query
    .selectFrom('oneTimeCodes')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('userId', '=', id)
    .executeTakeFirst()
}

export async function hasCodes(reader: Reader, person: Person): Promise<boolean> {
  return ((await findCodes(reader, person))?.confirmedAt ?? null) !== null
}

/** Keeps the seed, sealed; it counts once a code of it was given. Another that waited for that is forgotten. */
export async function storeSeed(
  tx: Transaction,
  { companyNo, id }: Person,
  seed: Uint8Array,
  seal: Seal,
): Promise<void> {
  const row = {
    seed: seal.seal(Buffer.from(seed).toString('base64url'), id),
    confirmedAt: null,
    lastStep: 0,
  }
  await tx.query
    .insertInto('oneTimeCodes')
    .values({ companyNo, userId: id, ...row })
    .onConflict((conflict) => conflict.columns(['companyNo', 'userId']).doUpdateSet(row))
    .execute()
}

/** Takes a code of the authenticator: "a code is accepted once". */
export async function takeCode(
  tx: Transaction,
  { companyNo, userId, seed, lastStep, confirmedAt }: OneTimeCodeRow,
  code: string,
  seal: Seal,
): Promise<boolean> {
  const opened = seal.open(seed, userId)
  // A seed that cannot be read was sealed with another secret; nothing fits it.
  const step =
    opened === undefined ? undefined : matchingStep(Buffer.from(opened, 'base64url'), code, lastStep)
  if (step === undefined) return false
  await tx.query
    .updateTable('oneTimeCodes')
    .set({ lastStep: step, confirmedAt: confirmedAt ?? new Date().toISOString() })
    .where('companyNo', '=', companyNo)
    .where('userId', '=', userId)
    .execute()
  return true
}

/** Takes a recovery code, which is used up by that. */
export async function takeRecoveryCode(
  tx: Transaction,
  { companyNo, id }: Person,
  code: string,
): Promise<boolean> {
  const used = await rows(tx, {
    sql: 'DELETE FROM "recoveryCodes" WHERE "companyNo" = ? AND "userId" = ? AND "hash" = ? RETURNING "hash"',
    values: [companyNo, id, hashRecoveryCode(code)],
  })
  return used.length > 0
}

/** New recovery codes, shown this once; the old ones are void. */
export async function renewRecoveryCodes(tx: Transaction, { companyNo, id }: Person): Promise<string[]> {
  const codes = newRecoveryCodes()
  await forgetRecoveryCodes(tx, { companyNo, id })
  await tx.query
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ companyNo, userId: id, hash: hashRecoveryCode(code) })))
    .execute()
  return codes
}

async function forgetRecoveryCodes(tx: Transaction, { companyNo, id }: Person): Promise<void> {
  await tx.query
    .deleteFrom('recoveryCodes')
    .where('companyNo', '=', companyNo)
    .where('userId', '=', id)
    .execute()
}

export async function removeCodes(tx: Transaction, person: Person): Promise<void> {
  await tx.query
    .deleteFrom('oneTimeCodes')
    .where('companyNo', '=', person.companyNo)
    .where('userId', '=', person.id)
    .execute()
  await forgetRecoveryCodes(tx, person)
}
