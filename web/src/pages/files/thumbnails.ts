import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { unsettledTimer } from '../../api/settled.ts'
import type { FileDetails } from './file-data.ts'

/** Kinds of content that the service creates previews of. */
export const hasPicture = (mimeType: string): boolean =>
  (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml') || mimeType === 'application/pdf'

interface Picture {
  address: string
  until: number
}

const known = new Map<string, Picture>()
let waiting = new Map<string, ((address: string | undefined) => void)[]>()

interface ManyAddresses {
  responses: { requestId: string; status: number; body: string }[]
  expiresAt: string
}

/** One request for all thumbnails that came into view within a moment. */
async function askForAll(): Promise<void> {
  const asked = waiting
  waiting = new Map()
  const ids = [...asked.keys()]
  for (let at = 0; at < ids.length; at += 500) {
    const fileIds = ids.slice(at, at + 500)
    const found = await api<ManyAddresses>('POST', '/v1/files/addresses', {
      body: { fileIds, variant: 'preview', seconds: 3_600 },
    }).catch(() => undefined)
    const addresses = new Map(found?.responses.map(({ requestId, ...each }) => [requestId, each]))
    for (const id of fileIds) {
      const answer = addresses.get(id)
      const address = answer?.status === 200 ? answer.body : undefined
      for (const tell of asked.get(id) ?? []) tell(address)
    }
  }
}

function pictureOf(id: string, version: number): Promise<string | undefined> {
  const key = `${id} ${version}`
  const held = known.get(key)
  if (held !== undefined && held.until > Date.now()) return Promise.resolve(held.address)
  return new Promise((resolve) => {
    const tell = (address: string | undefined): void => {
      if (address !== undefined) known.set(key, { address, until: Date.now() + 3_000_000 })
      resolve(address)
    }
    if (waiting.size === 0) unsettledTimer(() => void askForAll(), 20)
    waiting.set(id, [...(waiting.get(id) ?? []), tell])
  })
}

/** The address of the thumbnail of a file, as soon as it is known. */
export function useThumbnail(
  id: string,
  file: Pick<FileDetails, 'version' | 'mimeType'>,
): string | undefined {
  const { version, mimeType } = file
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!hasPicture(mimeType)) return undefined
    let isGone = false
    void pictureOf(id, version).then((found) => {
      if (!isGone) setAddress(found)
    })
    return () => {
      isGone = true
    }
  }, [id, version, mimeType])
  return address
}
