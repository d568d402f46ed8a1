import { Button } from '@mantine/core'
import { useRef } from 'react'
import { filePageTexts as words } from '../../texts/file-page.ts'
import { chosenFiles } from './dropped.ts'
import classes from './file-page.module.css'
import { useUpload } from './use-upload.ts'

export interface NewVersionProps {
  fileId: string
  workspaceId: string
  folderId: string | null
  /** Why the file cannot be changed, if somebody else has locked it. */
  locked: string | undefined
}

/** Uploads the next version of a file. */
export function NewVersion({ fileId, workspaceId, folderId, locked }: NewVersionProps) {
  const upload = useUpload(workspaceId)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes['newVersion'] ?? ''}
        disabled={locked !== undefined}
        title={locked}
        onClick={() => input.current?.click()}
      >
        {words.newVersion}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        data-upload="version"
        onChange={(event) => {
          upload(chosenFiles(event.currentTarget.files), folderId, fileId)
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
