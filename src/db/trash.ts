const kept = 30 * 24 * 3_600_000

/** "30 days in the trash": what was deleted before this moment is gone, whether it has been purged yet or not. */
export function trashReachesBackTo(): string {
  return new Date(Date.now() - kept).toISOString()
}

/** Past its time in the trash. */
export function isGone({ deletedAt }: { deletedAt: string | null }): boolean {
  return deletedAt !== null && deletedAt < trashReachesBackTo()
}
