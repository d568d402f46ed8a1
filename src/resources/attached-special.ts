import type { Actor } from '../base/actor.ts'
import type { SqlValue } from '../db/database.ts'
import type { RecordRow, Trashable } from '../db/rows/record.ts'
import type { Write } from '../db/write.ts'
import type { FoundWorkspace } from './workspaces/workspace.ts'

/** Who trashes, restores or moves the parents, and the workspace that the parents are in (before a move). */
export interface Act {
  tx: Write
  actor: Actor
  workspace: FoundWorkspace
  /** The caller agrees to delete time entries too. */
  withTimes?: boolean
}

/** A record that is trashed, restored and moved with its parent. */
export type AttachedRow = RecordRow & Trashable & { workspaceId: string; internalOnly?: boolean }

export type Verb = 'trash' | 'restore' | 'move'

/** Extra rules for a table whose records are trashed, restored and moved with their parents. */
export interface Special<R extends AttachedRow> {
  /** The most records one request may change. */
  most: number
  tooMany(verb: Verb): string
  /** Throws if the caller may not do this to the record, or its state forbids it. */
  demand(verb: Verb, act: Act, row: R): void | Promise<void>
  /** Columns to set when the record goes to the trash. */
  whenTrashed?: Readonly<Record<string, SqlValue>>
}
