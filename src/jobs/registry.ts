import { purgeAccessTokens, purgeIdempotencyKeys, purgeTrash } from './purges.ts'
import type { Job } from './runner.ts'

/** Everything that happens later or at a time. */
export const jobs: readonly Job[] = [purgeIdempotencyKeys, purgeAccessTokens, purgeTrash]
