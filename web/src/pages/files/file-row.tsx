import { memo } from 'react'
import { CutName } from '../../parts/cut-name.tsx'
import { shownStatus } from '../../parts/file-status.ts'
import { IconDots, IconFolder } from '../../parts/icons.tsx'
import { Face, TagMark } from '../../parts/marks.tsx'
import { Ago } from '../../parts/moments.tsx'
import { sized } from '../../parts/sizes.ts'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import list from '../tasks/list.module.css'
import { LockMark, NameField } from './entry-parts.tsx'
import { changedBy, type Entry, type FolderDetails, useFile } from './file-data.ts'
import classes from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'
import type { RowTools } from './use-file-tools.ts'
import { useForeignLock } from './use-foreign-lock.ts'

export interface EntryProps {
  entry: Entry
  folder: FolderDetails | undefined
  tools: RowTools
  mayChange: boolean
  isCursor: boolean
  isSelected: boolean
  isRenaming: boolean
  /** Whether Tab comes here. */
  isFirst: boolean
}

interface FileRowProps extends EntryProps {
  top: number
  height: number
}

/** Whether a row or a card would look the same. Lists make new entries for the same files. */
export function isSameEntry<P extends EntryProps>(before: P, after: P): boolean {
  const names = Object.keys(after) as (keyof P)[]
  return names.every((name) =>
    name === 'entry' ? before.entry.id === after.entry.id : before[name] === after[name],
  )
}

/** A file or folder in a list. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { entry, folder, tools, mayChange, isCursor, isSelected, isRenaming, isFirst, top, height } = props
  const { id } = entry
  const file = useFile(id)
  const isFile = entry.kind === 'file'
  const locked = useForeignLock(isFile ? [file] : [])
  if (file === null || file === undefined) return null
  const mayEdit = mayChange && locked === undefined
  const name = isFile ? file.fileName : (folder?.folderName ?? '')
  const cell = { type: 'button', tabIndex: -1, disabled: !mayEdit, title: locked } as const
  const by = isFile ? changedBy(file) : null
  return (
    <tr
      className={`${list['row']} ${list['item']}`}
      style={{ transform: `translateY(${top}px)`, height }}
      data-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      draggable={mayEdit && !isRenaming}
      onDragStart={(event) => tools.onDragStart(entry, event)}
      onClick={(event) => tools.onRowClick(entry, event)}
      {...(isFile ? { 'data-file': id, 'data-locked': locked } : { 'data-drop-folder': id })}
    >
      <td className={list['check']}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={words.select(name)}
          checked={isSelected}
          onChange={(event) => tools.onSelect(id, (event.nativeEvent as PointerEvent).shiftKey)}
        />
      </td>
      <td className={classes['kind']} data-folder={!isFile || undefined}>
        {isFile ? <Thumbnail id={id} file={file} size={18} /> : <IconFolder size={18} stroke={1.75} />}
      </td>
      <td className={list['title']}>
        {isRenaming ? (
          <NameField entry={entry} name={name} onClose={() => tools.setRenaming(undefined)} />
        ) : (
          <a
            href={tools.hrefOf(entry)}
            data-entry={id}
            tabIndex={isCursor || isFirst ? 0 : -1}
            draggable={false}
            onClick={(event) => tools.onOpen(entry, event)}
            onFocus={() => tools.setCursor(id)}
          >
            <CutName name={name} />
          </a>
        )}
        {isFile && <LockMark file={file} />}
        <span className={classes['second']}>
          {isFile && (
            <>
              {shownStatus(file.status)} · {sized(file.size)} · <Ago at={file.updatedAt} />
            </>
          )}
        </span>
      </td>
      <td className={list['middle']}>
        {isFile && (
          <button
            {...cell}
            className={list['cell']}
            aria-label={words.statusFor(name, shownStatus(file.status))}
            onClick={(event) => tools.pick('status', entry, event.currentTarget)}
          >
            {shownStatus(file.status)}
          </button>
        )}
      </td>
      <td className={classes['wide']}>
        {isFile && (
          <button
            {...cell}
            className={list['cell']}
            onClick={(event) => tools.pick('tags', entry, event.currentTarget)}
          >
            <VisuallyHidden>{words.tagsFor(name)} </VisuallyHidden>
            {file.tags.slice(0, 2).map((tag) => (
              <TagMark key={tag} name={tag} />
            ))}
          </button>
        )}
      </td>
      <td className={`${list['number']} ${classes['wide']}`}>{isFile && words.version(file.version)}</td>
      <td className={`${list['number']} ${list['middle']}`}>{isFile && sized(file.size)}</td>
      <td className={`${classes['when']} ${list['middle']}`}>
        {by !== null && <Face id={by} />}
        <Ago at={file.updatedAt} />
      </td>
      <td>
        <button
          type="button"
          tabIndex={-1}
          className={classes['more']}
          aria-label={words.actionsFor(name)}
          onClick={(event) => tools.pick('actions', entry, event.currentTarget)}
        >
          <IconDots size={16} />
        </button>
      </td>
    </tr>
  )
}, isSameEntry)
