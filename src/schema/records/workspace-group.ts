import { boolean } from '../fields/fields.ts'
import { name } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

export const workspaceGroup = resource(
  'workspaceGroup',
  'A group of workspaces, in companies that organize them in groups.',
  { workspaceGroupName: name('The name of the group.', { example: 'Customers' }) },
  {
    table: 'workspaceGroups',
    list: { sort: ['workspaceGroupName'], filter: ['workspaceGroupName'] },
    hidden: { notGrouped: boolean('Whether it is the group `Not Grouped`, created with the company.') },
  },
)

export type WorkspaceGroupRow = RowOf<typeof workspaceGroup>
