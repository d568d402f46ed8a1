import { problem } from '../../base/errors.ts'
import { together } from '../../base/together.ts'
import type { Transaction } from '../../db/database.ts'
import { readTagNames } from '../../db/tag-names.ts'
import { created } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { foldText } from '../../query/fields.ts'
import { optional } from '../../schema/fields/fields.ts'
import { fileName } from '../../schema/fields/file-name.ts'
import { optionalReference } from '../../schema/fields/reference.ts'
import { type FileRow, file } from '../../schema/records/file.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { findFile, presentFile } from './file.ts'
import { demandFreeName, demandMayAdd, type FileLocation, findTarget } from './places.ts'
import { readStatuses } from './statuses.ts'
import { insertFile } from './versions.ts'

const places = {
  workspaceId: optionalReference('The workspace of the copy; that of the file by default.', 'workspace'),
  folderId: optionalReference('The folder of the copy.', 'folder'),
  taskId: optionalReference('The task that the copy is attached to.', 'task'),
  milestoneId: optionalReference('The milestone that the copy is attached to.', 'milestone'),
}

const fields = {
  fileName: {
    ...optional(
      fileName('The name of the copy. By default that of the file, with a number if the name is taken.'),
    ),
    required: false,
  },
  ...places,
}

/** After this many copies of one name, the caller has to choose another. */
const mostNumbered = 100

/** The chosen name, which must be free; or else `plan.pdf`, `plan (2).pdf`, `plan (3).pdf` and so on. */
async function nameOf(
  tx: Transaction,
  { companyNo, fileName: name }: FileRow,
  place: FileLocation,
  chosen: string | null,
): Promise<string> {
  if (chosen !== null) {
    await demandFreeName(tx, { companyNo, id: '', ...place, fileName: chosen })
    return chosen
  }
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const names = Array.from({ length: mostNumbered }, (_, n) => (n === 0 ? name : numbered(stem, n + 1, end)))
  const taken = await tx.query
    .selectFrom('files')
    .select('fileNameKey')
    .where('companyNo', '=', companyNo)
    .where('placeId', '=', place.placeId)
    .where('fileNameKey', 'in', names.map(foldText))
    .where('deletedAt', 'is', null)
    .execute()
  const keys = new Set(taken.map(({ fileNameKey }) => fileNameKey))
  const free = names.find((each) => !keys.has(foldText(each)))
  if (free === undefined)
    throw problem('duplicate', `There are already ${mostNumbered} copies of "${name}" here. Send a fileName.`)
  return free
}

/** At most as long as any name: a long one loses its last characters. */
function numbered(stem: string, number: number, end: string): string {
  const tail = ` (${number})${[...end].slice(0, longestEnding).join('')}`
  return `${[...stem].slice(0, longestName - [...tail].length).join('')}${tail}`
}

const longestName = 255
const longestEnding = 50

/** Deleted or merged tags may still be stored with the file. */
async function visibleTags(tx: Transaction, companyNo: number, ids: readonly string[]): Promise<string[]> {
  const known = await readTagNames(tx, companyNo, ids)
  return [...new Set(ids.flatMap((id) => known.get(id)?.id ?? []))]
}

export function copyRoutes(api: Api): void {
  api.post(
    '/v1/files/:fileId/copies',
    {
      summary:
        'Copies a file: its current version, description and tags. The copy is next to it, or in the named place.',
      needs: 'A member of its workspace, and a Contributor of the workspace of the copy.',
      body: { members: fields, optional: true },
      answer: { created: file },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: original } = await findFile(tx, actor, params.fileId)
      const { fileName: chosen, ...named } = await ctx.members(fields)
      // A place that is not mentioned stays, one that is null does not.
      const { workspaceId, ...hooks } = Object.fromEntries(
        Object.entries(named).filter(([name]) => ctx.gives(name)),
      )
      const target = await findTarget(tx, actor, original, {
        ...hooks,
        ...(typeof workspaceId === 'string' && { workspaceId }),
      })
      demandMayAdd(target)
      demandWritable(target.workspace)
      const { place } = target
      const { description, size, mimeType, sha256 } = original
      const [fileName, tagIds, [status = 'Draft']] = await together([
        nameOf(tx, original, place, chosen),
        visibleTags(tx, original.companyNo, JSON.parse(original.tagIds)),
        readStatuses(tx, original.companyNo),
      ])
      const row = await insertFile(tx, actor, {
        ...place,
        fileName,
        status,
        description,
        tagIds,
        size,
        mimeType,
        sha256,
      })
      return created(
        await presentFile(tx, site, actor, { ...row, commentCount: '0,0' }),
        `/v1/files/${row.id}`,
      )
    },
  )
}
