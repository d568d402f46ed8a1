import type { Actor } from '../base/actor.ts'
import type { SqlValue } from '../db/database.ts'
import type { RecordRow, Trashable } from '../db/rows/record.ts'
import type { Write } from '../db/write.ts'
import type { FoundWorkspace } from './workspaces/workspace.ts'

/** Who trashes, restores or moves the parents, and in which workspace they are (on a move: they were). */
export interface Act {
  tx: Write
  actor: Actor
  workspace: FoundWorkspace
  /** The caller agrees that time entries are deleted too. */
  withTimes?: boolean
}

/** A record that goes together with its parent. */
export type AttachedRow = RecordRow & Trashable & { workspaceId: string }

export type Verb = 'trash' | 'restore' | 'move'

/** What is special about a table whose records go together with their parents. */
export interface Special<R extends AttachedRow> {
  /** How many records one request takes along, and what it is told when there are more. */
  most: number
  tooMany(verb: Verb): string
  /** Throws when the caller may not do this to the record, or its state forbids it. */
  demand(verb: Verb, act: Act, row: R): void | Promise<void>
  /** Set when the record goes to the trash. */
  whenTrashed?: Readonly<Record<string, SqlValue>>
}
