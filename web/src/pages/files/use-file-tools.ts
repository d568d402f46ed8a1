import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useKeyActions } from '../../site/keys.ts'
import { useFileActs } from './acts.ts'
import { type Entry, isLockedFor, shownFile } from './file-data.ts'
import type { FilesState } from './files-state.ts'
import type { FilePick } from './pick-request.ts'
import { useFilePicker } from './pickers.tsx'

interface ShownLayout {
  /** Scrolls to an entry. */
  reveal: (at: number) => void
  /** How many entries are next to each other. */
  across: number
}

/** The actions of a row or a card. They stay the same while the folder is shown, so rows are not rendered again. */
export type RowTools = Pick<
  FileTools,
  'setCursor' | 'onSelect' | 'onOpen' | 'hrefOf' | 'onDragStart' | 'onRowClick' | 'pick' | 'setRenaming'
>

export interface FileTools {
  forRows: RowTools
  /** The file or folder that keys act on. */
  cursor: string | undefined
  setCursor: (id: string) => void
  selected: ReadonlySet<string>
  clear: () => void
  onSelect: (id: string, range: boolean) => void
  onOpen: (entry: Entry, event: MouseEvent) => void
  hrefOf: (entry: Entry) => string
  onDragStart: (entry: Entry, event: DragEvent) => void
  /** The entries that a key or a menu acts on: the selected ones, or one. */
  targets: (entry?: Entry) => readonly Entry[]
  pick: (field: FilePick, entry?: Entry, at?: HTMLElement) => void
  remove: (entry?: Entry) => void
  download: (entry?: Entry) => void
  renaming: string | undefined
  setRenaming: (id: string | undefined) => void
  /** Chooses an entry with a click beside its name and its buttons. */
  onRowClick: (entry: Entry, event: MouseEvent<HTMLElement>) => void
  /** Shows the details of a file beside the list. */
  showDetails: (id: string) => void
  /** Moves the cursor with the arrow keys. */
  onKeyDown: (event: KeyboardEvent) => void
  setLayout: (layout: ShownLayout) => void
}

/** What is dragged within the application. Browsers hide it until it is dropped. */
let dragged: readonly Entry[] = []
export const draggedEntries = (): readonly Entry[] => dragged

const elementOf = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.querySelector<HTMLElement>(`[data-entry="${id}"]`)

/** Without room for details beside the list, the page of the file shows the same. */
const hasRoomForDetails = (): boolean => !window.matchMedia('(max-width: 75em)').matches

/** A row that was not rendered yet is rendered some frames after it was scrolled to. */
function focusWhenDrawn(id: string, frames = 20): void {
  requestAnimationFrame(() => {
    const element = elementOf(id)
    if (element !== null) element.focus({ preventScroll: true })
    else if (frames > 0) focusWhenDrawn(id, frames - 1)
  })
}

/** These menus also open while somebody else has locked a file: they offer only what is possible, or show why not. */
const whileLocked: ReadonlySet<FilePick> = new Set<FilePick>(['actions', 'copy', 'lock'])

