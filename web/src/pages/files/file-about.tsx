import type { MouseEvent } from 'react'
import { useKnownName } from '../../api/names.ts'
import { exactly } from '../../parts/days.ts'
import { shownStatus } from '../../parts/file-status.ts'
import { Face, TagMark } from '../../parts/marks.tsx'
import { sized } from '../../parts/sizes.ts'
import { filePageTexts as words } from '../../texts/file-page.ts'
import { fileTexts } from '../../texts/files.ts'
import { Comments } from '../tasks/comments.tsx'
import { type FileDetails, isLocked } from './file-data.ts'
import classes from './file-page.module.css'
import { FileVersions } from './file-versions.tsx'
import type { FilePick } from './pick-request.ts'
import { useForeignLock } from './use-foreign-lock.ts'

interface FileAboutProps {
  id: string
  file: FileDetails
  /** The version that is shown. */
  shown: number
  mayChange: boolean
  onPick: (field: FilePick, at: HTMLElement) => void
  onDownload: (version: number) => void
}

/** Everything about a file but its content: its state, versions, comments and history. */
export function FileAbout({ id, file, shown, mayChange, onPick, onDownload }: FileAboutProps) {
  const holder = useKnownName(file.lockedBy) ?? ''
  const creator = useKnownName(file.createdBy) ?? ''
  const locked = useForeignLock([file])
  const cell = (field: FilePick) =>
    ({
      type: 'button',
      className: classes['value'] ?? '',
      disabled: !mayChange || (field !== 'lock' && locked !== undefined),
      title: field === 'lock' ? undefined : locked,
      onClick: (event: MouseEvent<HTMLElement>) => onPick(field, event.currentTarget),
    }) as const
  return (
    <>
      <p className={classes['faint']}>
        {fileTexts.version(file.version)} · {sized(file.size)} · {file.mimeType}
      </p>
      <dl className={classes['facts']}>
        <dt>{words.status}</dt>
        <dd>
          <button {...cell('status')}>{shownStatus(file.status)}</button>
        </dd>
        <dt>{words.tags}</dt>
        <dd>
          <button {...cell('tags')}>
            {file.tags.length === 0 ? words.noTags : file.tags.map((tag) => <TagMark key={tag} name={tag} />)}
          </button>
        </dd>
        <dt>{words.lock}</dt>
        <dd>
          <button {...cell('lock')}>
            {isLocked(file) && file.lockExpiresAt !== null
              ? words.lockedUntil(holder, exactly(file.lockExpiresAt))
              : words.notLocked}
          </button>
        </dd>
        <dt>{words.createdBy}</dt>
        <dd className={classes['person']}>
          {file.createdBy !== null && <Face id={file.createdBy} />}
          {creator}
        </dd>
      </dl>
      <FileVersions
        fileId={id}
        workspaceId={file.workspaceId}
        folderId={file.folderId}
        current={file.version}
        shown={shown}
        mayChange={mayChange}
        locked={locked}
        onDownload={onDownload}
      />
      <Comments
        on={`/v1/files/${id}`}
        workspaceId={file.workspaceId}
        changes={{ kind: 'file', details: file }}
      />
    </>
  )
}
