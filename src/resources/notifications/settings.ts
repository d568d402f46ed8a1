import { invalid } from '../../base/errors.ts'
import { changedFields } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { changed, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site } from '../../http/context.ts'
import { present, type Representation } from '../../schema/present.ts'
import {
  type NotificationSettingsRow,
  notificationSettings,
  quietFault,
} from '../../schema/records/notification-settings.ts'
import { findOwnSettings, storeOwnSettings } from '../own-settings.ts'

const path = '/v1/users/me/notificationSettings'

/** `mailAvailable`: whether the service can send mail. */
export function notificationSettingsRoutes(api: Api, mailAvailable: boolean): void {
  const show = (site: Site, row: NotificationSettingsRow): Representation =>
    present(notificationSettings, site.publicUrl, row.userHash, row, { mailAvailable })

  api.get(
    path,
    {
      summary: 'Shows when you get mail about your notifications.',
      needs: 'Anyone who is signed in.',
      answer: { one: notificationSettings },
    },
    async ({ actor, db, site }) =>
      one(show(site, (await findOwnSettings(db, actor, notificationSettings)).row)),
  )

  api.put(
    path,
    {
      summary: 'Changes when you get mail about your notifications.',
      needs: 'Anyone who is signed in.',
      body: { change: notificationSettings },
      answer: { changed: notificationSettings },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const found = await findOwnSettings(tx, actor, notificationSettings)
      const changes = await ctx.changes(notificationSettings, show(site, found.row))
      if (changedFields(notificationSettings, found.row, changes).length === 0)
        return changed(show(site, found.row))
      const row = await storeOwnSettings(tx, actor, notificationSettings, found, changes)
      const fault = quietFault(row)
      if (fault !== undefined) throw invalid([{ pointer: `/${fault.field}`, detail: fault.detail }])
      // Pending mail is scheduled again with the new settings.
      await tx.send(
        sql`UPDATE "unmailed" SET "dueAt" = "at" WHERE "companyNo" = ${actor.companyNo}
          AND "userId" = ${actor.userId}`,
      )
      return changed(show(site, row))
    },
  )
}
