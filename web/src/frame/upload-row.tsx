import { ActionIcon, Button } from '@mantine/core'
import { memo, useRef, useState } from 'react'
import type { Upload, UploadState } from '../api/upload-list.ts'
import { resumableFrom } from '../api/upload-requests.ts'
import {
  answerUpload,
  cancelUploads,
  giveFile,
  pauseUploads,
  renameUpload,
  resumeUpload,
} from '../api/uploads.ts'
import shared from '../parts/field.module.css'
import { IconPause, IconPlay, IconX } from '../parts/icons.tsx'
import { useNotices } from '../parts/notices.tsx'
import { sized } from '../parts/sizes.ts'
import { uploadTexts as words } from '../texts/uploads.ts'
import classes from './upload-tray.module.css'

export function Act({ label, run, children }: { label: string; run: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={run}>
      {children}
    </ActionIcon>
  )
}

export function Small({ label, of, run }: { label: string; of?: string; run: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={run}
      {...(of !== undefined && { 'aria-label': words.actFor(label, of) })}
    >
      {label}
    </Button>
  )
}

export const isMoving = (state: UploadState): boolean => state === 'sending' || state === 'paused'

/** While the service joins the parts of a large file, which takes a while, the progress shows that. */
function progressOf(state: UploadState, sent: number, size: number): string {
  if (state === 'sending' && sent === size && size > resumableFrom) return words.finishing
  return isMoving(state) ? words.progress(sized(sent), sized(size)) : words.states[state]
}

interface RowProps extends Pick<Upload, 'id' | 'name' | 'size' | 'sent' | 'state'> {
  error: string | undefined
  /** The version of the file that already has its name. */
  version: number | undefined
  /** The name that the service refuses: its own, or that of its folder. */
  refusedName: string | undefined
}

/** An upload. With a thousand of them, only those that change are rendered again. */
export const Row = memo(function Row(props: RowProps) {
  const { id, name, size, sent, state, error, version, refusedName } = props
  return (
    <li className={classes['row']} data-state={state}>
      <span className={classes['name']} title={name}>
        {name}
      </span>
      <small>{progressOf(state, sent, size)}</small>
      <span className={classes['acts']}>
        {(state === 'sending' || state === 'waiting') && (
          <Act label={words.pause(name)} run={() => pauseUploads([id])}>
            <IconPause size={16} />
          </Act>
        )}
        {state === 'paused' && (
          <Act label={words.resume(name)} run={() => resumeUpload(id)}>
            <IconPlay size={16} />
          </Act>
        )}
        {state !== 'done' && (
          <Act label={words.cancel(name)} run={() => cancelUploads([id])}>
            <IconX size={16} />
          </Act>
        )}
      </span>
      {isMoving(state) && (
        <progress className={classes['bar']} aria-label={name} max={Math.max(size, 1)} value={sent} />
      )}
      {error !== undefined && <p role="alert">{error}</p>}
      {refusedName !== undefined && <Rename id={id} name={refusedName} />}
      {state === 'failed' && refusedName === undefined && (
        <div className={classes['ask']}>
          <Small label={words.retry} of={name} run={() => resumeUpload(id)} />
        </div>
      )}
      {state === 'asking' && version !== undefined && (
        <div className={classes['ask']}>
          <Small label={words.newVersion(version + 1)} of={name} run={() => answerUpload(id, 'version')} />
          <Small label={words.keepBoth} of={name} run={() => answerUpload(id, 'both')} />
          <Small label={words.skip} of={name} run={() => answerUpload(id, 'skip')} />
        </div>
      )}
      {state === 'missing' && <ChooseAgain id={id} name={name} />}
    </li>
  )
})

/** A page cannot open a file again without the person. */
function ChooseAgain({ id, name }: { id: string; name: string }) {
  const notices = useNotices()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={classes['ask']}>
      <Small label={words.choose} of={name} run={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        data-choose={id}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined && !giveFile(id, file)) notices.failed(new Error(words.otherFile(name)))
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** A field for another name, because the service refused the first one. */
function Rename({ id, name }: { id: string; name: string }) {
  const [typed, setTyped] = useState(name)
  return (
    <form
      className={classes['ask']}
      onSubmit={(event) => {
        event.preventDefault()
        renameUpload(id, typed)
      }}
    >
      <input
        className={shared['field']}
        aria-label={words.newName(name)}
        required
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="subtle" size="compact-sm" aria-label={words.actFor(words.rename, name)}>
        {words.rename}
      </Button>
    </form>
  )
}
