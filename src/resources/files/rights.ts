import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { type FoundFile, lockOf } from './file.ts'
import { demandNotReadOnly } from './statuses.ts'

/** Throws if the state of the file or its workspace forbids changes. */
export async function demandChangeable(
  reader: Reader,
  actor: Actor,
  { row, workspace }: FoundFile,
): Promise<void> {
  demandWritable(workspace)
  demandNotReadOnly(row, workspace.role)
  await demandUnlocked(reader, actor, row)
}

/** "While another holds it … a 409 that names the holder and the end." */
export async function demandUnlocked(reader: Reader, actor: Actor, row: FoundFile['row']): Promise<void> {
  const lock = lockOf(row)
  if (lock === undefined || lock.by === actor.userId) return
  const holder = await findRow(reader, 'users', row.companyNo, lock.by)
  throw problem('locked', `${holder?.fullName ?? 'Somebody'} has locked the file until ${lock.until}.`)
}
