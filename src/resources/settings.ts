import type { Actor } from '../base/actor.ts'
import { type Reader, rows } from '../db/database.ts'
import { buildRow, changedFields, findRow } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import { changed, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import type { Field } from '../schema/fields/fields.ts'
import { present, type Representation } from '../schema/present.ts'
import { type SettingsRow, settings } from '../schema/records/settings.ts'
import type { StoredValues } from '../schema/resource.ts'

const presentSettings = (site: Site, row: SettingsRow): Representation =>
  present(settings, site.publicUrl, row.userHash, row)

/** The settings of the caller; those that nobody has changed are the defaults, as old as the person. */
async function findSettings(
  reader: Reader,
  { companyNo, userId }: Actor,
): Promise<{ row: SettingsRow; isStored: boolean }> {
  const [stored] = await rows<SettingsRow>(
    reader,
    sql`SELECT * FROM "settings" WHERE "companyNo" = ${companyNo} AND "userHash" = ${userId}`,
  )
  if (stored !== undefined) return { row: stored, isStored: true }
  const user = await findRow(reader, 'users', companyNo, userId)
  const createdAt = user?.createdAt ?? new Date().toISOString()
  const row = buildRow({ companyNo, userId }, settings, { ...defaults(), userHash: userId, createdAt })
  return { row, isStored: false }
}

function defaults(): StoredValues<typeof settings> {
  const entries = Object.entries<Field<unknown>>(settings.fields)
  const given = entries.flatMap(([name, { set, fallback }]) => (set === 'read' ? [] : [[name, fallback]]))
  return Object.fromEntries(given) as StoredValues<typeof settings>
}

export function settingsRoutes(api: Api): void {
  api.get(
    '/v1/users/me/settings',
    {
      summary: 'Shows how you want the web application to look and behave.',
      needs: 'Anyone who is signed in.',
      answer: { one: settings },
    },
    async ({ actor, db, site }) => one(presentSettings(site, (await findSettings(db, actor)).row)),
  )

  api.put(
    '/v1/users/me/settings',
    {
      summary: 'Changes how the web application looks and behaves for you.',
      needs: 'Anyone who is signed in.',
      body: { change: settings },
      answer: { changed: settings },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const { row: before, isStored } = await findSettings(tx, actor)
      const changes = await ctx.changes(settings, presentSettings(site, before))
      if (changedFields(settings, before, changes).length === 0) return changed(presentSettings(site, before))
      const { userHash, createdAt } = before
      const stored = isStored ? before : await tx.insert(settings, { ...defaults(), userHash, createdAt })
      const { row, fields, previous } = await tx.update(settings, stored, changes)
      tx.log({ verb: 'updated', kind: 'settings', recordId: row.userHash, fields, previous })
      return changed(presentSettings(site, row))
    },
  )
}
