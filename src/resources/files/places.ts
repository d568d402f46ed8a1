import { demand, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { invalid, problem } from '../../base/errors.ts'
import type { Reader, Transaction } from '../../db/database.ts'
import { foldText } from '../../query/fields.ts'
import type { FileRow } from '../../schema/records/file.ts'
import { findFolder } from '../folders/folder.ts'
import { findMilestone } from '../milestones.ts'
import { findTask } from '../tasks/task.ts'
import { enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'

/** A file is attached to one of these, or else directly to the workspace. */
export const hooks = ['folderId', 'taskId', 'milestoneId'] as const
export type FileLocation = Pick<FileRow, 'workspaceId' | 'folderId' | 'taskId' | 'milestoneId' | 'placeId'>

export interface FoundPlace {
  place: FileLocation
  workspace: FoundWorkspace
}

const nowhere = { folderId: null, taskId: null, milestoneId: null }

export async function workspacePlace(reader: Reader, actor: Actor, id: string): Promise<FoundPlace> {
  const workspace = await enterWorkspace(reader, actor, id)
  return { workspace, place: { ...nowhere, workspaceId: id, placeId: id } }
}

export async function folderPlace(reader: Reader, actor: Actor, id: string): Promise<FoundPlace> {
  const { workspace } = await findFolder(reader, actor, id)
  return { workspace, place: { ...nowhere, workspaceId: workspace.id, folderId: id, placeId: id } }
}

export async function taskPlace(reader: Reader, actor: Actor, id: string): Promise<FoundPlace> {
  const { workspace } = await findTask(reader, actor, id)
  return { workspace, place: { ...nowhere, workspaceId: workspace.id, taskId: id, placeId: id } }
}

export async function milestonePlace(reader: Reader, actor: Actor, id: string): Promise<FoundPlace> {
  const { workspace } = await findMilestone(reader, actor, id)
  return { workspace, place: { ...nowhere, workspaceId: workspace.id, milestoneId: id, placeId: id } }
}

const finders = { folderId: folderPlace, taskId: taskPlace, milestoneId: milestonePlace }

type Move = Partial<Pick<FileRow, 'workspaceId' | 'folderId' | 'taskId' | 'milestoneId'>>

/**
 * Finds the target of a move: the one folder, task or milestone that the change names, in the named workspace
 * or else the file's own. A file that moves to another workspace loses its folder, task or milestone.
 */
export async function findTarget(
  reader: Reader,
  actor: Actor,
  row: FileRow,
  move: Move,
): Promise<FoundPlace> {
  const workspaceId = move.workspaceId ?? row.workspaceId
  const named = hooks.filter((hook) => (move[hook] ?? null) !== null)
  const kept = hooks.filter(
    (hook) => move[hook] === undefined && row[hook] !== null && workspaceId === row.workspaceId,
  )
  const [hook, another] = named.length > 0 ? named : kept
  if (another !== undefined)
    throw invalid(
      named.map((each) => ({
        pointer: `/${each}`,
        detail: `"${each}" is one of several: a file can be in one folder, or on one task or milestone.`,
      })),
    )
  const id = hook === undefined ? null : (move[hook] ?? row[hook])
  const found =
    hook === undefined || id === null
      ? await workspacePlace(reader, actor, workspaceId)
      : await finders[hook](reader, actor, id)
  if (hook !== undefined && found.place.workspaceId !== workspaceId)
    throw invalid([
      { pointer: `/${hook}`, detail: `"${hook}" must name a record in the workspace ${workspaceId}.` },
    ])
  return found
}

export function demandMayAdd({ workspace }: FoundPlace): void {
  demand(mayContribute(workspace.role), 'Readers of a workspace may not add files to it.')
}

/** "A file of the same name in the same folder, or on the same task or milestone: 409." */
export async function demandFreeName(
  tx: Transaction,
  row: Pick<FileRow, 'companyNo' | 'id' | 'placeId' | 'fileName'>,
): Promise<void> {
  const other = await tx.query
    .selectFrom('files')
    .select('id')
    .where('companyNo', '=', row.companyNo)
    .where('placeId', '=', row.placeId)
    .where('fileNameKey', '=', foldText(row.fileName))
    .where('deletedAt', 'is', null)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  if (other !== undefined)
    throw problem('duplicate', `A file named "${row.fileName}" already exists: ${other.id}.`, {
      faults: [{ pointer: '/fileName', detail: `is already the name of the file ${other.id}.` }],
    })
}
