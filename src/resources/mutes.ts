import { clock } from '../base/clock.ts'
import { sql } from '../db/sql.ts'
import { nothing, ok } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { WriteContext } from '../http/context.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { aKind } from '../schema/kind-words.ts'
import { type FollowedPlace, type FoundFollowed, followedPlaces, isListed } from './followed-places.ts'

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['muted', 'subscribed'],
  properties: {
    muted: { type: 'boolean', description: 'Whether only mentions notify you.' },
    subscribed: { type: 'boolean', description: 'Whether you follow it.' },
  },
}

async function findToMute(
  ctx: WriteContext,
  place: FollowedPlace,
): Promise<FoundFollowed & { isMuted: boolean }> {
  const { actor, tx, site } = ctx
  const found = await place.find(tx, actor, place.idIn(ctx.params))
  ctx.match(await place.present(tx, site, actor, found))
  return { ...found, isMuted: await isListed(tx, 'mutes', place.column, found.row, actor.userId) }
}

export function muteRoutes(api: Api): void {
  for (const place of followedPlaces) placeRoutes(api, place)
}

function placeRoutes(api: Api, place: FollowedPlace): void {
  const { kind, path, table, column } = place
  const needs = 'A member of its workspace.'

  api.get(
    `${path}/mute`,
    {
      summary: `Returns whether you follow ${aKind(kind)}, and whether you have muted it.`,
      needs,
      answer: { ok: schema, sentence: 'Whether you follow it, and whether you have muted it.' },
      problems: ['forbidden'],
    },
    async (ctx) => {
      const { row } = await place.find(ctx.db, ctx.actor, place.idIn(ctx.params))
      const { userId } = ctx.actor
      const [muted, subscribed] = await Promise.all([
        isListed(ctx.db, 'mutes', column, row, userId),
        isListed(ctx.db, table, column, row, userId),
      ])
      return ok({ muted, subscribed })
    },
  )

  api.put(
    `${path}/mute`,
    { summary: `Mutes ${aKind(kind)} for you: only mentions notify you.`, needs, answer: 'nothing' },
    async (ctx) => {
      const { actor, tx } = ctx
      const { row, workspace, isMuted } = await findToMute(ctx, place)
      if (isMuted) return nothing()
      const values = [row.companyNo, actor.userId, row.id, row.id, clock.timestamp()]
      await tx.send(
        sql`INSERT INTO "mutes" ("companyNo", "userId", "recordId", ${sql.id(column)}, "createdAt")
          VALUES ${sql.values([values])}`,
      )
      tx.log({ verb: 'muted', kind, recordId: row.id, workspaceId: workspace.id })
      return nothing()
    },
  )

  api.delete(
    `${path}/mute`,
    { summary: `Unmutes ${aKind(kind)} for you.`, needs, answer: 'nothing' },
    async (ctx) => {
      const { actor, tx } = ctx
      const { row, workspace, isMuted } = await findToMute(ctx, place)
      if (!isMuted) return nothing()
      await tx.send(
        sql`DELETE FROM "mutes" WHERE "companyNo" = ${row.companyNo} AND "userId" = ${actor.userId}
          AND "recordId" = ${row.id}`,
      )
      tx.log({ verb: 'unmuted', kind, recordId: row.id, workspaceId: workspace.id })
      return nothing()
    },
  )
}
