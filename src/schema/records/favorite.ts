import { choice, computed, readOnly } from '../fields/fields.ts'
import { optionalReference, recordId, reference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { ordered, type RowOf, resource } from '../resource.ts'

/** The kinds of records that people keep as favorites and find among their recent ones. */
export const favoriteKinds = ['workspace', 'task', 'file', 'folder', 'milestone', 'tasklist'] as const
export type FavoriteKind = (typeof favoriteKinds)[number]

const link = (kind: FavoriteKind) => readOnly(optionalReference(`The ${kind}, if it is one.`, kind))

export const favorite = resource(
  'favorite',
  'A record that a person has marked as a favorite. Nobody else can see it.',
  {
    kind: readOnly(choice('The kind of record.', favoriteKinds, { example: 'task' })),
    recordId: readOnly(recordId('The id of the record.')),
    name: computed(name('The name or title of the record.', { example: 'Write the press release' })),
  },
  {
    table: 'favorites',
    alwaysRead: ['recordId'],
    list: { sort: [], filter: ['kind', 'recordId'], filterIndexes: [] },
    hidden: {
      userHash: readOnly(reference('Whose favorite it is.', 'user')),
      workspaceId: link('workspace'),
      taskId: link('task'),
      fileId: link('file'),
      folderId: link('folder'),
      milestoneId: link('milestone'),
      tasklistId: link('tasklist'),
      ...ordered,
    },
  },
)

export type FavoriteRow = RowOf<typeof favorite>
