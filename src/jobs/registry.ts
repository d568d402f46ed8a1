import type { BackupSchedule } from '../base/config/backup-settings.ts'
import type { BlobStore } from '../file-store/store.ts'
import type { Outbox } from '../mail/outbox.ts'
import { type BackupContext, backupJob } from './backups.ts'
import { clearTags } from './clear-tags.ts'
import { contentJobs } from './contents.ts'
import { sendMail } from './mail.ts'
import { previewJob } from './previews/job.ts'
import { purgeCompanies } from './purge-companies.ts'
import { purgeTrash } from './purge-trash.ts'
import {
  purgeAccessTokens,
  purgeAllowances,
  purgeIdempotencyKeys,
  purgeSignIns,
  purgeUsedAssertions,
} from './purges.ts'
import type { Job } from './runner.ts'
import { buildSearchIndex } from './search-index.ts'
import { shortenRanks } from './shorten-ranks.ts'

interface JobDependencies {
  blobs: BlobStore
  outbox: Outbox
  backups: BackupSchedule
  backupContext: BackupContext
}

/**
 * Every background job, by queue. The jobs of a queue run one after the other, so quick ones come first. Drawing previews
 * can take long, so nothing else waits for it.
 */
export function jobQueues({ blobs, outbox, backups, backupContext }: JobDependencies) {
  const jobs: Job[] = [
    ...backupJob(backups, backupContext),
    sendMail(outbox),
    purgeIdempotencyKeys,
    purgeAccessTokens,
    purgeUsedAssertions,
    purgeAllowances,
    purgeSignIns,
    purgeTrash,
    purgeCompanies,
    clearTags,
    shortenRanks,
    buildSearchIndex,
    ...contentJobs(blobs),
  ]
  return { jobs, previews: [previewJob(blobs)] }
}
