import type { Database } from '../db/database.ts'
import { findRow } from '../db/records.ts'
import { write } from '../db/write.ts'
import type { Mail, Outbox } from '../mail/outbox.ts'
import { type StatusReason, type WebhookRow, webhook } from '../schema/records/webhook.ts'
import { hoursUntilDisabled } from './schedule.ts'

export interface MailParts {
  outbox: Outbox
  publicUrl: string
}

/** Stops a webhook on behalf of the service, and tells its owner and the company's admins if it is disabled. */
export async function stopWebhook(
  db: Database,
  { outbox, publicUrl }: MailParts,
  { companyNo, id }: Pick<WebhookRow, 'companyNo' | 'id'>,
  status: 'Paused' | 'Disabled',
  statusReason: StatusReason,
): Promise<void> {
  const author = { companyNo, userId: null, clientId: undefined, requestId: `webhook:${id}` }
  await write(db, author, async (tx) => {
    const before = await findRow(tx, 'webhooks', companyNo, id)
    if (before === undefined || before.status !== 'Active') return
    const { row, fields } = await tx.update(webhook, before, { status, statusReason })
    const verb = status === 'Disabled' ? 'disabled' : 'paused'
    tx.log({ verb, kind: 'webhook', recordId: id, fields })
    if (status !== 'Disabled') return
    const people = await tx.query
      .selectFrom('users')
      .select(['email'])
      .where('companyNo', '=', companyNo)
      .where('status', '=', 'Active')
      .where((user) =>
        user.or([user('id', '=', row.createdBy ?? ''), user('permissions', 'like', '%"companyAdmin"%')]),
      )
      .execute()
    for (const { email } of people)
      await outbox.add(tx, companyNo, mailFor(row, email, publicUrl, statusReason))
  })
  outbox.wake()
}

function mailFor({ name, url, id }: WebhookRow, to: string, publicUrl: string, reason: StatusReason): Mail {
  const why =
    reason === 'gone'
      ? 'The receiver asked not to receive any more requests.'
      : `The receiver has not accepted a request for ${hoursUntilDisabled} hours.`
  return {
    to,
    subject: `The webhook “${name}” was disabled`,
    text: [
      'Hello,',
      '',
      `The webhook “${name}”, which sends changes to ${new URL(url).host}, was disabled. ${why}`,
      '',
      'Nothing is lost: once it is resumed, it continues where it stopped.',
      `${publicUrl}/setup/advanced/webhooks/${id}`,
      '',
    ].join('\n'),
  }
}
