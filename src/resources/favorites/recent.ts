import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { invalid, Problem } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { nothing, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { choice } from '../../schema/fields/fields.ts'
import { recordId } from '../../schema/fields/reference.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'
import { favoriteKinds } from '../../schema/records/favorite.ts'
import { readNamed } from '../names.ts'
import { findNamedRecord } from './kinds.ts'

/** How many records the list has, and how many of the person’s changes are read to find them. */
const most = 50
const mostChanges = 500

const opened = {
  kind: choice('The kind of record.', favoriteKinds, { required: true, example: 'task' }),
  recordId: recordId('The id of the record.', { required: true }),
} as const

const recentSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'links'],
  properties: {
    items: {
      type: 'array',
      maxItems: most,
      description: 'The records, most recent first.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['kind', 'id', 'permalink', 'name', 'workspaceId', 'at', 'act'],
        properties: {
          kind: { type: 'string', enum: favoriteKinds, description: 'The kind of record.' },
          id: { type: 'string', pattern: idPattern, description: 'The hash of the record.' },
          permalink: { type: 'string', format: 'uri', description: 'The address of the record’s page.' },
          name: { type: 'string', description: 'Its name or title.' },
          workspaceId: { type: 'string', pattern: idPattern, description: 'The workspace it is in.' },
          at: { type: 'string', format: 'date-time', description: 'When you last opened or changed it.' },
          act: { type: 'string', enum: ['opened', 'changed'], description: 'What you did then.' },
        },
      },
    },
    links: { type: 'object', additionalProperties: false, description: 'Always empty: there is one page.' },
  },
}

interface RecentAct {
  kind: string
  recordId: string
  at: string
  act: 'opened' | 'changed'
}

/** Following and muting do not change a record. */
const otherVerbs = ['subscribed', 'unsubscribed', 'muted', 'unmuted']

/** A person's latest action on each record, newest first. */
async function lastActs(reader: Reader, { companyNo, userId }: Actor): Promise<RecentAct[]> {
  const own = sql`"companyNo" = ${companyNo} AND "userHash" = ${userId}`
  const byCaller = sql`SELECT "kind", "recordId", "createdAt", "type" FROM "changes"
    WHERE "companyNo" = ${companyNo} AND "userId" = ${userId} ORDER BY "id" DESC LIMIT ${mostChanges}`
  const verbs = favoriteKinds.flatMap((kind) => otherVerbs.map((verb) => `${kind}.${verb}`))
  const [visits, changes] = await Promise.all([
    rows<Omit<RecentAct, 'act'>>(
      reader,
      sql`SELECT "kind", "recordId", "openedAt" AS "at" FROM "recents" WHERE ${own}
        ORDER BY "openedAt" DESC LIMIT ${most}`,
    ),
    rows<Omit<RecentAct, 'act'>>(
      reader,
      sql`SELECT "kind", "recordId", max("createdAt") AS "at" FROM (${byCaller}) c
        WHERE "kind" IN ${sql.list(favoriteKinds)} AND "type" NOT IN ${sql.list(verbs)}
        GROUP BY "kind", "recordId"`,
    ),
  ])
  const acts: RecentAct[] = [
    ...changes.map((each) => ({ ...each, act: 'changed' as const })),
    ...visits.map((each) => ({ ...each, act: 'opened' as const })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1))
  const seen = new Set<string>()
  return acts.filter(({ recordId }) => !seen.has(recordId) && seen.add(recordId))
}

export function recentRoutes(api: Api): void {
  api.get(
    '/v1/users/me/recent',
    {
      summary: `Shows the last ${most} records that you have opened or changed, and may still see.`,
      needs: 'Anyone who is signed in.',
      answer: { ok: recentSchema, sentence: 'The records, most recent first.' },
    },
    async ({ actor, db, site }) => {
      const acts = await lastActs(db, actor)
      const named = await readNamed(
        db,
        actor,
        acts.map(({ kind, recordId }) => ({ kind, id: recordId })),
      )
      const items = acts.flatMap(({ kind, recordId: id, at, act }) => {
        const found = named.get(id)
        if (found === undefined) return []
        const permalink = `${site.publicUrl}/p/${kind}/${id}`
        return [{ kind, id, permalink, name: found.name, workspaceId: found.workspaceId ?? id, at, act }]
      })
      return ok({ items: items.slice(0, most), links: {} })
    },
  )

  api.post(
    '/v1/users/me/recent',
    {
      summary:
        'Adds a record to your recent ones. The web application does this when you open it; the change log has no entry for it.',
      needs: 'Anyone who is signed in.',
      body: { members: opened },
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx } = ctx
      const { kind, recordId: id } = await ctx.members(opened)
      await findNamedRecord(tx, actor, { kind, recordId: id }).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        throw invalid([
          { pointer: '/recordId', detail: `"recordId" must be the id of a ${kind} that you may see.` },
        ])
      })
      const { companyNo, userId } = actor
      const values = [companyNo, userId, id, kind, clock.timestamp()]
      await tx.send(
        sql`INSERT INTO "recents" ("companyNo", "userHash", "recordId", "kind", "openedAt")
          VALUES ${sql.values([values])}
          ON CONFLICT ("companyNo", "userHash", "recordId") DO UPDATE SET "openedAt" = excluded."openedAt"`,
      )
      const own = sql`"companyNo" = ${companyNo} AND "userHash" = ${userId}`
      await tx.send(
        sql`DELETE FROM "recents" WHERE ${own} AND "openedAt" < (SELECT min("openedAt") FROM
          (SELECT "openedAt" FROM "recents" WHERE ${own} ORDER BY "openedAt" DESC LIMIT ${most}) r)`,
      )
      return nothing()
    },
  )
}
