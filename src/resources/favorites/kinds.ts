import type { Actor } from '../../base/actor.ts'
import { Problem, problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { type FavoriteKind, favoriteKinds } from '../../schema/records/favorite.ts'
import { findFile } from '../files/file.ts'
import { findFolder } from '../folders/folder.ts'
import { findMilestone } from '../milestones.ts'
import { findTasklist } from '../tasklists/tasklist.ts'
import { findTask } from '../tasks/task.ts'
import { findWorkspace } from '../workspaces/workspace.ts'

/** Finds a record for people who may see it, and returns its name; throws otherwise. */
const names: Readonly<Record<FavoriteKind, (reader: Reader, actor: Actor, id: string) => Promise<string>>> = {
  workspace: async (...asked) => (await findWorkspace(...asked)).workspaceName,
  task: async (...asked) => (await findTask(...asked)).row.title,
  file: async (...asked) => (await findFile(...asked)).row.fileName,
  folder: async (...asked) => (await findFolder(...asked)).row.folderName,
  milestone: async (...asked) => (await findMilestone(...asked)).row.title,
  tasklist: async (...asked) => (await findTasklist(...asked)).row.tasklistName,
}

/** A record that a path names by its kind and its id. */
interface NamedRecord {
  kind: FavoriteKind
  id: string
  name: string
}

/** The error does not say whether the kind or the record is unknown. */
export async function findNamedRecord(
  reader: Reader,
  actor: Actor,
  { kind: given, recordId: id }: { kind: string; recordId: string },
): Promise<NamedRecord> {
  const nothing = problem('not_found', 'There is no such record.')
  const kind = favoriteKinds.find((each) => each === given)
  if (kind === undefined) throw nothing
  const name = await names[kind](reader, actor, id).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? nothing : error
  })
  return { kind, id, name }
}
