import { Button } from '@mantine/core'
import { keyHint } from '../../site/keys.ts'
import { fileTexts as words } from '../../texts/files.ts'
import tasks from '../tasks/tasks.module.css'
import type { FileTools } from './use-file-tools.ts'

/** What can be done with the selected files and folders. */
export function BulkBar({ tools, mayChange }: { tools: FileTools; mayChange: boolean }) {
  const act = (label: string, key: Parameters<typeof keyHint>[0] | undefined, run: () => void) => (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={run}>
      {label}
      {key !== undefined && <kbd className={tasks['key']}>{keyHint(key)}</kbd>}
    </Button>
  )
  const onlyFiles = tools.targets().every(({ kind }) => kind === 'file')
  return (
    <div className={tasks['bulk']} data-bulk tabIndex={-1}>
      <strong>{words.selected(tools.selected.size)}</strong>
      {act(words.acts.download, 'download', () => tools.download())}
      {mayChange && (
        <>
          {act(words.acts.move, 'moveFiles', () => tools.pick('move'))}
          {onlyFiles && (
            <>
              {act(words.acts.copy, undefined, () => tools.pick('copy'))}
              {act(words.columns.status, 'status', () => tools.pick('status'))}
              {act(words.columns.tags, 'tags', () => tools.pick('tags'))}
              {act(words.acts.lock, 'lock', () => tools.pick('lock'))}
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
