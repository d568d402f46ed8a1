import { api } from '../../api/client.ts'
import { useNotices } from '../../parts/notices.tsx'

/** Downloads a version of a file. */
export function useVersionDownload(id: string): (version: number) => Promise<void> {
  const notices = useNotices()
  return async (version) => {
    try {
      const body = { version }
      const { address } = await api<{ address: string }>('POST', `/v1/files/${id}/addresses`, { body })
      const link = document.createElement('a')
      link.href = address
      link.download = ''
      link.click()
    } catch (error) {
      notices.failed(error)
    }
  }
}
