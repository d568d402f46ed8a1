import { hash } from 'node:crypto'
import { type Actor, callerId } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { Problem, problem } from '../base/errors.ts'
import { type Reader, rows } from '../db/database.ts'
import { insertRow } from '../db/records.ts'
import type { IdempotencyKeyRow } from '../db/rows/running.ts'
import { sql } from '../db/sql.ts'
import type { Write } from '../db/write.ts'
import type { Answer } from './answer.ts'

const lifetime = 24 * 3_600_000

/** A POST that the caller may safely repeat. */
interface Repeatable {
  actor: Actor
  key: string
  requestHash: string
}

/** Thrown to roll back the transaction when the stored response is used. */
export class Replay extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('replayed')
    this.answer = answer
  }
}

export function readIdempotencyKey(
  header: string | string[] | undefined,
  actor: Actor,
  request: { method: string; url: string; body: Uint8Array },
): Repeatable | undefined {
  if (header === undefined) return undefined
  const key = String(header)
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw problem('invalid_request', 'The Idempotency-Key must have 1 to 255 printable characters.')
  const text = `${request.method} ${request.url}\n${hash('sha256', request.body, 'hex')}`
  return { actor, key, requestHash: hash('sha256', text, 'hex') }
}

/** Requests of this process in progress, by key. */
export class KeysInUse {
  readonly #keys = new Set<string>()

  async hold<T>({ actor, key }: Repeatable, work: () => Promise<T>): Promise<T> {
    const name = nameOf(actor, key)
    if (this.#keys.has(name)) throw inProgress()
    this.#keys.add(name)
    try {
      return await work()
    } finally {
      this.#keys.delete(name)
    }
  }
}

const nameOf = (actor: Actor, key: string): string => `${actor.companyNo}/${callerId(actor)}/${key}`

function inProgress(): Error {
  return problem('idempotency_in_progress', 'A request with this Idempotency-Key is still in progress.', {
    headers: { 'retry-after': '1' },
  })
}

/** Whether there is a response to replay. */
export async function hasAnswer(reader: Reader, { actor, key }: Repeatable): Promise<boolean> {
  const stored = await reader.query
    .selectFrom('idempotencyKeys')
    .select('createdAt')
    .where('companyNo', '=', actor.companyNo)
    .where('scope', '=', callerId(actor))
    .where('key', '=', key)
    .executeTakeFirst()
  return stored !== undefined && stored.createdAt > replayableSince()
}

/**
 * "The first 2xx answer is stored in the same transaction as its effect and replayed for 24 hours, after the
 * caller's permission is checked again": to check it, the work runs again and is rolled back.
 */
export async function onceOnly(
  tx: Write,
  repeatable: Repeatable,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { actor, key, requestHash } = repeatable
  if (!(await tx.tryLock(nameOf(actor, key)))) throw inProgress()
  const place = { companyNo: actor.companyNo, scope: callerId(actor), key }
  const stored = sql`"idempotencyKeys" WHERE "companyNo" = ${place.companyNo} AND "scope" = ${place.scope} AND "key" = ${key}`
  const [before] = await rows<IdempotencyKeyRow>(tx, sql`SELECT * FROM ${stored}`)
  if (before !== undefined && Date.parse(before.createdAt) > clock.now() - lifetime) {
    if (before.requestHash !== requestHash)
      throw problem(
        'idempotency_key_reused',
        'This Idempotency-Key was already used for a different request.',
      )
    const again = await work().catch((error: unknown) => {
      // An error such as an unavailable database is not a permission.
      if (!(error instanceof Problem) || (isRefusal(error.status) && error.code !== 'disk_full')) throw error
      return undefined
    })
    if (again?.parts !== undefined) demandAllowed(before.body, again.parts)
    throw new Replay({
      status: before.status,
      headers: { ...(JSON.parse(before.headers) as Record<string, string>), 'idempotency-replayed': 'true' },
      body: before.body === '' ? undefined : before.body,
    })
  }
  if (before !== undefined) await tx.send(sql`DELETE FROM ${stored}`)
  const answer = await work()
  await insertRow(tx, 'idempotencyKeys', {
    ...place,
    requestHash,
    status: answer.status,
    headers: JSON.stringify(answer.headers),
    body: String(answer.body ?? ''),
    createdAt: clock.timestamp(),
  })
  return answer
}

/**
 * The caller may no longer do this; or the body, valid the first time, names a record they may no longer see,
 * which "counts as one that does not exist".
 */
function isRefusal(status: number): boolean {
  return status === 403 || status === 400 || status >= 500
}

/** Of several operations, the caller must still be allowed each one that succeeded the first time. */
function demandAllowed(body: string, parts: readonly number[]): void {
  const { responses } = JSON.parse(body) as { responses: readonly { status: number }[] }
  const isLost = responses.some(({ status }, n) => status < 400 && isRefusal(parts[n] ?? 500))
  if (isLost)
    throw problem(
      'forbidden',
      'You no longer have permission for everything this request did the first time.',
    )
}

/** For the job that deletes expired keys. */
export function replayableSince(): string {
  return new Date(clock.now() - lifetime).toISOString()
}
