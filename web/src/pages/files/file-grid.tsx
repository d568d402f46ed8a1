import { memo, useEffect, useRef, useState } from 'react'
import { CutName } from '../../parts/cut-name.tsx'
import { shownStatus } from '../../parts/file-status.ts'
import { IconDots, IconFolder } from '../../parts/icons.tsx'
import { Ago } from '../../parts/moments.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import { useWindow } from '../tasks/use-window.ts'
import { LockMark, NameField } from './entry-parts.tsx'
import { useFile } from './file-data.ts'
import type { FolderContentProps } from './file-list.tsx'
import { type EntryProps, isSameEntry } from './file-row.tsx'
import classes from './files.module.css'
import { Thumbnail } from './thumbnail.tsx'
import { useForeignLock } from './use-foreign-lock.ts'

const narrowest = 180
const gap = 8
/** Everything of a card but its image: the space around it and two lines of text. */
const rest = 16 + 8 + 20 + 18 + gap

/** How many cards fit next to each other, and the height of a row. */
function useCards(box: HTMLElement | null): { across: number; height: number } {
  const [width, setWidth] = useState(900)
  useEffect(() => {
    if (box === null) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 900))
    observer.observe(box)
    return () => observer.disconnect()
  }, [box])
  const across = Math.max(2, Math.floor((width + gap) / (narrowest + gap)))
  const card = (width - gap * (across - 1)) / across
  return { across, height: Math.round((card - 16) * 0.75) + rest }
}

/** The content of a folder as thumbnails. */
export function FileGrid({ entries, tree, tools, mayChange, onEnd }: FolderContentProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { across, height } = useCards(box)
  const rows = Math.ceil(entries.length / across)
  const { first, end } = useWindow(
    scroller,
    Array.from({ length: rows }, () => height),
  )
  useEffect(() => {
    if (end >= rows - 10) onEnd?.()
  }, [end, rows, onEnd])
  const { setLayout } = tools
  useEffect(() => {
    setLayout({
      across,
      reveal: (at) => {
        const view = scroller.current
        if (view === null) return
        const top = Math.floor(at / across) * height
        if (top < view.scrollTop) view.scrollTop = top
        else if (top + height > view.scrollTop + view.clientHeight)
          view.scrollTop = top + height - view.clientHeight
      },
    })
  }, [setLayout, across, height])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys that bubble up from the focused links.
    <div ref={scroller} className={classes['gridScroller']} onKeyDown={tools.onKeyDown}>
      <ul
        ref={setBox}
        className={classes['grid']}
        aria-label={words.columns.name}
        style={{
          height: rows * height,
          paddingTop: first * height,
          gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
          gridAutoRows: height - gap,
        }}
      >
        {entries.slice(first * across, end * across).map((entry, n) => (
          <Card
            key={entry.id}
            entry={entry}
            folder={tree.byId.get(entry.id)}
            tools={tools.forRows}
            mayChange={mayChange}
            isCursor={tools.cursor === entry.id}
            isSelected={tools.selected.has(entry.id)}
            isRenaming={tools.renaming === entry.id}
            isFirst={tools.cursor === undefined && first === 0 && n === 0}
          />
        ))}
      </ul>
    </div>
  )
}

const Card = memo(function Card({
  entry,
  folder,
  tools,
  mayChange,
  isCursor,
  isSelected,
  isRenaming,
  isFirst,
}: EntryProps) {
  const { id } = entry
  const file = useFile(id)
  const isFile = entry.kind === 'file'
  const locked = useForeignLock(isFile ? [file] : [])
  if (file === null || file === undefined) return null
  const name = isFile ? file.fileName : (folder?.folderName ?? '')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link in it takes the keys.
    <li
      className={classes['card']}
      data-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      draggable={mayChange && locked === undefined && !isRenaming}
      onDragStart={(event) => tools.onDragStart(entry, event)}
      onClick={(event) => tools.onRowClick(entry, event)}
      {...(isFile ? { 'data-file': id, 'data-locked': locked } : { 'data-drop-folder': id })}
    >
      <div className={classes['picture']} data-folder={!isFile || undefined}>
        {isFile ? <Thumbnail id={id} file={file} size={32} /> : <IconFolder size={40} stroke={1.25} />}
        {isFile && file.version > 1 && (
          <span className={classes['version']}>{words.version(file.version)}</span>
        )}
        {isFile && <LockMark file={file} />}
      </div>
      <input
        type="checkbox"
        tabIndex={-1}
        className={classes['tick']}
        aria-label={words.select(name)}
        checked={isSelected}
        onChange={(event) => tools.onSelect(id, (event.nativeEvent as PointerEvent).shiftKey)}
      />
      <button
        type="button"
        tabIndex={-1}
        className={`${classes['more']} ${classes['cardMore']}`}
        aria-label={words.actionsFor(name)}
        onClick={(event) => tools.pick('actions', entry, event.currentTarget)}
      >
        <IconDots size={16} />
      </button>
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
      <small>
        {isFile && `${shownStatus(file.status)} · `}
        <Ago at={file.updatedAt} />
      </small>
    </li>
  )
}, isSameEntry)
