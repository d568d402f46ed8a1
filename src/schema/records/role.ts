import { choice, type Field, folded, readOnly } from '../fields/fields.ts'
import { type RowOf, resource } from '../resource.ts'
import { type WorkspaceRole, workspaceRoles } from './workspace.ts'

const title: Field<WorkspaceRole, 'read', 'folded'> = {
  ...readOnly(
    choice(
      'A `Reader` sees everything in a workspace, a `Contributor` also adds and changes records, an `Admin` also manages the workspace.',
      workspaceRoles,
    ),
  ),
  storage: 'folded',
  sortColumn: folded,
}

/** One row for each of {@link workspaceRoles}, created with the company. */
export const role = resource(
  'role',
  'A role that a member of a workspace can have. Every company has the same three.',
  { title },
  { table: 'roles', list: { sort: ['title'], filter: ['title'] } },
)

export type RoleRow = RowOf<typeof role>
