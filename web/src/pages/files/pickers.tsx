import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react'
import { useCompany } from '../../api/me.ts'
import { useShownRecords } from '../../api/shown.ts'
import { byName } from '../../parts/by-name.ts'
import { shownStatus } from '../../parts/file-status.ts'
import { IconFolder } from '../../parts/icons.tsx'
import { fileTexts } from '../../texts/files.ts'
import { Float } from '../tasks/float.tsx'
import { matchingOptions, PickList, type PickOption } from '../tasks/pick-list.tsx'
import { TagsPicker } from '../tasks/tags-picker.tsx'
import { ActionsPicker } from './actions-picker.tsx'
import { useFileActs } from './acts.ts'
import { type Entry, type FileDetails, nameOfEntry, shownFile, type Tree, useFile } from './file-data.ts'
import { LockPicker } from './lock-picker.tsx'
import type { FilePickerProps, FilePickRequest, FilePlace } from './pick-request.ts'

const words = fileTexts.pick

const Context = createContext<(request: FilePickRequest) => void>(() => undefined)

/** Opens a menu for one file or folder, or for several. */
export const useFilePicker = (): ((request: FilePickRequest) => void) => use(Context)

/** Holds the menu that is open. */
export function FilePickers({ children, ...place }: FilePlace & { children: ReactNode }) {
  const [request, setRequest] = useState<FilePickRequest>()
  const close = useCallback(() => setRequest(undefined), [])
  const only = request?.entries.every(({ kind }) => kind === 'file')
  // Folders have no status, no tags and no lock.
  const isPossible = request?.field === 'move' || request?.field === 'actions' || only
  return (
    <Context value={setRequest}>
      {children}
      {request !== undefined && request.entries.length > 0 && isPossible && (
        <Float key={request.field} at={request.at} label={words[request.field]} onClose={close}>
          <Picker {...request} {...place} onClose={close} again={setRequest} />
        </Float>
      )}
    </Context>
  )
}

function Picker(props: FilePickerProps) {
  switch (props.field) {
    case 'actions':
      return <ActionsPicker {...props} />
    case 'status':
      return <StatusPicker {...props} />
    case 'tags':
      return <FileTagsPicker {...props} />
    case 'lock':
      return <LockPicker {...props} />
    default:
      return <FolderPicker {...props} />
  }
}

function FolderPicker({ field, entries, tree, onClose }: FilePickerProps) {
  const acts = useFileActs()
  const moving = new Set(field === 'move' ? entries.map(({ id }) => id) : [])
  const places = [null, ...tree.byId.keys()].filter((id) => !tree.pathTo(id).some((each) => moving.has(each)))
  const here = field === 'move' ? parentOf(entries[0], tree) : undefined
  const options: PickOption[] = places
    .map((id) => ({
      ...{ value: id ?? '', label: tree.titleOf(id), icon: <IconFolder size={16} stroke={1.75} /> },
      ...(id === here && { hint: words.here }),
    }))
    .toSorted((a, b) => Number(a.value !== '') - Number(b.value !== '') || byName(a.label, b.label))
  return (
    <PickList
      label={field === 'move' ? words.move : words.copy}
      options={(typed) => matchingOptions(options, typed).slice(0, 50)}
      onPick={(value) => {
        const folder = value === '' ? null : value
        if (field === 'copy')
          void acts.copy(
            entries.map(({ id }) => id),
            folder,
            tree.titleOf(folder),
          )
        else if (folder !== here) void acts.move(entries, folder, tree.titleOf(folder))
        onClose()
      }}
    />
  )
}

function parentOf(entry: Entry | undefined, tree: Tree): string | null | undefined {
  if (entry === undefined) return undefined
  return entry.kind === 'file' ? shownFile(entry.id)?.folderId : tree.byId.get(entry.id)?.parentFolderId
}

const labelOf = (field: string, entries: readonly Entry[]): string => {
  const [first] = entries
  return fileTexts.fieldOf(field, first === undefined ? '' : nameOfEntry(first), entries.length)
}

function StatusPicker({ entries, onClose }: FilePickerProps) {
  const acts = useFileActs()
  const statuses = useCompany()?.details.fileStatuses ?? []
  const now = useFile(entries[0]?.id ?? '')?.status
  return (
    <PickList
      label={words.status}
      options={(typed) =>
        matchingOptions(
          statuses.map((status, n) => ({
            ...{ value: status, label: shownStatus(status), chosen: entries.length === 1 && status === now },
            ...(n < 9 && { digit: n + 1, keys: String(n + 1) }),
          })),
          typed,
        )
      }
      onPick={(status) => {
        void acts.change(
          new Map(entries.map((entry) => [entry, { status }])),
          labelOf(fileTexts.columns.status, entries),
        )
        onClose()
      }}
    />
  )
}

function FileTagsPicker({ entries }: FilePickerProps) {
  const acts = useFileActs()
  const ids = useMemo(() => entries.map(({ id }) => id), [entries])
  const files = useShownRecords<FileDetails>(ids)
  return (
    <TagsPicker
      lists={new Map([...files].map(([id, { tags }]) => [id, tags]))}
      onChange={(changed) => {
        const values = [...changed].map(([id, tags]) => [{ kind: 'file', id } as const, { tags }] as const)
        void acts.change(new Map(values), labelOf(fileTexts.columns.tags, entries))
      }}
    />
  )
}
