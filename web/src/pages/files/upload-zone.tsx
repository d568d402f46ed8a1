import { type ReactNode, useRef, useState } from 'react'
import { useNotices } from '../../parts/notices.tsx'
import { useKeyActions } from '../../site/keys.ts'
import { uploadTexts as words } from '../../texts/uploads.ts'
import { chosenFiles, droppedFiles } from './dropped.ts'
import { useFilesState } from './files-state.ts'
import classes from './upload-zone.module.css'
import { nearest, useDrops } from './use-drops.ts'
import { useUpload } from './use-upload.ts'

interface UploadZoneProps {
  workspaceId: string
  mayChange: boolean
  children: ReactNode
}

/**
 * Takes files and folders of the computer that are chosen, or dropped anywhere in the window. It does not wait for the
 * list of the files: the address has the folder.
 */
export function UploadZone({ workspaceId, mayChange, children }: UploadZoneProps) {
  const { folder: shown, trash } = useFilesState(workspaceId)
  const upload = useUpload(workspaceId)
  const notices = useNotices()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [hint, setHint] = useState<string>()
  const mayUpload = mayChange && !trash
  useKeyActions({
    ...(mayUpload && {
      upload: () => files.current?.click(),
      uploadFolder: () => folder.current?.click(),
    }),
  })
  useDrops({
    type: mayUpload ? 'Files' : undefined,
    effect: 'copy',
    targetOf: (event) =>
      nearest(event, '[data-drop-folder], [data-file]:not([data-locked])') ?? document.body,
    onOver: (target) =>
      setHint(target && (target.dataset['file'] === undefined ? words.dropHere : words.dropVersion)),
    onDrop: (data, { dataset }) => {
      const named = dataset['dropFolder']
      const place = named === undefined ? shown : named || null
      droppedFiles(data)
        .then((dropped) => upload(dropped, place, dataset['file']))
        .catch(notices.failed)
    },
  })
  const given = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      upload(chosenFiles(event.currentTarget.files), shown)
      event.currentTarget.value = ''
    },
  } as const
  return (
    <>
      {children}
      {hint !== undefined && <div className={classes['dropHint']}>{hint}</div>}
      <input ref={files} data-upload="files" {...given} />
      <input ref={folder} data-upload="folder" {...given} {...{ webkitdirectory: '' }} />
    </>
  )
}
