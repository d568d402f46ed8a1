import {
  boolean,
  computed,
  integer,
  mayBeGone,
  optionalMoment,
  readOnly,
  unfolded,
} from '../fields/fields.ts'
import { fileName } from '../fields/file-name.ts'
import { optionalReference, reference, tagIds, tagNames } from '../fields/reference.ts'
import { checked, isMediaType, name, notes } from '../fields/text.ts'
import { type RowOf, resource, trash } from '../resource.ts'

/** The fields of content, wherever it is shown. */
export const contentFields = {
  version: readOnly(integer('The version, counted from 1.', 1, 1_000_000_000, { example: 3 })),
  size: readOnly(integer('The size in bytes.', 0, 1_000_000_000_000, { example: 52_311, unit: 'bytes' })),
  mimeType: readOnly(
    unfolded(
      checked(
        name('Its media type.', { max: 127, example: 'application/pdf' }),
        isMediaType,
        'a media type such as application/pdf',
      ),
    ),
  ),
  sha256: readOnly(
    unfolded(
      name('The SHA-256 hash of its content.', {
        pattern: /^[0-9a-f]{64}$/,
        example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      }),
    ),
  ),
}

export const file = resource(
  'file',
  'A document in a workspace, with all of its versions.',
  {
    fileName: fileName(
      'Its name, unique in its place: its folder, task or milestone, or else the workspace itself.',
    ),
    description: notes('What is in it.'),
    status: name('Its status: one of the company’s `fileStatuses`.', {
      required: false,
      max: 100,
      example: 'Draft',
    }),
    tags: tagNames('Its tags, regardless of case. Names that do not exist yet become tags.'),
    workspaceId: reference('The workspace it is in.', 'workspace', { required: true }),
    folderId: optionalReference('The folder it is in, if any.', 'folder'),
    taskId: optionalReference('The task it is attached to, if any.', 'task'),
    milestoneId: optionalReference('The milestone it is attached to, if any.', 'milestone'),
    ...contentFields,
    locked: computed(boolean('Whether somebody holds its lock now.')),
    lockedBy: mayBeGone(readOnly(optionalReference('Who holds its lock (a userHash).', 'user'))),
    lockExpiresAt: optionalMoment('When the lock expires.'),
    commentCount: computed(
      integer('How many comments you can see on it.', 0, Number.MAX_SAFE_INTEGER, { example: 3 }),
    ),
  },
  {
    table: 'files',
    searched: ['fileName', 'description'],
    // A lock past its end is not shown.
    alwaysRead: ['lockedBy', 'lockExpiresAt'],
    list: {
      sort: ['fileName', 'status', 'size'],
      filter: [
        'fileName',
        'status',
        'tags',
        'size',
        'mimeType',
        'folderId',
        'taskId',
        'milestoneId',
        'workspaceId',
        'locked',
      ],
      filterIndexes: ['folderId', 'taskId', 'milestoneId', 'workspaceId', 'externalId'],
    },
    hidden: {
      ...trash,
      tagIds: tagIds(),
      /** The folder, task or milestone it is in, or else the workspace. Names are unique per place. */
      placeId: mayBeGone(readOnly(reference('The place of the file.', 'place'))),
    },
    indexes: { tagIds: { table: 'fileTags', owner: 'fileId', value: 'tagId' } },
  },
)

/** A lock past its end has no effect, whatever the row says. */
export type FileRow = RowOf<typeof file>

export const fileVersion = resource(
  'fileVersion',
  'A version of a file: its content, who stored it and when.',
  contentFields,
  {
    table: 'fileVersions',
    list: {
      sort: ['version', 'size'],
      filter: ['version', 'size', 'mimeType'],
      sortIndexes: [],
      filterIndexes: [],
    },
    hidden: { fileId: readOnly(reference('The file.', 'file')) },
  },
)

export type FileVersionRow = RowOf<typeof fileVersion>
