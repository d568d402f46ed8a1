import { useRef } from 'react'
import { Link } from 'wouter'
import { IconChevronDown, IconChevronRight, IconFolder, IconTrash } from '../../parts/icons.tsx'
import { useStoredState } from '../../table/use-stored-state.ts'
import { fileTexts as words } from '../../texts/files.ts'
import { useWindow } from '../tasks/use-window.ts'
import type { Tree } from './file-data.ts'
import classes from './files.module.css'
import type { FilesState } from './files-state.ts'

interface Line {
  id: string | null
  name: string
  depth: number
  isParent: boolean
  isOpen: boolean
}

const lineHeight = 32

/** The folders of a workspace, from the top, and the trash. */
export function FolderTree({
  workspaceId,
  tree,
  state,
}: {
  workspaceId: string
  tree: Tree
  state: FilesState
}) {
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useStoredState<Record<string, boolean>>(`folders:${workspaceId}`, {})
  // The folder that is shown and those above it are open unless somebody closed them.
  const above = new Set(tree.pathTo(state.folder))
  const isOpen = (id: string): boolean => open[id] ?? above.has(id)
  const lines: Line[] = [{ id: null, name: words.root, depth: 0, isParent: false, isOpen: true }]
  const add = (parent: string | null, depth: number): void => {
    for (const id of tree.inside(parent)) {
      const isParent = tree.inside(id).length > 0
      lines.push({
        ...{ id, depth, isParent, name: tree.byId.get(id)?.folderName ?? '' },
        isOpen: isParent && isOpen(id),
      })
      if (isParent && isOpen(id)) add(id, depth + 1)
    }
  }
  add(null, 1)
  const { first, end } = useWindow(
    scroller,
    lines.map(() => lineHeight),
    list,
  )
  return (
    <nav ref={scroller} className={classes['tree']} aria-label={words.folders}>
      <ul ref={list} style={{ height: lines.length * lineHeight }}>
        {lines.slice(first, end).map((line, n) => (
          <li
            key={line.id ?? ''}
            style={{ transform: `translateY(${(first + n) * lineHeight}px)`, paddingLeft: line.depth * 14 }}
          >
            {line.isParent && line.id !== null ? (
              <button
                type="button"
                className={classes['chevron']}
                aria-expanded={line.isOpen}
                aria-label={line.isOpen ? words.fold(line.name) : words.unfold(line.name)}
                onClick={() => setOpen({ ...open, [line.id ?? '']: !line.isOpen })}
              >
                {line.isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
              </button>
            ) : (
              <span className={classes['chevron']} />
            )}
            <Link
              href={state.hrefOf({ folder: line.id })}
              aria-current={!state.trash && state.folder === line.id ? 'page' : undefined}
              data-drop-folder={line.id ?? ''}
            >
              <IconFolder size={16} stroke={1.75} />
              <span>{line.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        className={classes['trashLink']}
        href={state.hrefOf('trash')}
        aria-current={state.trash ? 'page' : undefined}
      >
        <IconTrash size={16} stroke={1.75} />
        <span>{words.trash}</span>
      </Link>
    </nav>
  )
}
