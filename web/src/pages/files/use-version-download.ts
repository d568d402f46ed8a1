import { useNotices } from '../../parts/notices.tsx'
import { downloadContent } from './download-content.ts'

/** Downloads a version of a file. */
export function useVersionDownload(id: string): (version: number) => Promise<void> {
  const notices = useNotices()
  return async (version) => {
    try {
      await downloadContent(`/v1/files/${id}`, { version })
    } catch (error) {
      notices.failed(error)
    }
  }
}
