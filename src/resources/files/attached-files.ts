import { demand, mayDelete } from '../../auth/permissions.ts'
import type { FileRow } from '../../schema/records/file.ts'
import type { Special } from '../attached-special.ts'
import { demandFreeName } from './places.ts'
import { demandChangeable, demandUnlocked } from './rights.ts'

/** Files that are trashed, restored and moved with the folder, task or milestone they are attached to. */
export const attachedFiles: Special<FileRow> = {
  most: 5_000,
  tooMany: () => 'More than 5,000 files would go with it. Move or delete some of them first.',
  async demand(verb, { tx, actor, workspace }, row) {
    if (verb === 'restore') return demandFreeName(tx, row)
    if (verb === 'move') return demandUnlocked(tx, actor, row)
    demand(
      mayDelete(actor, workspace.role, row),
      'Only Admins of the workspace may delete files that others created.',
    )
    await demandChangeable(tx, actor, { row, workspace })
  },
  whenTrashed: { lockedBy: null, lockExpiresAt: null },
}
