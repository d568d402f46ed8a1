import { useEffect, useRef } from 'react'
import { usePhone } from '../../parts/use-phone.ts'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import list from '../tasks/list.module.css'
import { useWindow } from '../tasks/use-window.ts'
import type { Entry, Tree } from './file-data.ts'
import { FileRow } from './file-row.tsx'
import classes from './files.module.css'
import type { FileTools } from './use-file-tools.ts'

export interface FolderContentProps {
  entries: readonly Entry[]
  tree: Tree
  tools: FileTools
  mayChange: boolean
  /** Called when the end comes into view. */
  onEnd: (() => void) | undefined
}

const columns = [
  { name: 'select', className: '', hidden: true },
  { name: 'kind', className: '', hidden: true },
  { name: 'name', className: '' },
  { name: 'status', className: list['middle'] },
  { name: 'tags', className: classes['wide'] },
  { name: 'version', className: `${list['number']} ${classes['wide']}` },
  { name: 'size', className: `${list['number']} ${list['middle']}` },
  { name: 'updated', className: `${classes['when']} ${list['middle']}` },
  { name: 'actions', className: '', hidden: true },
] as const

/** How far before the end more files are loaded. */
const ahead = 100

/** The content of a folder as a list. */
export function FileList({ entries, tree, tools, mayChange, onEnd }: FolderContentProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const part = useRef<HTMLTableSectionElement>(null)
  const phone = usePhone()
  const height = phone ? 56 : 40
  const { first, end } = useWindow(
    scroller,
    entries.map(() => height),
    part,
  )
  useEffect(() => {
    if (end >= entries.length - ahead) onEnd?.()
  }, [end, entries.length, onEnd])
  const { setLayout } = tools
  useEffect(() => {
    setLayout({
      across: 1,
      reveal: (at) => {
        const box = scroller.current
        if (box === null) return
        const top = (part.current?.offsetTop ?? 0) + at * height
        // The heading of the columns stays in view.
        if (top - 32 < box.scrollTop) box.scrollTop = top - 32
        else if (top + height > box.scrollTop + box.clientHeight)
          box.scrollTop = top + height - box.clientHeight
      },
    })
  }, [setLayout, height])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys that bubble up from the focused links.
    <div ref={scroller} className={`${list['table']} ${classes['files']}`} onKeyDown={tools.onKeyDown}>
      <table aria-label={words.columns.name} aria-rowcount={-1}>
        <thead>
          <tr className={`${list['row']} ${list['head']}`}>
            {columns.map(({ name, className, ...rest }) => (
              <th key={name} scope="col" className={className}>
                {'hidden' in rest ? (
                  <VisuallyHidden>{words.columns[name]}</VisuallyHidden>
                ) : (
                  words.columns[name]
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={part} style={{ position: 'relative', height: entries.length * height }}>
          {entries.slice(first, end).map((entry, n) => (
            <FileRow
              key={entry.id}
              entry={entry}
              folder={tree.byId.get(entry.id)}
              tools={tools.forRows}
              mayChange={mayChange}
              isCursor={tools.cursor === entry.id}
              isSelected={tools.selected.has(entry.id)}
              isRenaming={tools.renaming === entry.id}
              isFirst={tools.cursor === undefined && first + n === 0}
              top={(first + n) * height}
              height={height}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
