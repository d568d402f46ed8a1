import { useMe } from '../../api/me.ts'
import { useKnownName } from '../../api/names.ts'
import { exactly } from '../../parts/moments.tsx'
import { fileTexts } from '../../texts/files.ts'
import { type FileDetails, isLocked } from './file-data.ts'

const words = fileTexts.pick

/** Explains that somebody else has locked one of these files. Only the lock's owner can edit it; even Admins cannot. */
export function useForeignLock(files: readonly (FileDetails | null | undefined)[]): string | undefined {
  const { user } = useMe()
  const foreign = user && files.find((file) => file && isLocked(file) && file.lockedBy !== user.id)
  const holder = useKnownName(foreign?.lockedBy) ?? words.someone
  return foreign?.lockExpiresAt ? words.lockedUntil(holder, exactly(foreign.lockExpiresAt)) : undefined
}
