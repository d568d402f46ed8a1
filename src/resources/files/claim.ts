import { Problem } from '../../base/errors.ts'
import type { DeferredAssetRow } from '../../db/rows/files.ts'
import { type Answer, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { uuids } from '../../schema/fields/reference.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import {
  demandFreeName,
  demandMayAdd,
  type FoundPlace,
  folderPlace,
  milestonePlace,
  taskPlace,
  workspacePlace,
} from './places.ts'
import { readStatuses } from './statuses.ts'
import { contentOf, deleteUpload, findUpload } from './upload.ts'
import { insertFile } from './versions.ts'

const fields = {
  deferredAssetIds: uuids('The ids of the uploads.', { required: true, max: 100 }),
}

const responses: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['responses'],
  properties: {
    responses: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['requestId', 'status', 'body'],
        properties: {
          requestId: { type: 'string', description: 'The id of the upload.' },
          status: { type: 'integer', description: '201, or why it failed.' },
          body: { type: 'string', description: 'The id of the new file, or the message.' },
        },
      },
    },
  },
}

interface Outcome {
  requestId: string
  status: number
  body: string
}

/** "Turns each into a file, … each item succeeding or failing by itself." */
async function claimAll(ctx: WriteContext, found: FoundPlace): Promise<Answer> {
  demandMayAdd(found)
  const { deferredAssetIds } = await ctx.members(fields)
  demandWritable(found.workspace)
  const outcomes: Outcome[] = []
  for (const id of deferredAssetIds) outcomes.push(await claimOne(ctx, found, id))
  return ok({ responses: outcomes })
}

/** `makeFile` checks everything that can fail before it stores anything. */
async function claimOne(ctx: WriteContext, found: FoundPlace, id: string): Promise<Outcome> {
  try {
    const asset = await findUpload(ctx.tx, ctx.actor, id)
    return { requestId: id, status: 201, body: await makeFile(ctx, found, asset) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { requestId: id, status: error.status, body: error.message }
  }
}

async function makeFile(
  { actor, tx }: WriteContext,
  { place }: FoundPlace,
  asset: DeferredAssetRow,
): Promise<string> {
  const { fileName } = asset
  const content = contentOf(asset)
  const [status = 'Draft'] = await readStatuses(tx, actor.companyNo)
  await demandFreeName(tx, { companyNo: actor.companyNo, id: '', fileName, ...place })
  const { id } = await insertFile(tx, actor, { ...place, ...content, fileName, status, tagIds: [] })
  await deleteUpload(tx, asset)
  return id
}

export function claimRoutes(api: Api): void {
  const spec = {
    needs: 'A Contributor of the workspace; each upload must be your own.',
    body: { members: fields },
    answer: { ok: responses, sentence: 'The result of each upload.' },
    problems: ['archived'],
  } as const
  api.post(
    '/v1/workspaces/:workspaceId/files',
    { ...spec, summary: 'Turns uploads into files of a workspace.' },
    async (ctx) => claimAll(ctx, await workspacePlace(ctx.tx, ctx.actor, ctx.params.workspaceId)),
  )
  api.post(
    '/v1/folders/:folderId/files',
    { ...spec, summary: 'Turns uploads into files of a folder.' },
    async (ctx) => claimAll(ctx, await folderPlace(ctx.tx, ctx.actor, ctx.params.folderId)),
  )
  api.post(
    '/v1/tasks/:taskId/files',
    { ...spec, summary: 'Turns uploads into files that are attached to a task.' },
    async (ctx) => claimAll(ctx, await taskPlace(ctx.tx, ctx.actor, ctx.params.taskId)),
  )
  api.post(
    '/v1/milestones/:milestoneId/files',
    { ...spec, summary: 'Turns uploads into files that are attached to a milestone.' },
    async (ctx) => claimAll(ctx, await milestonePlace(ctx.tx, ctx.actor, ctx.params.milestoneId)),
  )
}
