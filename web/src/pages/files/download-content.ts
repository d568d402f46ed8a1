import { api } from '../../api/client.ts'
import { downloadFrom } from '../../parts/download.ts'

/** Downloads the content of a file, of one of its versions, or of a folder. */
export async function downloadContent(path: string, body: { version?: number } = {}): Promise<void> {
  const { address } = await api<{ address: string }>('POST', `${path}/addresses`, { body })
  downloadFrom(address)
}
