import { useMe } from '../../api/me.ts'
import { useKnownName } from '../../api/names.ts'
import { exactly } from '../../parts/days.ts'
import { fileTexts } from '../../texts/files.ts'
import { type FileDetails, isLockedFor } from './file-data.ts'
import { useLockEnd } from './use-lock-end.ts'

const words = fileTexts.pick

/** Explains that somebody else has locked one of these files. Only the lock's owner can edit it; even Admins cannot. */
export function useForeignLock(files: readonly (FileDetails | null | undefined)[]): string | undefined {
  const { user } = useMe()
  useLockEnd(files)
  const foreign = files.find((file) => isLockedFor(user?.id, file))
  const holder = useKnownName(foreign?.lockedBy) ?? words.someone
  return foreign?.lockExpiresAt ? words.lockedUntil(holder, exactly(foreign.lockExpiresAt)) : undefined
}