/** The cursor, the selection, and the keys that act on them, for both layouts of a folder. */
export function useFileTools(state: FilesState, entries: readonly Entry[], mayChange: boolean): FileTools {
  const [cursor, setCursor] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [renaming, setRenaming] = useState<string>()
  const acts = useFileActs()
  const { user } = useMe()
  const openPicker = useFilePicker()
  const [, go] = useLocation()
  const last = useRef<string>(undefined)
  const layout = useRef<ShownLayout>({ reveal: () => undefined, across: 1 })
  const hrefOf = (entry: Entry): string => hrefOfEntry(entry, state.hrefOf)
  const indexOf = (id: string | undefined): number => entries.findIndex((each) => each.id === id)
  const targets = (entry?: Entry): readonly Entry[] => {
    const own = entry ?? entries[indexOf(cursor)]
    const chosen = entries.filter(({ id }) => selected.has(id))
    if (chosen.length > 0 && (own === undefined || entry === undefined || selected.has(own.id))) return chosen
    return own === undefined ? [] : [own]
  }
  const isLockedAmong = (some: readonly Entry[]): boolean =>
    some.some(({ kind, id }) => kind === 'file' && isLockedFor(user?.id, shownFile(id)))
  const focus = (at: number): void => {
    const entry = entries[at]
    if (entry === undefined) return
    setCursor(entry.id)
    layout.current.reveal(at)
    focusWhenDrawn(entry.id)
  }
  const step = (by: number): void => {
    const at = indexOf(cursor)
    focus(at === -1 ? 0 : Math.max(0, Math.min(at + by, entries.length - 1)))
  }
  const onSelect = (id: string, range: boolean): void => {
    const [from, to] = [range ? indexOf(last.current) : -1, indexOf(id)]
    const next = new Set(selected)
    if (from !== -1 && to !== -1)
      for (const each of entries.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each.id)
    else if (!next.delete(id)) next.add(id)
    last.current = id
    setSelected(next)
  }
  const pick: FileTools['pick'] = (field, entry, at) => {
    const chosen = targets(entry)
    if (!whileLocked.has(field) && isLockedAmong(chosen)) return
    const anchor =
      at ??
      document.querySelector<HTMLElement>(`[data-bulk] [data-pick="${field}"]`) ??
      document.querySelector<HTMLElement>('[data-bulk]') ??
      elementOf(entry?.id ?? cursor) ??
      document.body
    openPicker({ field, entries: chosen, at: anchor, tools })
  }
  const remove: FileTools['remove'] = (entry) => {
    const gone = targets(entry)
    if (gone.length === 0 || isLockedAmong(gone)) return
    setSelected(new Set())
    const at = Math.min(...gone.map(({ id }) => indexOf(id)))
    const stay = entries.filter((each) => !gone.includes(each))
    const next = stay[at] ?? stay.at(-1)
    setCursor(next?.id)
    void acts.remove(gone)
    // The focus was on an entry that is gone, or on its menu.
    if (next === undefined) requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus())
    else {
      layout.current.reveal(stay.indexOf(next))
      focusWhenDrawn(next.id)
    }
  }
  const setLayout = useCallback((next: ShownLayout) => {
    layout.current = next
  }, [])
  const latest = useRef<RowTools>(undefined)
  const tools: FileTools = {
    forRows: useForRows(latest, state.hrefOf),
    ...{
      cursor,
      setCursor,
      selected,
      onSelect,
      hrefOf,
      targets,
      pick,
      remove,
      renaming,
      setRenaming,
      setLayout,
    },
    onRowClick: ({ id }, { target, currentTarget }) => {
      if (target instanceof Element && target.closest('a, button, input') !== null) return
      currentTarget.querySelector<HTMLElement>('[data-entry]')?.focus({ preventScroll: true })
      setCursor(id)
    },
    showDetails: (id) => {
      setCursor(id)
      if (hasRoomForDetails()) state.set({ details: 'yes' })
      else go(`/p/file/${id}`)
    },
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLAnchorElement))
        return
      if (event.key === ' ') {
        event.preventDefault()
        if (state.details && hasRoomForDetails()) state.set({ details: null })
        else showDetails()
        return
      }
      const { across } = layout.current
      const by = { ArrowDown: across, ArrowUp: -across, ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (by === undefined || (across === 1 && !['ArrowDown', 'ArrowUp'].includes(event.key))) return
      event.preventDefault()
      step(by)
    },
    clear: () => setSelected(new Set()),
    onOpen: (entry, event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      setCursor(entry.id)
      go(hrefOf(entry))
    },
    onDragStart: (entry, event) => {
      const chosen = targets(entry)
      if (isLockedAmong(chosen)) {
        event.preventDefault()
        return
      }
      dragged = chosen
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('application/x-atrium-entries', String(chosen.length))
    },
    download: (entry) => void acts.download(targets(entry)),
  }
  const showDetails = (): void => {
    const [entry] = targets()
    if (entry?.kind === 'file') tools.showDetails(entry.id)
  }
  useKeyActions({
    next: () => step(1),
    previous: () => step(-1),
    open: () => {
      const [entry] = targets()
      if (entry !== undefined) go(hrefOf(entry))
    },
    select: () => {
      if (cursor !== undefined) onSelect(cursor, false)
    },
    selectAll: () => setSelected(new Set(entries.map(({ id }) => id))),
    back: () => setSelected(new Set()),
    download: () => tools.download(),
    fileActions: () => pick('actions'),
    versions: showDetails,
    ...(mayChange && {
      rename: () => {
        if (!isLockedAmong(entries.filter(({ id }) => id === cursor))) setRenaming(cursor)
      },
      moveFiles: () => pick('move'),
      status: () => pick('status'),
      tags: () => pick('tags'),
      lock: () => pick('lock'),
      remove: () => remove(),
    }),
  })
  useEffect(() => {
    latest.current = tools
  })
  return tools
}

/** Calls the functions of the folder's latest render. */
function useForRows(latest: RefObject<RowTools | undefined>, folderHref: FilesState['hrefOf']): RowTools {
  return useMemo(
    () => ({
      setCursor: (id) => latest.current?.setCursor(id),
      onSelect: (id, range) => latest.current?.onSelect(id, range),
      onOpen: (entry, event) => latest.current?.onOpen(entry, event),
      hrefOf: (entry) => hrefOfEntry(entry, folderHref),
      onDragStart: (entry, event) => latest.current?.onDragStart(entry, event),
      onRowClick: (entry, event) => latest.current?.onRowClick(entry, event),
      pick: (field, entry, at) => latest.current?.pick(field, entry, at),
      setRenaming: (id) => latest.current?.setRenaming(id),
    }),
    [latest, folderHref],
  )
}

const hrefOfEntry = ({ kind, id }: Entry, folderHref: FilesState['hrefOf']): string =>
  kind === 'file' ? `/p/file/${id}` : folderHref({ folder: id })
