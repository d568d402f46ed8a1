import { problem } from '../../base/errors.ts'
import { changed, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { removeRecord } from '../../jobs/purge-attached.ts'
import { type FavoriteRow, favorite } from '../../schema/records/favorite.ts'
import { readNamed } from '../names.ts'
import { placeFields, putInPlace } from '../placement.ts'
import { favorites, ownAmong, ownFavorite, ownFavorites, presentFavorite } from './favorite.ts'
import { findNamedRecord } from './kinds.ts'

/** The most favorites that a person can have. */
const most = 200

const placement = placeFields('favorite')
const path = '/v1/users/me/favorites/:kind/:recordId'
const needs = 'Anyone who may see the record.'
const noFavorite = (): Error => problem('not_found', 'This record is not among your favorites.')

export function favoriteRoutes(api: Api): void {
  api.get(
    '/v1/users/me/favorites',
    {
      summary: 'Lists your favorites that you can still see. `sort=rank` lists them in your own order.',
      needs: 'Anyone who is signed in.',
      answer: { list: favorites },
    },
    async (ctx) => {
      const own = await ownFavorites(ctx.db, ctx.actor)
      const named = await readNamed(
        ctx.db,
        ctx.actor,
        own.map(({ kind, recordId }) => ({ kind, id: recordId })),
      )
      const visible = own.filter(({ recordId }) => named.has(recordId)).map(({ id }) => id)
      return ctx.page<FavoriteRow>(favorites, [ownAmong(ctx.actor, visible)], (found) =>
        found.map((row) => presentFavorite(ctx.site, row, named.get(row.recordId)?.name ?? '')),
      )
    },
  )

  api.get(
    path,
    { summary: 'Shows your favorite for a record.', needs, answer: { one: favorite } },
    async ({ actor, db, site, params }) => {
      const { name } = await findNamedRecord(db, actor, params)
      const row = await ownFavorite(db, actor, params.recordId)
      if (row === undefined) throw noFavorite()
      return one(presentFavorite(site, row, name))
    },
  )

  api.put(
    path,
    {
      summary: 'Adds a record to your favorites, after the others.',
      needs,
      body: { members: {}, optional: true },
      answer: { changed: favorite },
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const { kind, id: recordId, name } = await findNamedRecord(tx, actor, ctx.params)
      const before = await ownFavorite(tx, actor, recordId)
      const current = before && presentFavorite(site, before, name)
      ctx.match(current)
      // A favorite that is sent back as it was read is accepted.
      await ctx.state(favorite, [], current)
      if (current !== undefined) return changed(current)
      if ((await ownFavorites(tx, actor)).length >= most)
        throw problem('conflict', `You can have ${most} favorites. Remove one that you no longer need first.`)
      const row = await tx.insert(favorite, {
        kind,
        recordId,
        userHash: actor.userId,
        [`${kind}Id`]: recordId,
      })
      tx.log({ verb: 'created', kind: 'favorite', recordId: row.id })
      return changed(presentFavorite(site, row, name))
    },
  )

  api.put(
    `${path}/place`,
    {
      summary: 'Puts a favorite in its place, directly after or before another.',
      needs,
      body: { members: placement, optional: true },
      answer: { changed: favorite },
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const { id, name } = await findNamedRecord(tx, actor, ctx.params)
      const row = await ownFavorite(tx, actor, id)
      if (row === undefined) throw noFavorite()
      const place = await ctx.members(placement)
      ctx.match(presentFavorite(site, row, name))
      await putInPlace(tx, 'favorites', 'favorite', { ...row, workspaceId: null }, place)
      return changed(presentFavorite(site, row, name))
    },
  )

  api.delete(
    path,
    { summary: 'Removes a record from your favorites.', needs, answer: 'nothing' },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const row = await ownFavorite(tx, actor, ctx.params.recordId)
      if (row?.kind !== ctx.params.kind) {
        await findNamedRecord(tx, actor, ctx.params)
        ctx.match(undefined)
        return nothing()
      }
      // A favorite can be removed even if its record is no longer visible.
      const named = await readNamed(tx, actor, [{ kind: row.kind, id: row.recordId }])
      ctx.match(presentFavorite(site, row, named.get(row.recordId)?.name ?? ''))
      await removeRecord(tx, 'favorites', row)
      tx.log({ verb: 'deleted', kind: 'favorite', recordId: row.id })
      return nothing()
    },
  )
}
