import { changedFields } from '../db/records.ts'
import { changed, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { present, type Representation } from '../schema/present.ts'
import { type SettingsRow, settings } from '../schema/records/settings.ts'
import { findOwnSettings, storeOwnSettings } from './own-settings.ts'

const presentSettings = (site: Site, row: SettingsRow): Representation =>
  present(settings, site.publicUrl, row.userHash, row)

export function settingsRoutes(api: Api): void {
  api.get(
    '/v1/users/me/settings',
    {
      summary: 'Shows how you want the web application to look and behave.',
      needs: 'Anyone who is signed in.',
      answer: { one: settings },
    },
    async ({ actor, db, site }) =>
      one(presentSettings(site, (await findOwnSettings(db, actor, settings)).row)),
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
      const found = await findOwnSettings(tx, actor, settings)
      const changes = await ctx.changes(settings, presentSettings(site, found.row))
      if (changedFields(settings, found.row, changes).length === 0)
        return changed(presentSettings(site, found.row))
      return changed(presentSettings(site, await storeOwnSettings(tx, actor, settings, found, changes)))
    },
  )
}
