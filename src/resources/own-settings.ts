import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { type Reader, rows } from '../db/database.ts'
import { buildRow, findRow, type NewRecord, type RecordChanges } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import type { Write } from '../db/write.ts'
import type { Field } from '../schema/fields/fields.ts'
import type { notificationSettings } from '../schema/records/notification-settings.ts'
import type { settings } from '../schema/records/settings.ts'
import type { RowOf } from '../schema/resource.ts'
import { tableOf } from '../schema/storage.ts'

/** The kinds of which each person has one record, at most. */
type OwnSettings = typeof settings | typeof notificationSettings

type Person = Pick<Actor, 'companyNo' | 'userId'>

interface Found<R extends OwnSettings> {
  row: RowOf<R>
  /** Of the person, or of the stored record. */
  createdAt: string
  isStored: boolean
}

/** The settings of a person; those that nobody has changed are the defaults, as old as the person. */
export async function findOwnSettings<R extends OwnSettings>(
  reader: Reader,
  { companyNo, userId }: Person,
  resource: R,
): Promise<Found<R>> {
  const [stored] = await rows<RowOf<R> & { createdAt: string }>(
    reader,
    sql`SELECT * FROM ${sql.id(tableOf(resource))} WHERE "companyNo" = ${companyNo} AND "userHash" = ${userId}`,
  )
  if (stored !== undefined) return { row: stored, createdAt: stored.createdAt, isStored: true }
  const user = await findRow(reader, 'users', companyNo, userId)
  const createdAt = user?.createdAt ?? clock.timestamp()
  const row = buildRow({ companyNo, userId }, resource, defaults(resource, userId, createdAt))
  return { row, createdAt, isStored: false }
}

function defaults<R extends OwnSettings>(resource: R, userHash: string, createdAt: string): NewRecord<R> {
  const entries = Object.entries<Field<unknown>>(resource.fields)
  const given = entries.flatMap(([name, { set, fallback }]) => (set === 'read' ? [] : [[name, fallback]]))
  return { ...Object.fromEntries(given), userHash, createdAt } as NewRecord<R>
}

/** Stores and logs changes of a person's settings. */
export async function storeOwnSettings<R extends OwnSettings>(
  tx: Write,
  { userId }: Person,
  resource: R,
  { row: before, createdAt, isStored }: Found<R>,
  changes: RecordChanges<R>,
): Promise<RowOf<R>> {
  const stored = isStored ? before : await tx.insert(resource, defaults(resource, userId, createdAt))
  const { row, fields, previous } = await tx.update(resource, stored, changes)
  const kind = resource.kind as 'settings' | 'notificationSettings'
  tx.log({ verb: 'updated', kind, recordId: userId, fields, previous })
  return row
}
