import { clock } from '../base/clock.ts'
import type { Seal } from '../base/secret.ts'
import type { Reader, Transaction } from '../db/database.ts'
import type { OneTimeCodeRow } from '../db/rows/sign-in.ts'
import type { UserRow } from '../schema/records/user.ts'
import { hashRecoveryCode, matchingStep, newRecoveryCodes } from './one-time-code.ts'

type Person = Pick<UserRow, 'companyNo' | 'id'>

/** A person's authenticator, if one was set up. */
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

/** Stores the encrypted seed, which takes effect with the first valid code. Replaces an unconfirmed seed. */
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

/** Consumes a code from the authenticator: "a code is accepted once". */
export async function takeCode(
  tx: Transaction,
  { companyNo, userId, seed, lastStep, confirmedAt }: OneTimeCodeRow,
  code: string,
  seal: Seal,
): Promise<boolean> {
  const opened = seal.open(seed, userId)
  // A seed that cannot be decrypted was encrypted with another secret; no code matches.
  const step =
    opened === undefined ? undefined : matchingStep(Buffer.from(opened, 'base64url'), code, lastStep)
  if (step === undefined) return false
  await tx.query
    .updateTable('oneTimeCodes')
    .set({ lastStep: step, confirmedAt: confirmedAt ?? clock.timestamp() })
    .where('companyNo', '=', companyNo)
    .where('userId', '=', userId)
    .execute()
  return true
}

/** Consumes a recovery code. */
export async function takeRecoveryCode(
  tx: Transaction,
  { companyNo, id }: Person,
  code: string,
): Promise<boolean> {
  const used = await tx.query
    .deleteFrom('recoveryCodes')
    .where('companyNo', '=', companyNo)
    .where('userId', '=', id)
    .where('hash', '=', hashRecoveryCode(code))
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

/** Creates new recovery codes, to be shown once, and invalidates the old ones. */
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
