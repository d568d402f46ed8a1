import { useCompany } from '../../api/me.ts'
import { addUploads } from '../../api/uploads.ts'
import { sized } from '../../parts/sizes.ts'
import { uploadTexts as words } from '../../texts/uploads.ts'
import type { GivenFile } from './dropped.ts'

/** Adds files to a folder; a single file that is given to another becomes its new version. */
export function useUpload(workspaceId: string) {
  const limit = useCompany()?.details.limits.fileBytes ?? Number.POSITIVE_INFINITY
  return (given: readonly GivenFile[], folderId: string | null, replaces?: string): void => {
    const isVersion = replaces !== undefined && given.length === 1 && given[0]?.path.length === 0
    void addUploads(
      given.map(({ path, ...each }) => ({
        ...each,
        place: { workspaceId, folderId, path },
        ...(isVersion && { replaces }),
        ...((each.file?.size ?? 0) > limit && { error: words.tooLarge(sized(limit)) }),
      })),
    )
  }
}
