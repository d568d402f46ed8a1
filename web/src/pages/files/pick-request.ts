import type { Entry, Tree } from './file-data.ts'

export type FilePick = 'move' | 'copy' | 'status' | 'tags' | 'lock' | 'actions'

/** What the menu of a file can do beyond changing it. */
interface EntryTools {
  hrefOf: (entry: Entry) => string
  download: (entry: Entry) => void
  setRenaming: (id: string) => void
  remove: (entry: Entry) => void
  /** Where there is room for details beside a list. */
  showDetails?: (id: string) => void
}

export interface FilePickRequest {
  field: FilePick
  entries: readonly Entry[]
  /** The element at which to show it. */
  at: HTMLElement
  tools: EntryTools
}

/** The place whose files are shown, and what the person may do there. */
export interface FilePlace {
  tree: Tree
  mayChange: boolean
  mayBreakLocks: boolean
}

export interface FilePickerProps extends FilePickRequest, FilePlace {
  onClose: () => void
  /** Shows another menu in its place. */
  again: (request: FilePickRequest) => void
}
