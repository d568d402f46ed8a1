import type { Actor } from '../../base/actor.ts'
import type { Reader, SqlValue } from '../../db/database.ts'
import type { FileRow } from '../../db/rows/files.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { IndexRange, Restriction } from '../../lists/plans.ts'
import { boolean, integer, optionalMoment, readOnly } from '../../schema/fields/fields.ts'
import { optionalReference, reference, tagNames } from '../../schema/fields/reference.ts'
import { name, notes } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { resource } from '../../schema/resource.ts'
import { shownNames } from '../tags/names.ts'
import { type Found, findInside, findInsideEvenInTrash, visibleInside } from '../workspaces/inside.ts'
import { fileNameField } from './file-names.ts'

/** What is said of content wherever it is shown. */
export const contentFields = {
  version: readOnly(integer('Counted from 1.', 1, 1_000_000_000, { example: 3 })),
  size: readOnly(integer('In bytes.', 0, 1_000_000_000_000, { example: 52_311, unit: 'bytes' })),
  mimeType: readOnly(name('Its media type.', { max: 127, example: 'application/pdf' })),
  sha256: readOnly(
    name('The hash of its content.', {
      pattern: /^[0-9a-f]{64}$/,
      example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    }),
  ),
}

export const file = resource('file', 'A document with all of its versions, in a workspace.', {
  fileName: fileNameField(
    'Its name, unique where it is: in its folder, on its task or milestone, or in the workspace itself.',
  ),
  description: notes('What is in it.'),
  status: name('Where it stands: one of the company’s `fileStatuses`.', {
    required: false,
    max: 100,
    example: 'Draft',
  }),
  tags: tagNames('Its tags. Case does not matter; those that do not exist yet are made.'),
  workspaceId: reference('The workspace that it is in.', 'workspace', { required: true }),
  folderId: optionalReference('The folder that it is in; null where it is in none.', 'folder'),
  taskId: optionalReference('The task that it is attached to.', 'task'),
  milestoneId: optionalReference('The milestone that it is attached to.', 'milestone'),
  ...contentFields,
  locked: readOnly(boolean('Whether somebody holds its lock now.')),
  lockedBy: readOnly(optionalReference('Who holds its lock (a userHash).', 'user')),
  lockExpiresAt: optionalMoment('When the lock ends by itself.'),
})

/** A lease that has ended is none, whether anybody has noticed or not. */
function lockedIs(whole: IndexRange, value: SqlValue): Restriction {
  const key = 't."lockExpiresAt"'
  const now = new Date().toISOString()
  if (value !== true) return { condition: { sql: `(${key} IS NULL OR ${key} <= ?)`, values: [now] } }
  const condition = { sql: `${key} > ?`, values: [now] }
  return { condition, lanes: [{ ...whole, range: { key, low: [condition], high: [] } }] }
}

const computed = ['tags', 'locked']
const listed = [
  ...['companyNo', 'id', 'tagIds'],
  ...Object.keys(file.fields).filter((each) => !computed.includes(each)),
]

export const files = listOf(file, {
  from: '"files" t',
  select: listed.map((each) => `t."${each}"`).join(', '),
  trash: true,
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
  sortIndexes: ['fileName', 'status', 'size', 'updatedAt'],
  filterIndexes: ['folderId', 'taskId', 'milestoneId', 'workspaceId', 'externalId'],
  valueTables: { tags: { table: 'fileTags', owner: 'fileId', value: 'tagId' } },
  written: { locked: lockedIs },
})

export function visibleFileIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  return visibleInside(reader, actor, 'files', files, ids)
}

export type FoundFile = Found<FileRow>

export function findFile(reader: Reader, actor: Actor, id: string): Promise<FoundFile> {
  return findInside(reader, actor, 'files', id, 'file')
}

export function findFileEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<FoundFile> {
  return findInsideEvenInTrash(reader, actor, 'files', id, 'file')
}

/** The lock that somebody holds now. */
export function lockOf({ lockedBy, lockExpiresAt }: FileRow): { by: string; until: string } | undefined {
  if (lockedBy === null || lockExpiresAt === null || lockExpiresAt <= new Date().toISOString())
    return undefined
  return { by: lockedBy, until: lockExpiresAt }
}

export async function presentFiles(
  reader: Reader,
  site: Site,
  found: readonly FileRow[],
): Promise<Representation[]> {
  const [first] = found
  if (first === undefined) return []
  const tagIds = found.map((row) => (row.tagIds === '[]' ? [] : (JSON.parse(row.tagIds) as string[])))
  const names = await readTagNames(reader, first.companyNo, tagIds.flat())
  return found.map((row, n) => {
    const locked = lockOf(row) !== undefined
    // A lock that has ended is not shown, though it may still stand there.
    const now = locked || row.lockedBy === null ? row : { ...row, lockedBy: null, lockExpiresAt: null }
    return present(file, site.publicUrl, row.id, now, { tags: shownNames(tagIds[n] ?? [], names), locked })
  })
}

export async function presentFile(reader: Reader, site: Site, row: FileRow): Promise<Representation> {
  const [shown] = await presentFiles(reader, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
