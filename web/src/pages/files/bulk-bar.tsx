import { Button } from '@mantine/core'
import type { KeyName } from '../../site/key-table.ts'
import { keyHint } from '../../site/keys.ts'
import { fileTexts as words } from '../../texts/files.ts'
import tasks from '../tasks/tasks.module.css'
import type { FilePick } from './pick-request.ts'
import type { FileTools } from './use-file-tools.ts'

/** What can be done with the selected files and folders. */
export function BulkBar({ tools, mayChange }: { tools: FileTools; mayChange: boolean }) {
  const act = (label: string, key: KeyName | undefined, run: () => void, field?: FilePick) => (
    <Button variant="subtle" color="gray" size="compact-sm" data-pick={field} onClick={run}>
      {label}
      {key !== undefined && <kbd className={tasks['key']}>{keyHint(key)}</kbd>}
    </Button>
  )
  const pick = (field: FilePick, label: string, key?: KeyName) =>
    act(label, key, () => tools.pick(field), field)
  const onlyFiles = tools.targets().every(({ kind }) => kind === 'file')
  return (
    <div className={tasks['bulk']} data-bulk tabIndex={-1}>
      <strong>{words.selected(tools.selected.size)}</strong>
      {act(words.acts.download, 'download', () => tools.download())}
      {mayChange && (
        <>
          {pick('move', words.acts.move, 'moveFiles')}
          {onlyFiles && (
            <>
              {pick('copy', words.acts.copy)}
              {pick('status', words.columns.status, 'status')}
              {pick('tags', words.columns.tags, 'tags')}
              {pick('lock', words.acts.lock, 'lock')}
            </>
          )}
          {act(words.acts.remove, 'remove', () => tools.remove())}
        </>
      )}
      <span className={tasks['grow']} />
      {act(words.clear, 'back', tools.clear)}
    </div>
  )
}
