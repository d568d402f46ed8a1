import { clock } from '../base/clock.ts'

const kept = 30 * 24 * 3_600_000

/** "30 days in the trash": a record deleted earlier is gone, whether purged yet or not. */
export function trashReachesBackTo(): string {
  return new Date(clock.now() - kept).toISOString()
}

/** Whether the record's time in the trash is over. */
export function isGone({ deletedAt }: { deletedAt: string | null }): boolean {
  return deletedAt !== null && deletedAt < trashReachesBackTo()
}
