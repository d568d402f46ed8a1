import { useEffect, useState } from 'react'
import { IconFile, IconFileText, IconMusic, IconPhoto, IconVideo } from '../../parts/icons.tsx'
import type { FileDetails } from './file-data.ts'
import { useThumbnail } from './thumbnails.ts'

/** An icon for a kind of content. */
export function FileIcon({ mimeType, size = 18 }: { mimeType: string; size?: number }) {
  const [kind] = mimeType.split('/')
  const given = { size, stroke: 1.75 }
  if (kind === 'image') return <IconPhoto {...given} />
  if (kind === 'video') return <IconVideo {...given} />
  if (kind === 'audio') return <IconMusic {...given} />
  if (kind === 'text' || mimeType === 'application/pdf') return <IconFileText {...given} />
  return <IconFile {...given} />
}

type PicturedFile = Pick<FileDetails, 'version' | 'mimeType' | 'updatedAt'>

/** The thumbnail of a file, or an icon while there is none. */
export function Thumbnail({ id, file, size }: { id: string; file: PicturedFile; size: number }) {
  const address = useThumbnail(id, file)
  const [failures, setFailures] = useState(0)
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    if (isShown || failures > waits.length || !isFresh(file)) return undefined
    const timer = setTimeout(() => setShown(true), waits[failures - 1])
    return () => clearTimeout(timer)
  }, [isShown, failures, file])
  if (address === undefined || !isShown) return <FileIcon mimeType={file.mimeType} size={size} />
  return (
    <img
      // Another try needs another address.
      src={failures === 0 ? address : `${address}?try=${failures}`}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => {
        setFailures(failures + 1)
        setShown(false)
      }}
    />
  )
}

/** The service creates a preview shortly after the upload, so it may not be there at the first try. */
const waits = [1_500, 4_000, 10_000, 30_000]
const isFresh = ({ updatedAt }: PicturedFile): boolean => Date.now() - Date.parse(updatedAt) < 120_000
