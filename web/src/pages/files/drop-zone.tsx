import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNotices } from '../../parts/notices.tsx'
import { useKeyActions } from '../../site/keys.ts'
import { uploadTexts as words } from '../../texts/uploads.ts'
import { useFileActs } from './acts.ts'
import { chosenFiles, droppedFiles } from './dropped.ts'
import type { Tree } from './file-data.ts'
import classes from './files.module.css'
import type { FilesState } from './files-state.ts'
import { draggedEntries } from './use-file-tools.ts'
import { useUpload } from './use-upload.ts'

interface DropZoneProps {
  workspaceId: string
  state: FilesState
  tree: Tree
  mayChange: boolean
  children: ReactNode
}

/**
 * Takes files and folders of the computer that are dropped anywhere in the window, and those of the workspace that are
 * dragged to a folder in the list, in the tree, or in the path.
 */
export function DropZone({ workspaceId, state, tree, mayChange, children }: DropZoneProps) {
  const acts = useFileActs()
  const upload = useUpload(workspaceId)
  const notices = useNotices()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState<HTMLElement>()
  const [hint, setHint] = useState<string>()
  useKeyActions({
    ...(mayChange && {
      upload: () => files.current?.click(),
      uploadFolder: () => folder.current?.click(),
    }),
  })
  const mark = (element: HTMLElement | undefined, text?: string): void => {
    setHint(text)
    if (element === over) return
    over?.removeAttribute('data-over')
    element?.setAttribute('data-over', 'true')
    setOver(element)
  }
  const isUpload = ({ dataTransfer }: DragEvent): boolean =>
    mayChange && dataTransfer?.types.includes('Files') === true
  const nearest = ({ target }: DragEvent, selector: string): HTMLElement | undefined =>
    (target instanceof Element ? target.closest<HTMLElement>(selector) : null) ?? undefined
  const folderAt = (event: DragEvent): HTMLElement | undefined => {
    if (!mayChange || !event.dataTransfer?.types.includes('application/x-atrium-entries')) return undefined
    const element = nearest(event, '[data-drop-folder]')
    const path = tree.pathTo(element?.dataset['dropFolder'] || null)
    // A folder cannot go into itself.
    return draggedEntries().some(({ id }) => path.includes(id)) ? undefined : element
  }
  const given = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      upload(chosenFiles(event.currentTarget.files), state.folder)
      event.currentTarget.value = ''
    },
  } as const
  const targetOf = (event: DragEvent): HTMLElement | undefined =>
    isUpload(event) ? nearest(event, '[data-drop-folder], [data-file]:not([data-locked])') : folderAt(event)
  const dragOver = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer === null) return
    const target = targetOf(event)
    const isFile = target?.dataset['file'] !== undefined
    mark(target, isUpload(event) ? (isFile ? words.dropVersion : words.dropHere) : undefined)
    if (target === undefined && !isUpload(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = isUpload(event) ? 'copy' : 'move'
  }
  const drop = (event: DragEvent): void => {
    const target = targetOf(event)
    mark(undefined)
    if (event.defaultPrevented || event.dataTransfer === null) return
    if (target === undefined && !isUpload(event)) return
    event.preventDefault()
    const named = target?.dataset['dropFolder']
    if (isUpload(event)) {
      const place = named === undefined ? state.folder : named || null
      const replaces = target?.dataset['file']
      droppedFiles(event.dataTransfer)
        .then((dropped) => upload(dropped, place, replaces))
        .catch(notices.failed)
    } else void acts.move(draggedEntries(), named || null, tree.titleOf(named || null))
  }
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('dragover', dragOver, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('dragend', () => mark(undefined), { signal })
    const leave = ({ relatedTarget }: DragEvent): void => {
      // Nothing comes next: the pointer has left the window.
      if (relatedTarget === null) mark(undefined)
    }
    document.addEventListener('dragleave', leave, { signal })
    return () => ending.abort()
  })
  return (
    <div className={classes['three']}>
      {children}
      {hint !== undefined && <div className={classes['dropHint']}>{hint}</div>}
      <input ref={files} data-upload="files" {...given} />
      <input ref={folder} data-upload="folder" {...given} {...{ webkitdirectory: '' }} />
    </div>
  )
}
