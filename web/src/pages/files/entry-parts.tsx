import { useKnownName } from '../../api/names.ts'
import { IconLock } from '../../parts/icons.tsx'
import { RenameField } from '../../parts/rename-field.tsx'
import { fileTexts as words } from '../../texts/files.ts'
import { useFileActs } from './acts.ts'
import { type Entry, type FileDetails, isLocked, pathOfEntry, timeLeft } from './file-data.ts'
import classes from './files.module.css'

/** Who has locked a file, and for how long. */
export function LockMark({ file }: { file: FileDetails }) {
  const name = useKnownName(file.lockedBy) ?? ''
  if (!isLocked(file) || file.lockExpiresAt === null) return null
  const left = timeLeft(file.lockExpiresAt)
  return (
    <span className={classes['lock']} title={words.lockedBy(name, left)}>
      <IconLock size={12} stroke={2.25} />
      <span>{words.lockedShort(name.split(' ')[0] ?? '', left)}</span>
    </span>
  )
}

/** The name in a list, or that of the page. */
function focusName({ id }: Entry): void {
  const name = document.querySelector<HTMLElement>(`[data-entry="${id}"]`)
  ;(name ?? document.querySelector<HTMLElement>('h1'))?.focus()
}

export function NameField({ entry, name, onClose }: { entry: Entry; name: string; onClose: () => void }) {
  const acts = useFileActs()
  const key = entry.kind === 'file' ? 'fileName' : 'folderName'
  return (
    <RenameField
      path={pathOfEntry(entry)}
      name={name}
      label={words.rename(name)}
      className={classes['nameField']}
      keepsEnding
      onSave={(next) =>
        void acts.change(new Map([[entry, { [key]: next }]]), words.fieldOf(words.columns.name, name, 1))
      }
      onClose={(byKey) => {
        onClose()
        if (byKey) requestAnimationFrame(() => focusName(entry))
      }}
    />
  )
}
