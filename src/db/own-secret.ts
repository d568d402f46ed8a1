import { hasSecret, markOf, readSecret, type SecretPlace, SecretRefused, secretFile } from '../base/secret.ts'
import type { Database, Reader, Transaction } from './database.ts'
import { entries, readEntry, writeEntry } from './installation.ts'

/**
 * The installation's secret, generated if nothing is stored yet. Throws if the secret is missing or another one than
 * before, because parts of the data could no longer be decrypted.
 */
export async function demandOwnSecret(db: Database, place: SecretPlace): Promise<Buffer> {
  const known = await readEntry(db, entries.secretMark)
  if (!hasSecret(place) && (known !== undefined || (await hasData(db))))
    throw new SecretRefused(`This installation has data, but its secret is missing here.`)
  const secret = readSecret(place)
  const mark = secretMarkOf(secret)
  // Hosts that start together may have generated one each; the first one counts.
  const kept =
    known ?? (await db.transaction(async (tx) => (await readEntry(tx, entries.secretMark)) ?? keep(tx, mark)))
  demandSame(kept, mark, place)
  return secret
}

/** Throws if the secret here is another one than before. Stores nothing; the secret must exist. */
export async function compareOwnSecret(reader: Reader, place: SecretPlace): Promise<void> {
  const known = await readEntry(reader, entries.secretMark)
  if (known !== undefined) demandSame(known, secretMarkOf(readSecret(place)), place)
}

function demandSame(known: string, mark: string, place: SecretPlace): void {
  if (known === mark) return
  const where = place.secret === '' ? secretFile(place) : 'ATRIUM_SECRET'
  throw new SecretRefused(`The secret here (${where}) does not belong to this installation.`)
}

/** From now on the secret here is the one of this installation. Data encrypted with another one stays unreadable. */
export async function acceptSecret(db: Database, place: SecretPlace): Promise<void> {
  const mark = secretMarkOf(readSecret(place))
  await db.transaction((tx) => keep(tx, mark))
}

/** Identifies a secret without revealing it. */
export const secretMarkOf = (secret: Uint8Array): string => markOf(secret, 'installation', 'secret')

async function keep(tx: Transaction, mark: string): Promise<string> {
  await writeEntry(tx, entries.secretMark, mark)
  return mark
}

async function hasData(reader: Reader): Promise<boolean> {
  const found = await reader.query.selectFrom('companies').select('companyNo').limit(1).executeTakeFirst()
  return found !== undefined
}
