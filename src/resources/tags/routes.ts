import { demand, mayAdministerCompany, maySeeDirectory } from '../../auth/permissions.ts'
import { invalid, problem } from '../../base/errors.ts'
import { findTaken } from '../../db/records.ts'
import { clearTag, type RetiredTag, retireTag } from '../../db/tag-clearing.ts'
import type { Write } from '../../db/write.ts'
import { changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { foldText } from '../../query/fields.ts'
import { reference } from '../../schema/fields/reference.ts'
import { type TagRow, tag } from '../../schema/records/tag.ts'
import { historyRoute, seenByDirectory } from '../history.ts'
import { findTag, foundTags, presentTag, presentTags, tags } from './tag.ts'
import { visibleTags } from './visible-tags.ts'

/** How many records the request updates itself; a job updates the rest. */
const clearedAtOnce = 1_000

const target = {
  into: reference('The tag that replaces it.', 'tag', { required: true }),
}

export function tagRoutes(api: Api): void {
  const listed = { needs: 'Anyone who is signed in; external people see tags used in their workspaces.' }
  api.get('/v1/tags', { ...listed, summary: 'Lists the tags.', answer: { list: tags } }, async (ctx) =>
    ctx.page<TagRow>(tags, await visibleTags(ctx.db, ctx.actor), (found) =>
      presentTags(ctx.db, ctx.actor, ctx.site, found),
    ),
  )

  for (const path of ['/search/tags', '/v1/search/tags'] as const)
    api.get(path, { ...listed, summary: 'Finds tags by prefix.', answer: { list: foundTags } }, async (ctx) =>
      ctx.page<TagRow>(foundTags, await visibleTags(ctx.db, ctx.actor), (found) =>
        presentTags(ctx.db, ctx.actor, ctx.site, found),
      ),
    )

  api.get(
    '/v1/tags/:tagId',
    {
      summary: 'Shows one tag.',
      needs: 'Internal people; external people if it is used in one of their workspaces.',
      answer: { one: tag },
    },
    async ({ actor, db, site, params }) =>
      one(await presentTag(db, actor, site, await findTag(db, actor, params.tagId))),
  )

  api.post(
    '/v1/tags',
    {
      summary: 'Creates a tag.',
      needs: 'Internal people.',
      body: { new: tag },
      answer: { created: tag },
      problems: ['forbidden', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      demand(maySeeDirectory(actor), 'External people may not create tags directly.')
      const values = await ctx.newRecord(tag)
      await demandFreeName(tx, { companyNo: actor.companyNo, id: '' }, values.tagName)
      const row = await tx.insert(tag, values)
      tx.log({ verb: 'created', kind: 'tag', recordId: row.id })
      return created(await presentTag(tx, actor, site, row), `/v1/tags/${row.id}`)
    },
  )

  api.change(
    '/v1/tags/:tagId',
    {
      summary: 'Changes a tag; a new name takes effect everywhere immediately.',
      needs: 'A company admin.',
      body: { change: tag },
      answer: { changed: tag },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findTag(tx, actor, params.tagId)
      demand(mayAdministerCompany(actor), 'Only company admins may change tags.')
      const changes = await ctx.changes(tag, await presentTag(tx, actor, site, before))
      if (changes.tagName !== undefined) await demandFreeName(tx, before, changes.tagName)
      const { row, fields, previous } = await tx.update(tag, before, changes)
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'tag', recordId: row.id, fields, previous })
      return changed(await presentTag(tx, actor, site, row))
    },
  )
  historyRoute(api, '/v1/tags/:tagId', 'tag', findTag, seenByDirectory)

  api.post(
    '/v1/tags/:tagId/merge',
    {
      summary: 'Merges a tag into another one, which replaces it everywhere immediately.',
      needs: 'A company admin.',
      body: { members: target },
      answer: 'nothing',
      problems: ['not_found'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findTag(tx, actor, params.tagId)
      demand(mayAdministerCompany(actor), 'Only company admins may merge tags.')
      const { into } = await ctx.members(target)
      ctx.match(await presentTag(tx, actor, site, row))
      if (into === row.id) throw invalid([{ pointer: '/into', detail: '"into" must name a different tag.' }])
      const retired = await retireTag(tx, row, into, actor.userId)
      tx.log({ verb: 'merged', kind: 'tag', recordId: row.id, fields: [`into:${into}`] })
      await clearSome(tx, retired)
      return nothing()
    },
  )

  api.delete(
    '/v1/tags/:tagId',
    {
      summary: 'Deletes a tag and removes it from everything that has it.',
      needs: 'A company admin.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findTag(tx, actor, params.tagId)
      demand(mayAdministerCompany(actor), 'Only company admins may delete tags.')
      ctx.match(await presentTag(tx, actor, site, row))
      const retired = await retireTag(tx, row, null, actor.userId)
      tx.log({ verb: 'deleted', kind: 'tag', recordId: row.id })
      await clearSome(tx, retired)
      return nothing()
    },
  )
}

async function clearSome(tx: Write, retired: RetiredTag): Promise<void> {
  await clearTag(tx, retired, clearedAtOnce)
}

/** "Unique without regard to case in a company." */
async function demandFreeName(
  tx: Write,
  row: Pick<TagRow, 'companyNo' | 'id'>,
  tagName: string,
): Promise<void> {
  const other = await findTaken(tx, 'tags', row, 'tagNameKey', foldText(tagName))
  if (other === undefined) return
  const detail = `The tag ${other} already has this name.`
  throw problem('duplicate', `${detail} To combine two tags, merge them.`, {
    faults: [{ pointer: '/tagName', detail }],
  })
}
