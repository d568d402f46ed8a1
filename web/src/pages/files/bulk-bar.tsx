import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useShownRecords } from '../../api/shown.ts'
import type { KeyName } from '../../site/key-table.ts'
import { keyHint } from '../../site/keys.ts'
import { fileTexts as words } from '../../texts/files.ts'
import tasks from '../tasks/tasks.module.css'
import type { FileDetails } from './file-data.ts'
import classes from './files.module.css'
import type { FilePick } from './pick-request.ts'
import type { FileTools } from './use-file-tools.ts'
import { useForeignLock } from './use-foreign-lock.ts'

interface BulkBarProps {
  tools: FileTools
  mayChange: boolean
  mayBreakLocks: boolean
}

/** What can be done with the selected files and folders. */
export function BulkBar({ tools, mayChange, mayBreakLocks }: BulkBarProps) {
  const act = (label: string, key: KeyName | undefined, run: () => void, field?: FilePick) => (
    <Button variant="subtle" color="gray" size="compact-sm" data-pick={field} onClick={run}>
      {label}
      {key !== undefined && <kbd className={tasks['key']}>{keyHint(key)}</kbd>}
    </Button>
  )
  const pick = (field: FilePick, label: string, key?: KeyName) =>
    act(label, key, () => tools.pick(field), field)
  const chosen = tools.targets()
  const onlyFiles = chosen.every(({ kind }) => kind === 'file')
  const ids = useMemo(() => [...tools.selected], [tools.selected])
  const shown = useShownRecords<FileDetails>(ids)
  const locked = useForeignLock(chosen.map(({ kind, id }) => (kind === 'file' ? shown.get(id) : undefined)))
  const mayEdit = mayChange && locked === undefined
  return (
    <div className={tasks['bulk']} data-bulk tabIndex={-1}>
      <strong>{words.selected(tools.selected.size)}</strong>
      {act(words.acts.download, 'download', () => tools.download())}
      {mayEdit && pick('move', words.acts.move, 'moveFiles')}
      {mayChange && onlyFiles && pick('copy', words.acts.copy)}
      {mayEdit && onlyFiles && (
        <>
          {pick('status', words.columns.status, 'status')}
          {pick('tags', words.columns.tags, 'tags')}
        </>
      )}
      {mayChange &&
        (locked === undefined || mayBreakLocks) &&
        onlyFiles &&
        pick('lock', words.acts.lock, 'lock')}
      {mayEdit && act(words.acts.remove, 'remove', () => tools.remove())}
      {mayChange && locked !== undefined && (
        <span className={`${tasks['faint']} ${classes['why']}`}>{locked}</span>
      )}
      <span className={tasks['grow']} />
      {act(words.clear, 'back', tools.clear)}
    </div>
  )
}
