import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { invalid } from '../../base/errors.ts'
import type { Seal } from '../../base/secret.ts'
import type { Reader } from '../../db/database.ts'
import { type Answer, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { lastPage } from '../../jobs/previews/pages.ts'
import { choice, integer, optionalInteger } from '../../schema/fields/fields.ts'
import { references } from '../../schema/fields/reference.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { visibleInside } from '../workspaces/inside.ts'
import { findFile } from './file.ts'
import { type Address, sealAddress, variants } from './sealed-address.ts'
import { findVersion } from './versions.ts'

const mostSeconds = 3_600

export const lifetime = {
  seconds: integer('How long the address works.', 1, mostSeconds, { fallback: 300, example: 300 }),
}

const shared = {
  variant: choice('`content`: the content of the file. `preview`: its small preview.', variants, {
    fallback: 'content',
    example: 'preview',
  }),
  ...lifetime,
}

const oneFields = {
  version: optionalInteger('The version of the file; the current one by default.', 1, 1_000_000_000, {
    example: 1,
  }),
  page: optionalInteger(
    `With the variant \`preview\`: a page of a PDF, large enough to read, instead of its small preview. It is rendered when it is first requested; the response has the number of pages in \`Page-Count\`.`,
    1,
    lastPage,
    { example: 2 },
  ),
  ...shared,
}

const manyFields = {
  fileIds: {
    ...references('The files.', 'file', { required: true, max: 500 }),
    // Looked up one by one: a file that is gone does not affect the others.
    refersTo: undefined,
  },
  ...shared,
}

const address: JsonSchema = {
  type: 'string',
  pattern: '^/content/',
  description: 'A path that needs no token, for the `src` of an image or video, and for downloads.',
}

const expiresAt: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'When it stops working.',
}

export const addressSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['address', 'expiresAt'],
  properties: { address, expiresAt },
}

const manySchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['responses', 'expiresAt'],
  properties: {
    responses: {
      type: 'array',
      description: 'One for each file, in the same order.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['requestId', 'status', 'body'],
        properties: {
          requestId: { type: 'string', description: 'The id of the file.' },
          status: { type: 'integer', description: '200, or 404 if there is no such file for you.' },
          body: { type: 'string', description: 'The address, or the error message.' },
        },
      },
    },
    expiresAt,
  },
}

/** An address is a secret: caches must not store the response, and it is not compressed. */
const unstored = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'cache-control': 'no-store' },
})

const endAfter = (seconds: number): string => new Date(clock.now() + seconds * 1000).toISOString()

/** An address that works for this long. */
export function addressAnswer(
  seal: Seal,
  actor: Actor,
  content: Omit<Address, 'until'>,
  seconds: number,
): Answer {
  const until = endAfter(seconds)
  return unstored(ok({ address: sealAddress(seal, actor, { ...content, until }), expiresAt: until }))
}

export function addressRoutes(api: Api, seal: Seal): void {
  const needs = 'A member of its workspace.'

  api.post(
    '/v1/files/:fileId/addresses',
    {
      summary:
        'Creates an address for the content of a file that works without a token, for a while. It stops working when you may no longer see the file.',
      needs,
      body: { members: oneFields, optional: true },
      answer: { ok: addressSchema, sentence: 'The address.' },
      secretAnswer: true,
    },
    async (ctx) => {
      const { actor, tx, params } = ctx
      const { row } = await findFile(tx, actor, params.fileId)
      const { version, variant, page, seconds } = await ctx.members(oneFields)
      if (page !== null && page !== undefined && variant !== 'preview')
        throw invalid([{ pointer: '/page', detail: '"page" needs the variant "preview".' }])
      const found = await findVersion(tx, row, version ?? row.version)
      return addressAnswer(
        seal,
        actor,
        { recordId: row.id, version: found.version, variant, page: page ?? undefined },
        seconds,
      )
    },
  )

  api.post(
    '/v1/files/addresses',
    {
      summary: 'The same for the current versions of many files in one request.',
      needs: 'A member of their workspaces; each file succeeds or fails individually.',
      body: { members: manyFields },
      answer: { ok: manySchema, sentence: 'The addresses.' },
      secretAnswer: true,
    },
    async (ctx) => {
      const { actor, tx } = ctx
      const { fileIds, variant, seconds } = await ctx.members(manyFields)
      const until = endAfter(seconds)
      const visible = await visibleInside(tx, actor, 'files', fileIds)
      const versions = await versionsOf(tx, actor.companyNo, [...visible])
      const responses = fileIds.map((fileId) => {
        const version = versions.get(fileId)
        if (version === undefined) return { requestId: fileId, status: 404, body: 'There is no such file.' }
        const given: Address = { recordId: fileId, version, variant, until }
        return { requestId: fileId, status: 200, body: sealAddress(seal, actor, given) }
      })
      return unstored(ok({ responses, expiresAt: until }))
    },
  )
}

async function versionsOf(
  reader: Reader,
  companyNo: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const found = await reader.query
    .selectFrom('files')
    .select(['id', 'version'])
    .where('companyNo', '=', companyNo)
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, version }) => [id, version]))
}
