import { customFields } from '../fields/custom.ts'
import { addedLater, boolean, readOnly, unfolded } from '../fields/fields.ts'
import { optionalReference } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { type RowOf, resource, trash } from '../resource.ts'

export const workspaceRoles = ['Reader', 'Contributor', 'Admin'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

export const workspace = resource(
  'workspace',
  'A place where people work together on tasks, files and time, open to its members.',
  {
    workspaceName: name('The name of the workspace.', { example: 'Website relaunch' }),
    urlShortName: name(
      'A short name for addresses, unique in the company. Derived from the name if absent.',
      {
        required: false,
        max: 100,
        pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
        looks: 'letters, digits, - and _, starting with a letter or digit',
        example: 'website-relaunch',
      },
    ),
    description: notes('What the workspace is for.'),
    workspaceType: unfolded(
      name('A type of your own choosing.', {
        required: false,
        fallback: 'pm',
        max: 64,
        pattern: /^[A-Za-z0-9_-]{1,64}$/,
        looks: '1 to 64 letters, digits, - and _',
        example: 'pm',
      }),
    ),
    archived: readOnly(boolean('Whether the workspace is archived, and therefore read-only.')),
    accountId: optionalReference(
      'The account the workspace is in; null for none, and in a company that uses workspace groups.',
      'account',
    ),
    workspaceGroupId: optionalReference(
      'The group the workspace is in; null in a company that uses accounts.',
      'workspaceGroup',
    ),
    customFields: customFields(),
    readersMayComment: addedLater(
      boolean('Whether its Readers may write comments.', { fallback: true, example: true }),
      false,
    ),
  },
  {
    table: 'workspaces',
    searched: ['workspaceName', 'urlShortName', 'description'],
    list: {
      sort: ['workspaceName', 'urlShortName'],
      filter: ['workspaceName', 'urlShortName', 'workspaceType', 'archived', 'accountId', 'workspaceGroupId'],
      filterIndexes: ['accountId', 'workspaceGroupId', 'externalId'],
    },
    hidden: trash,
  },
)

export type WorkspaceRow = RowOf<typeof workspace>
