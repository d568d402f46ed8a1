import type { BackupSchedule } from '../base/config/backup-settings.ts'
import type { BlobStore } from '../file-store/store.ts'
import type { Outbox } from '../mail/outbox.ts'
import { type BackupContext, backupJob } from './backups.ts'
import { clearTags } from './clear-tags.ts'
import { contentJobs } from './contents.ts'
import { sendMail } from './mail.ts'
import type { NotificationMailer } from './notification-mail/mailer.ts'
import { dueDatesJob } from './notifications/due.ts'
import type { Notifier } from './notifications/notifier.ts'
import { previewJob } from './previews/job.ts'
import { purgeCompanies } from './purge-companies.ts'
import { purgeTrash } from './purge-trash.ts'
import {
  purgeAccessTokens,
  purgeAllowances,
  purgeCallerWrites,
  purgeDeliveries,
  purgeIdempotencyKeys,
  purgeNotifications,
  purgeSignIns,
  purgeUsedAssertions,
} from './purges.ts'
import type { Job } from './runner.ts'
import { buildSearchIndex } from './search-index.ts'
import { shortenRanks } from './shorten-ranks.ts'
import { textJob } from './texts/job.ts'

interface JobDependencies {
  blobs: BlobStore
  outbox: Outbox
  notifier: Notifier
  notificationMailer: NotificationMailer
  backups: BackupSchedule
  backupContext: BackupContext
}

/**
 * Every background job, by queue. The jobs of a queue run one after the other, so quick ones come first. Rendering
 * previews and reading texts can take long, so nothing else waits for them. Notifications have a queue of their own, so
 * that nothing delays them.
 */
export function jobQueues({
  blobs,
  outbox,
  notifier,
  notificationMailer,
  backups,
  backupContext,
}: JobDependencies) {
  const jobs: Job[] = [
    ...backupJob(backups, backupContext),
    sendMail(outbox),
    purgeIdempotencyKeys,
    purgeAccessTokens,
    purgeUsedAssertions,
    purgeAllowances,
    purgeCallerWrites,
    purgeSignIns,
    purgeDeliveries,
    purgeNotifications,
    purgeTrash,
    purgeCompanies,
    clearTags,
    shortenRanks,
    buildSearchIndex,
    ...contentJobs(blobs),
  ]
  return {
    jobs,
    previews: [previewJob(blobs)],
    texts: [textJob(blobs)],
    notifications: [notifier.job, dueDatesJob(outbox.sends), notificationMailer.job],
  }
}
