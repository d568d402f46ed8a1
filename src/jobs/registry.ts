import { clearTags } from './clear-tags.ts'
import { purgeTrash } from './purge-trash.ts'
import {
  purgeAccessTokens,
  purgeAllowances,
  purgeIdempotencyKeys,
  purgeSignIns,
  purgeUsedAssertions,
} from './purges.ts'
import type { Job } from './runner.ts'

/** Everything that happens later or at a time. */
export const jobs: readonly Job[] = [
  purgeIdempotencyKeys,
  purgeAccessTokens,
  purgeUsedAssertions,
  purgeAllowances,
  purgeSignIns,
  purgeTrash,
  clearTags,
]
