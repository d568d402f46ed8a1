import { useEffect, useState } from 'react'
import { useKnownName } from '../../api/names.ts'
import { IconFile, IconFileText, IconLock, IconMusic, IconPhoto, IconVideo } from '../../parts/icons.tsx'
import { RenameField } from '../../parts/rename-field.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import { useFileActs } from './acts.ts'
import { type Entry, type FileDetails, isLocked, pathOfEntry, timeLeft } from './file-data.ts'
import classes from './files.module.css'
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

/** A small picture of a file, or an icon while there is none. */
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

/** The service makes a picture shortly after the upload, so it may not be there at the first try. */
const waits = [1_500, 4_000, 10_000, 30_000]
const isFresh = ({ updatedAt }: PicturedFile): boolean => Date.now() - Date.parse(updatedAt) < 120_000

/** Who has locked a file, and for how long. */
export function LockMark({ file }: { file: FileDetails }) {
  const name = useKnownName(file.lockedBy) ?? ''
  if (!isLocked(file) || file.lockExpiresAt === null) return null
  const left = timeLeft(file.lockExpiresAt)
  return (
    <span className={classes['lock']} title={words.lockedBy(name, left)}>
      <IconLock size={12} stroke={2.25} />
      <span>{words.lockedShort(name.split(' ')[0] ?? '', left)}</span>
    </span>
  )
}

/** The name in a list, or that of the page. */
function focusName({ id }: Entry): void {
  const name = document.querySelector<HTMLElement>(`[data-entry="${id}"]`)
  ;(name ?? document.querySelector<HTMLElement>('h1'))?.focus()
}

export function NameField({ entry, name, onClose }: { entry: Entry; name: string; onClose: () => void }) {
  const acts = useFileActs()
  const key = entry.kind === 'file' ? 'fileName' : 'folderName'
  return (
    <RenameField
      path={pathOfEntry(entry)}
      name={name}
      label={words.rename(name)}
      className={classes['nameField']}
      keepsEnding
      onSave={(next) =>
        void acts.change(new Map([[entry, { [key]: next }]]), words.fieldOf(words.columns.name, name, 1))
      }
      onClose={(byKey) => {
        onClose()
        if (byKey) requestAnimationFrame(() => focusName(entry))
      }}
    />
  )
}
