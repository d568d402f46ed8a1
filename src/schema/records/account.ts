import { customFields } from '../fields/custom.ts'
import { optionalReference } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

/** How deep accounts can be nested. */
export const deepestAccount = 16

export const account = resource(
  'account',
  'A node in a tree that holds workspaces and further accounts, in companies that organize them in accounts.',
  {
    accountName: name('The name of the account.', { example: 'Northern region' }),
    parentAccountId: optionalReference(
      `The account it is in; null at the top. At most ${deepestAccount} levels deep.`,
      'account',
    ),
    description: notes('What the account is for.'),
    customFields: customFields(),
  },
  {
    table: 'accounts',
    searched: ['accountName', 'description'],
    list: {
      sort: ['accountName'],
      filter: ['accountName', 'parentAccountId'],
      filterIndexes: ['parentAccountId', 'externalId'],
    },
  },
)

export type AccountRow = RowOf<typeof account>
