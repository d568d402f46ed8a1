import type { ReactNode } from 'react'
import { useFileActs } from './acts.ts'
import type { Tree } from './file-data.ts'
import classes from './files.module.css'
import { nearest, useDrops } from './use-drops.ts'
import { draggedEntries } from './use-file-tools.ts'

interface MoveZoneProps {
  tree: Tree
  mayChange: boolean
  children: ReactNode
}

/** Takes the files and folders of the workspace that are dragged to a folder in the list, in the tree, or in the path. */
export function MoveZone({ tree, mayChange, children }: MoveZoneProps) {
  const acts = useFileActs()
  useDrops({
    type: mayChange ? 'application/x-atrium-entries' : undefined,
    effect: 'move',
    targetOf: (event) => {
      const element = nearest(event, '[data-drop-folder]')
      const path = tree.pathTo(element?.dataset['dropFolder'] || null)
      // A folder cannot go into itself.
      return draggedEntries().some(({ id }) => path.includes(id)) ? undefined : element
    },
    onDrop: (_, { dataset }) => {
      const folder = dataset['dropFolder'] || null
      void acts.move(draggedEntries(), folder, tree.titleOf(folder))
    },
  })
  return <div className={classes['three']}>{children}</div>
}
