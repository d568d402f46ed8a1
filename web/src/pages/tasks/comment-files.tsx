import { ActionIcon, Button } from '@mantine/core'
import { Link } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useRecord } from '../../api/queries.ts'
import type { File } from '../../api/types.ts'
import { IconPaperclip, IconX } from '../../parts/icons.tsx'
import { sized } from '../../parts/sizes.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import { texts } from '../../texts/texts.ts'
import { Thumbnail } from '../files/thumbnail.tsx'
import classes from './comments.module.css'
import type { Attachments } from './use-attachments.ts'

/** The files of a comment, with thumbnails where there are some. */
export function CommentFiles({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <ul className={classes['files']} aria-label={words.attached}>
      {ids.map((id) => (
        <li key={id}>
          <CommentFile id={id} />
        </li>
      ))}
    </ul>
  )
}

const fields = 'fileName,size,mimeType,version,updatedAt'

function CommentFile({ id }: { id: string }) {
  const name = useKnownName(id)
  const { data, error } = useRecord<File>(name === undefined ? undefined : `/v1/files/${id}?fields=${fields}`)
  const isGone = name === undefined || (error instanceof ApiProblem && error.status === 404)
  if (isGone) return <span className={classes['file']}>{words.fileGone}</span>
  return (
    <Link href={`/p/file/${id}`} className={classes['file'] ?? ''}>
      <span className={classes['picture']}>
        {data === undefined ? (
          <IconPaperclip size={18} />
        ) : (
          <Thumbnail id={id} file={data.details} size={18} />
        )}
      </span>
      <span>{data?.details.fileName ?? name}</span>
      {data !== undefined && <small>{sized(data.details.size)}</small>}
    </Link>
  )
}

/** The files of a comment while it is written, with those that are on their way. */
export function AttachedFiles({ files, pending, retry, remove, drop }: Attachments) {
  if (files.length + pending.length === 0) return null
  return (
    <ul className={classes['files']} aria-label={words.attached}>
      {files.map(({ id, name }) => (
        <li key={id} className={classes['file']}>
          <IconPaperclip size={16} stroke={1.75} />
          <span>{name}</span>
          <Remove label={words.removeFile(name)} onClick={() => remove(id)} />
        </li>
      ))}
      {pending.map((each) => (
        <li key={each.key} className={classes['file']} data-failed={each.error !== undefined || undefined}>
          <IconPaperclip size={16} stroke={1.75} />
          <span>{each.name}</span>
          {each.error === undefined ? (
            <small>{words.uploaded(Math.floor(each.progress * 100))}</small>
          ) : (
            <small role="alert">{each.error}</small>
          )}
          {each.error !== undefined && each.file !== undefined && (
            <Button variant="default" size="compact-xs" onClick={() => retry(each)}>
              {texts.states.tryAgain}
            </Button>
          )}
          <Remove label={words.removeFile(each.name)} onClick={() => drop(each.key)} />
        </li>
      ))}
    </ul>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} onClick={onClick}>
      <IconX size={14} />
    </ActionIcon>
  )
}
