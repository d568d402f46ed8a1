import { useLocation } from 'wouter'
import {
  IconArrowsMove,
  IconCopy,
  IconDownload,
  IconExternalLink,
  IconLock,
  IconLockOpen,
  IconPane,
  IconPencil,
  IconTag,
  IconTrash,
} from '../../parts/icons.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { keyHint } from '../../site/keys.ts'
import { fileTexts } from '../../texts/files.ts'
import classes from '../tasks/float.module.css'
import { matchingOptions, PickList, type PickOption } from '../tasks/pick-list.tsx'
import { isLocked, nameOfEntry, shownFile, useFile } from './file-data.ts'
import type { FilePick, FilePickerProps } from './pick-request.ts'
import { useForeignLock } from './use-foreign-lock.ts'

const words = fileTexts.pick

/** Everything that can be done with the chosen files and folders. */
export function ActionsPicker(props: FilePickerProps) {
  const { entries, tools, mayChange, mayBreakLocks, onClose, again } = props
  const [path, go] = useLocation()
  const isPhone = usePhone()
  const [first] = entries
  const isFolder = first?.kind === 'folder'
  const onlyFiles = entries.every(({ kind }) => kind === 'file')
  const file = useFile(first?.id ?? '')
  const locked = useForeignLock(entries.map(({ kind, id }) => (kind === 'file' ? shownFile(id) : undefined)))
  if (first === undefined) return null
  const mayEdit = mayChange && locked === undefined
  const one = entries.length === 1
  const isHeld = onlyFiles && file !== null && file !== undefined && isLocked(file)
  const size = { size: 16, stroke: 1.75 }
  const acts = fileTexts.acts
  const all: (PickOption & { run: () => void })[] = []
  const add = (on: boolean, option: PickOption, run: () => void): void => {
    if (on) all.push({ ...option, run })
  }
  const other = (field: FilePick) => () => again({ ...props, field })
  add(
    one && tools.hrefOf(first) !== path,
    { value: 'open', label: acts.open, icon: <IconExternalLink {...size} />, keys: keyHint('open') },
    () => {
      onClose()
      go(tools.hrefOf(first))
    },
  )
  const { showDetails } = tools
  add(
    one && !isFolder && showDetails !== undefined && !isPhone,
    { value: 'details', label: acts.details, icon: <IconPane {...size} />, keys: keyHint('preview') },
    () => {
      onClose()
      showDetails?.(first.id)
    },
  )
  add(
    true,
    {
      ...{ value: 'download', label: isFolder ? acts.zip : acts.download, keys: keyHint('download') },
      icon: <IconDownload {...size} />,
    },
    () => {
      onClose()
      tools.download(first)
    },
  )
  add(
    mayEdit && one,
    { value: 'rename', label: acts.rename, icon: <IconPencil {...size} />, keys: keyHint('rename') },
    () => {
      onClose()
      tools.setRenaming(first.id)
    },
  )
  add(
    mayEdit,
    { value: 'move', label: acts.move, icon: <IconArrowsMove {...size} />, keys: keyHint('moveFiles') },
    other('move'),
  )
  add(
    mayChange && onlyFiles,
    { value: 'copy', label: acts.copy, icon: <IconCopy {...size} /> },
    other('copy'),
  )
  add(
    mayEdit && onlyFiles,
    { value: 'status', label: acts.status, icon: <IconPencil {...size} />, keys: keyHint('status') },
    other('status'),
  )
  add(
    mayEdit && onlyFiles,
    { value: 'tags', label: acts.tags, icon: <IconTag {...size} />, keys: keyHint('tags') },
    other('tags'),
  )
  add(
    (mayEdit || (mayChange && mayBreakLocks)) && onlyFiles,
    {
      ...{ value: 'lock', label: isHeld ? acts.unlock : acts.lock, keys: keyHint('lock') },
      icon: isHeld ? <IconLockOpen {...size} /> : <IconLock {...size} />,
    },
    other('lock'),
  )
  add(
    mayEdit,
    { value: 'remove', label: acts.remove, icon: <IconTrash {...size} />, keys: keyHint('remove') },
    () => {
      onClose()
      tools.remove(first)
    },
  )
  return (
    <PickList
      label={one ? fileTexts.actionsFor(nameOfEntry(first)) : words.actions}
      placeholder={words.actions}
      options={(typed) => matchingOptions(all, typed)}
      onPick={(value) => all.find((each) => each.value === value)?.run()}
      below={mayChange && locked !== undefined && <p className={classes['nothing']}>{locked}</p>}
    />
  )
}
